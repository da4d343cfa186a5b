/// One ring under way, on a clock that does not step: what it demands of the devices, and what a card does to it.
public struct RingState: Hashable, Sendable {
  public let plan: RingPlan
  /// When this round of it began.
  public private(set) var start: Duration
  public private(set) var phase = Phase.ringing
  public private(set) var snoozes = 0
  /// All but when it began, which `firstStart` says.
  public internal(set) var tally = RingTally()
  /// When its first round began.
  let firstStart: Duration
  /// When a camera last worked; nil: none has.
  private(set) var cameraWorked: Duration?
  /// When a code was last in view that was not read.
  var lastUnread: Duration?
  /// The cards seen in this round and in the snooze after it. A card that was left in view does nothing in the next round.
  private var presence = CardPresence()
  private var toldToLie: Set<String> = []
  /// When the sound comes; sooner than planned once what goes before it has failed.
  private var soundStart: Duration
  private var softness = RingSoftness()

  public enum Phase: Hashable, Sendable {
    case ringing
    case snoozed(until: Duration)
    /// Dismissed; a card is asked for from the first moment, and it rings again at the second.
    case checking(asks: Duration, until: Duration)
  }

  /// What time has done to a ring.
  public enum Change: Hashable, Sendable {
    /// Nobody answered until `silenceAfter`.
    case gaveUp
    case snoozeEnded
    /// No card was shown for the wake check.
    case checkFailed
  }

  /// What a card has done to a ring.
  public enum Answer: Hashable, Sendable {
    case ended
    case snoozed
    /// Dismissed, for the wake check to be passed.
    case checkBegan
    /// It would do something, had it been brought: it was there before.
    ///
    /// - Parameter isNew: this round has not said so of this card yet.
    case lies(isNew: Bool)
    /// It does nothing here, and why; nil: it is not of this alarm.
    case nothing(String?)
  }

  public init(_ plan: RingPlan, start: Duration) {
    self.init(plan, start: start, firstStart: start)
  }

  /// Light and shaking no longer go alone.
  public func hasBegunToSound(at now: Duration) -> Bool { now >= soundStart }

  private init(_ plan: RingPlan, start: Duration, firstStart: Duration) {
    self.plan = plan
    self.start = start
    self.firstStart = firstStart
    soundStart = start + plan.soundAfter
  }

  /// A ring that a restart interrupted.
  public init(_ plan: RingPlan, progress: RingProgress, now: Instant, monotonic: Duration) {
    /// Never further ahead than it can have been, whatever became of the clock.
    func moment(_ instant: Instant, atMost limit: Duration) -> Duration { monotonic + min(instant - now, limit) }
    self.init(
      plan, start: moment(progress.began, atMost: .zero),
      firstStart: moment(progress.tally.began ?? progress.began, atMost: .zero))
    snoozes = progress.snoozes
    tally = progress.tally
    softness = .spent
    switch progress.rest {
    case .snooze(let until)?: phase = .snoozed(until: moment(until, atMost: plan.snoozeTime))
    case .wakeCheck(let until)?:
      let until = moment(until, atMost: plan.wakeCheck)
      phase = .checking(asks: until - plan.wakeCheck / 2, until: until)
    case nil: break
    }
  }

  /// When it gives up, unless it is answered or snoozed.
  public var end: Duration {
    switch phase {
    case .ringing: start + plan.silenceAfter
    case .snoozed(let until), .checking(_, let until): until + plan.silenceAfter
    }
  }

  /// Whether a card is looked for.
  public func isLooking(at now: Duration) -> Bool {
    switch phase {
    case .ringing, .snoozed: true
    case .checking(let asks, _): now >= asks
    }
  }

  /// Whether somebody is to show a card: not while it is snoozed, though a card would end it.
  public func asks(at now: Duration) -> Bool {
    if case .snoozed = phase { false } else { isLooking(at: now) }
  }

  // MARK: What happens to it

  /// Lets time pass; returns what it has done.
  public mutating func advance(to now: Duration, devices: RingDevices) -> [Change] {
    var changes: [Change] = []
    switch phase {
    case .snoozed(let until) where now >= until:
      begin(at: until)
      changes.append(.snoozeEnded)
    case .checking(_, let until) where now >= until:
      begin(at: until)
      tally.failedChecks += 1
      changes.append(.checkFailed)
    default: break
    }
    guard case .ringing = phase else { return changes }
    if devices.camera { cameraWorked = now }
    if now >= end { return changes + [.gaveUp] }
    // Vibration was to go first, and cannot: the sound comes at once, and stays.
    if plan.vibration != .off, !devices.vibration { soundStart = min(soundStart, now) }
    return changes
  }

  private mutating func begin(at moment: Duration) {
    start = moment
    soundStart = moment + plan.soundAfter
    phase = .ringing
    beginLooking()
  }

  private mutating func beginLooking() {
    presence = CardPresence()
    toldToLie = []
  }

  /// Takes note of what one picture shows, before `see` is asked about each card in it.
  public mutating func look(at look: CardPresence.Look, at now: Duration) {
    if isLooking(at: now) { presence.look(at: look, at: now) }
  }

  /// Whether a card that is brought at this moment counts at once.
  public var isReadyForCards: Bool { presence.isReady }

  /// The ids of the cards that lie in view, so that they count only once they were taken away.
  /// During a snooze only those that were read since it began: nobody knows where the others are.
  public var lyingCards: Set<String> {
    if case .snoozed = phase { presence.lying.intersection(toldToLie) } else { presence.lying }
  }

  /// Takes note of a frame with a code that could not be read.
  public mutating func lookAtUnreadCode(at now: Duration) {
    countUnreadCode(at: now)
    if plan.softens, phase == .ringing { softness.sawCode(at: now) }
  }

  /// Takes note of a frame with a code that was read, and that answers nothing.
  public mutating func lookAtWrongCode(at now: Duration) { softness.sawWrongCode(at: now) }

  public mutating func see(_ card: Card, at now: Duration) -> Answer {
    guard card.isEnrolled else { return .nothing(nil) }
    if card.kind == .snooze { return snooze(by: card, at: now) }
    guard plan.isAnswered(by: card), isLooking(at: now) else { return .nothing(nil) }
    guard presence.wasBrought(card.id) else { return lying(card) }
    if case .checking = phase { return .ended }
    guard plan.wakeCheck > .zero else { return .ended }
    beginLooking()
    softness.stop(at: now)
    phase = .checking(asks: now + plan.wakeCheck / 2, until: now + plan.wakeCheck)
    tally.checks += 1
    return .checkBegan
  }

  private mutating func lying(_ card: Card) -> Answer { .lies(isNew: toldToLie.insert(card.id).inserted) }

  private mutating func snooze(by card: Card, at now: Duration) -> Answer {
    guard plan.snoozes > 0 else { return .nothing("this alarm allows no snooze") }
    guard case .ringing = phase else { return .nothing("it is silent already") }
    guard presence.wasBrought(card.id) else { return lying(card) }
    guard snoozes < plan.snoozes else {
      return .nothing("it was snoozed \(snoozes == 1 ? "once" : "\(snoozes) times") already")
    }
    snoozes += 1
    // In the dark of a snooze nothing could prove that the place is empty.
    presence.rest()
    toldToLie = []
    softness.stop(at: now)
    phase = .snoozed(until: now + plan.snoozeTime)
    return .snoozed
  }

  // MARK: What it demands

  /// The least the speaker plays at, in per cent, when it has to stand in for a buzzer that is not there. It then plays the
  /// built-in tone: no sound of people's own is the last that may wake them.
  public static let standInVolume = 50

  /// The wake check's beep: a fifth of a second by the buzzer, a whole one by the speaker, once a minute.
  static let beepPeriod: Duration = .seconds(60)
  static let buzzerBeep: Duration = .milliseconds(200)
  static let speakerBeep: Duration = .seconds(1)

  /// What the devices are to do now; `advance` has been called with this moment.
  public func demand(at now: Duration, devices: RingDevices) -> RingDemand {
    switch phase {
    case .snoozed: return .silence
    case .checking(let asks, _): return now < asks ? .silence : beep(now - asks, devices)
    case .ringing: break
    }
    let now = max(now, start)
    let elapsed = now - start
    guard elapsed < plan.silenceAfter else { return .silence }
    var demand = RingDemand(
      sound: nil, vibration: plan.vibrationPattern.level(plan.vibration, after: elapsed), isBuzzing: false,
      isLit: isLit(elapsed), isSteady: !plan.flashes)
    let isBetweenBursts = isBetweenBursts(at: now, devices)
    demand.isBuzzing = !isBetweenBursts && isBuzzing(at: now, devices)
    var volume = now >= soundStart && !isBetweenBursts ? plan.volume : 0
    // No setting makes an alarm that nobody can hear.
    let standsIn = demand.isBuzzing && !devices.buzzer
    if standsIn { volume = max(volume, plan.volume, Self.standInVolume) }
    if volume > 0 || plan.volume > 0 {
      demand.sound = sound(volume: volume, start: now < soundStart ? start : soundStart)
    }
    if standsIn { demand.sound?.sound = Settings.builtInSound }
    if softness.isSoft(at: now) { soften(&demand, at: now, devices) }
    return demand
  }

  /// The sound grows softer and the buzzer rests for it, but only for a sound that is known to be heard, is as loud as it
  /// will be, and loud enough to stand in for the buzzer: so that softer is never silent.
  private func soften(_ demand: inout RingDemand, at now: Duration, _ devices: RingDevices) {
    demand.vibration = min(demand.vibration, .light)
    guard let sound = demand.sound, sound.volume >= Self.standInVolume, devices.speaker == .proven,
      now >= sound.start + sound.fadeIn
    else { return }
    demand.sound?.isSoft = true
    demand.isBuzzing = false
  }

  private func isBuzzing(at now: Duration, _ devices: RingDevices) -> Bool {
    now >= soundStart + plan.buzzerAfterSound || !plan.isNoticedEarly(on: devices)
  }

  private func sound(volume: Int, start: Duration) -> SoundDemand {
    SoundDemand(
      alarmID: plan.alarmID, label: plan.label, sound: plan.sound, fallback: plan.fallbackSound, volume: volume,
      // Silence has no beginning, so that it is one and the same demand.
      fadeIn: volume > 0 ? plan.fadeIn : .zero, start: volume > 0 ? start : self.start)
  }

  private func beep(_ elapsed: Duration, _ devices: RingDevices) -> RingDemand {
    let phase = elapsed.remainder(dividingBy: Self.beepPeriod)
    var demand = RingDemand.silence
    demand.isLit = isLit(elapsed)
    demand.isSteady = !plan.flashes
    demand.isExclusive = true
    demand.isBuzzing = devices.buzzer && phase < Self.buzzerBeep
    if !devices.buzzer, phase < Self.speakerBeep {
      demand.sound = sound(volume: max(plan.volume, 1), start: start)
      demand.sound?.fadeIn = .zero
      demand.sound?.sound = Settings.builtInSound
    }
    return demand
  }

  /// How long after `now` the demand changes by itself; more than zero.
  public func nextChange(after now: Duration) -> Duration {
    var moments: [Duration] = []
    switch phase {
    case .snoozed(let until): moments = [until]
    case .checking(let asks, let until):
      let beep = now - asks
      moments = now < asks ? [asks] : [until, nextFlash(after: now, since: asks)].compactMap(\.self)
      if beep >= .zero {
        let began = now - beep.remainder(dividingBy: Self.beepPeriod)
        moments += [Self.buzzerBeep, Self.speakerBeep, Self.beepPeriod].map { began + $0 }
      }
    case .ringing:
      moments = [soundStart, soundStart + plan.buzzerAfterSound, end] + burstMoments(at: now)
      if let flash = nextFlash(after: now, since: start) { moments.append(flash) }
      if let end = softness.end(at: now) { moments += [end, soundStart + plan.fadeIn] }
      if plan.vibration != .off {
        moments.append(now + plan.vibrationPattern.nextChange(after: max(.zero, now - start)))
      }
    }
    return (moments.filter { $0 > now }.min() ?? now + Self.flashPeriod) - now
  }
}
