/// One ring under way, on a monotonic clock: its demands on the devices and its reactions to cards.
public struct RingState: Hashable, Sendable {
  public let plan: RingPlan
  /// When the current round began.
  public private(set) var start: Duration
  public private(set) var phase = Phase.ringing
  public private(set) var snoozes = 0
  /// Complete except for its beginning, which is `firstStart`.
  public internal(set) var tally = RingTally()
  private(set) var firstStart: Duration
  /// When a camera last worked, or `nil` if it never did.
  private(set) var cameraWorked: Duration?
  private var lastUnread: Duration?
  /// The cards seen in this round and its snooze. A card that was left in view does nothing in the next round.
  private var presence = CardPresence()
  private var toldToLie: Set<String> = []
  /// When the sound starts: earlier than planned if the vibration before it failed.
  private var soundStart: Duration
  private var softness = RingSoftness()

  public enum Phase: Hashable, Sendable {
    case ringing
    case snoozed(until: Duration)
    /// Dismissed. A card is wanted from `asks` on; without one it rings again at `until`.
    case checking(asks: Duration, until: Duration)
  }

  /// A change caused by the passing of time.
  public enum Change: Hashable, Sendable {
    case gaveUp
    case snoozeEnded
    case checkFailed
  }

  public enum Answer: Hashable, Sendable {
    case ended
    case snoozed
    /// Dismissed, with a wake check to follow.
    case checkBegan
    /// The card was already there and must be taken away first. `isNew` in the first such answer for it in this round.
    case lies(isNew: Bool)
    /// No effect, with the reason, or `nil` if the card does not belong to this alarm.
    case nothing(String?)
  }

  public init(_ plan: RingPlan, start: Duration) {
    self.plan = plan
    self.start = start
    firstStart = start
    soundStart = start + plan.soundAfter
  }

  /// Whether the phase with only light and vibration is over.
  public func hasBegunToSound(at now: Duration) -> Bool { now >= soundStart }

  /// Restores a ring that a restart interrupted.
  public init(_ plan: RingPlan, progress: RingProgress, now: Instant, monotonic: Duration) {
    /// The clock may have been set meanwhile, so moments are limited to the furthest that they can lie ahead.
    func moment(_ instant: Instant, atMost limit: Duration) -> Duration { monotonic + min(instant - now, limit) }
    self.init(plan, start: moment(progress.began, atMost: .zero))
    firstStart = moment(progress.tally.began ?? progress.began, atMost: .zero)
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

  /// When the ring gives up, unless it is answered or snoozed.
  public var end: Duration {
    switch phase {
    case .ringing: start + plan.silenceAfter
    case .snoozed(let until), .checking(_, let until): until + plan.silenceAfter
    }
  }

  public func isLooking(at now: Duration) -> Bool {
    if case .checking(let asks, _) = phase { now >= asks } else { true }
  }

  /// Whether the user should show a card. `false` during a snooze, although a card would end it.
  public func asks(at now: Duration) -> Bool {
    if case .snoozed = phase { false } else { isLooking(at: now) }
  }

  // MARK: Events

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
    // Vibration should come first but failed: the sound starts at once, even if vibration recovers.
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

  /// Notes the contents of one picture. Call it before calling `see` for each card in the picture.
  public mutating func look(at look: CardPresence.Look, at now: Duration) {
    if isLooking(at: now) { presence.look(at: look, at: now) }
  }

  public var isReadyForCards: Bool { presence.isReady }

  /// The ids of the cards that lie in view and must be taken away before they count. During a snooze only the cards
  /// read since it began, because the places of others are unknown.
  public var lyingCards: Set<String> {
    if case .snoozed = phase { presence.lying.intersection(toldToLie) } else { presence.lying }
  }

  /// Frames with an unread code that are at most this far apart belong to one attempt.
  private static let longestGap: Duration = .seconds(1)

  public mutating func lookAtUnreadCode(at now: Duration) {
    if let last = lastUnread, now - last <= Self.longestGap { tally.unread += now - last }
    lastUnread = now
    if plan.softens, phase == .ringing { softness.sawCode(at: now) }
  }

  /// Notes a frame with a code that was read but ends nothing.
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
    guard plan.snoozes > 0 else { return .nothing("this alarm does not allow snoozing") }
    guard case .ringing = phase else { return .nothing("it is already silent") }
    guard presence.wasBrought(card.id) else { return lying(card) }
    guard snoozes < plan.snoozes else {
      return .nothing("it was already snoozed \(snoozes == 1 ? "once" : "\(snoozes) times")")
    }
    snoozes += 1
    // In the dark of a snooze, an empty view could not be proven again.
    presence.rest()
    toldToLie = []
    softness.stop(at: now)
    phase = .snoozed(until: now + plan.snoozeTime)
    return .snoozed
  }

  // MARK: Demands

  /// The lowest volume, in percent, when the speaker replaces a missing buzzer. It then plays the built-in tone,
  /// because a user's own sound must not be the last resort.
  public static let standInVolume = 50

  /// The wake check beeps once a minute: 0.2 s by the buzzer, or 1 s by the speaker.
  static let beepPeriod: Duration = .seconds(60)
  static let buzzerBeep: Duration = .milliseconds(200)
  static let speakerBeep: Duration = .seconds(1)

  /// Returns the demand at `now`. Call `advance(to:devices:)` for the same moment first.
  public func demand(at now: Duration, devices: RingDevices) -> RingDemand {
    switch phase {
    case .snoozed: return .silence
    case .checking(let asks, _): return now < asks ? .silence : beep(now - asks, devices)
    case .ringing: break
    }
    let now = max(now, start)
    let elapsed = now - start
    guard elapsed < plan.silenceAfter else { return .silence }
    let isBetweenBursts = isBetweenBursts(at: now, devices)
    let isLoudest = now >= soundStart + plan.buzzerAfterSound || !plan.isNoticedEarly(on: devices)
    var demand = RingDemand(
      sound: nil, vibration: plan.vibrationPattern.level(plan.vibration, after: elapsed),
      isBuzzing: !isBetweenBursts && isLoudest, isLit: isLit(elapsed), isSteady: !plan.flashes)
    var volume = now >= soundStart && !isBetweenBursts ? plan.volume : 0
    // No setting can make an alarm inaudible.
    let standsIn = demand.isBuzzing && !devices.buzzer
    if standsIn { volume = max(volume, plan.volume, Self.standInVolume) }
    if volume > 0 || plan.volume > 0 {
      demand.sound = sound(volume: volume, start: now < soundStart ? start : soundStart)
    }
    if standsIn { demand.sound?.sound = Settings.builtInSound }
    if softness.isSoft(at: now) { soften(&demand, at: now, devices) }
    return demand
  }

  /// Makes the sound softer and pauses the buzzer, but only if the sound is known to play, has reached its full volume,
  /// and is loud enough to replace the buzzer. So softer is never silent.
  private func soften(_ demand: inout RingDemand, at now: Duration, _ devices: RingDevices) {
    demand.vibration = min(demand.vibration, .light)
    guard let sound = demand.sound, sound.volume >= Self.standInVolume, devices.speaker == .proven,
      now >= sound.start + sound.fadeIn
    else { return }
    demand.sound?.isSoft = true
    demand.isBuzzing = false
  }

  private func sound(volume: Int, start: Duration) -> SoundDemand {
    SoundDemand(
      alarmID: plan.alarmID, label: plan.label, sound: plan.sound, fallback: plan.fallbackSound, volume: volume,
      // A silent sound always has the same start and fade-in, so that equal demands compare equal.
      fadeIn: volume > 0 ? plan.fadeIn : .zero, start: volume > 0 ? start : self.start)
  }

  private func beep(_ elapsed: Duration, _ devices: RingDevices) -> RingDemand {
    let phase = elapsed.remainder(dividingBy: Self.beepPeriod)
    var demand = RingDemand(
      sound: nil, vibration: .off, isBuzzing: devices.buzzer && phase < Self.buzzerBeep, isLit: isLit(elapsed),
      isSteady: !plan.flashes)
    if !devices.buzzer, phase < Self.speakerBeep {
      demand.sound = sound(volume: max(plan.volume, 1), start: start)
      demand.sound?.fadeIn = .zero
      demand.sound?.sound = Settings.builtInSound
    }
    return demand
  }

  /// Returns how long after `now` the demand next changes by itself; always more than zero.
  public func nextChange(after now: Duration) -> Duration {
    var moments: [Duration] = []
    switch phase {
    case .snoozed(let until): moments = [until]
    case .checking(let asks, _) where now < asks: moments = [asks]
    case .checking(let asks, let until):
      let beep = now - (now - asks).remainder(dividingBy: Self.beepPeriod)
      moments = [until, beep + Self.buzzerBeep, beep + Self.speakerBeep, beep + Self.beepPeriod]
      if let flash = nextFlash(after: now, since: asks) { moments.append(flash) }
    case .ringing:
      let burst = now - max(.zero, now - start).remainder(dividingBy: Self.burstPeriod)
      moments = [soundStart, soundStart + plan.buzzerAfterSound, end]
      moments += [burst + Self.burstLength, burst + Self.burstPeriod]
      if let cameraWorked { moments.append(cameraWorked + Self.cameraPatience) }
      if let flash = nextFlash(after: now, since: start) { moments.append(flash) }
      if let end = softness.end(at: now) { moments += [end, soundStart + plan.fadeIn] }
      if plan.vibration != .off {
        moments.append(now + plan.vibrationPattern.nextChange(after: max(.zero, now - start)))
      }
    }
    return (moments.filter { $0 > now }.min() ?? now + Self.flashPeriod) - now
  }

  // MARK: Bursts

  // While no card can end a ring because no camera works: 40 s of noise, then 20 s of vibration and light only. A
  // camera that fails briefly does not cause pauses.

  static let burstPeriod: Duration = .seconds(60)
  static let burstLength: Duration = .seconds(40)
  /// How long a camera that has worked may fail before the pauses begin.
  static let cameraPatience: Duration = .seconds(30)

  func isBetweenBursts(at now: Duration, _ devices: RingDevices) -> Bool {
    let hasSeen = cameraWorked.map { now - $0 < Self.cameraPatience } ?? false
    return !devices.camera && !hasSeen && (now - start).remainder(dividingBy: Self.burstPeriod) >= Self.burstLength
  }

  // MARK: Flashing of the display

  /// One flash a second, safe for people with photosensitive epilepsy (WCAG 2.3.1 allows three; we allow two).
  static let flashPeriod: Duration = .milliseconds(1000)

  func isLit(_ elapsed: Duration) -> Bool {
    !plan.flashes || elapsed.remainder(dividingBy: Self.flashPeriod) < Self.flashPeriod / 2
  }

  private static func flash(at now: Duration, since start: Duration) -> Duration {
    now - max(.zero, now - start).remainder(dividingBy: flashPeriod / 2)
  }

  /// Returns when the display last turned lit or dark, or `now` while it does not flash. Texts that replace the time
  /// change at this moment, so that neither they nor the flashes are cut short.
  public func flash(at now: Duration) -> Duration {
    switch phase {
    case .checking(let asks, _) where plan.flashes: Self.flash(at: now, since: asks)
    case .ringing where plan.flashes: Self.flash(at: now, since: start)
    case .checking, .ringing, .snoozed: now
    }
  }

  func nextFlash(after now: Duration, since start: Duration) -> Duration? {
    plan.flashes ? Self.flash(at: now, since: start) + Self.flashPeriod / 2 : nil
  }

  // MARK: Record for the history and for a restart of the daemon

  public func progress(now: Instant, monotonic: Duration, isTrusted: Bool) -> RingProgress {
    func instant(_ moment: Duration) -> Instant { now + (moment - monotonic) }
    let rest: RingProgress.Rest? =
      switch phase {
      case .ringing: nil
      case .snoozed(let until): .snooze(until: instant(until))
      case .checking(_, let until): .wakeCheck(until: instant(until))
      }
    var tally = tally
    // The stored moment is kept: after a restart, `firstStart` may be wrong if the clock was set.
    tally.began = tally.began ?? instant(firstStart)
    return RingProgress(began: instant(start), isTrusted: isTrusted, snoozes: snoozes, rest: rest, tally: tally)
  }

  /// Counts a wrong code. Call it once for each showing, not for each frame.
  public mutating func countWrongCode() { tally.wrongCodes += 1 }
}
