import AlarmClock
import Machine

/// Drives the outputs from the moment an occurrence is due until a card answers every ring or it gives up.
struct Ringer: Pulse {
  struct Ring: Sendable {
    var armed: ArmedOccurrence
    /// On the monotonic clock, so that setting the clock neither ends nor prolongs a ring.
    var state: RingState
    var isTrusted: Bool
    var isBuzzing = false

    var plan: RingPlan { armed.plan }
  }

  let rings = Box<[Ring]>([])
  /// When the camera was lost during a ring, or `nil` if it is watching or not needed. Lock order: after `rings`.
  let blindness = Box<Duration?>(nil)
  /// Lock order: last, even while `rings` is held.
  let aid = Box(ReadingAid())
  let outputs: any RingOutputs
  let cards: any CardFinder
  let events: EventLog
  let face: ClockFace
  let time: any TimeSource
  let trust: TrustWatch
  let looks: any LookFollower
  let observer: any Hook
  private let rounds = Box(0)
  /// Whether a ring has begun that `run` has not picked up yet.
  private let hasBegun = Box(false)
  private let begun = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  var current: [Ring] { rings.value }
  /// Snoozed rings count too.
  var isRinging: Bool { rings.withLock { !$0.isEmpty } }

  /// Runs `body` while no ring can begin. Returns `false`, without running it, if a ring is under way.
  @discardableResult
  func ifIdle(_ body: () -> Void) -> Bool {
    rings.withLock { rings in
      guard rings.isEmpty else { return false }
      body()
      return true
    }
  }

  /// Begins or resumes rings at once, on the caller's thread, beside those under way. Never blocks.
  func begin(_ due: [OpenRing]) {
    let now = time.now
    let monotonic = time.monotonic
    let isTrusted = trust.isTrusted
    let rings = due.map { open -> Ring? in
      if case .isMissed = open.fate(at: now) { return nil }
      // A late ring has its full length. A delay of a moment does not count as late.
      let delay = open.delay(at: now)
      let start = delay < Self.moment ? monotonic - delay : monotonic
      let state =
        open.progress.map { RingState(open.armed.plan, progress: $0, now: now, monotonic: monotonic) }
        ?? RingState(open.armed.plan, start: start)
      return Ring(armed: open.armed, state: state, isTrusted: open.progress?.isTrusted ?? isTrusted)
    }
    var joins = self.rings.withLock { all in
      defer { all += rings.compactMap(\.self) }
      return !all.isEmpty
    }
    // Drive all of them before anything is logged.
    if rings.contains(where: { $0 != nil }) { drive() }
    for (open, ring) in zip(due, rings) {
      guard let ring else {
        miss(open, at: now, isTrusted: isTrusted)
        continue
      }
      // The clock may have been set since the progress of a resumed ring was stored.
      noteBeginning(of: ring.armed.id)
      let delay = open.delay(at: now)
      let late = delay < Self.moment || open.progress != nil ? nil : "\(DurationText.format(delay)) late"
      let details = [joins ? "joins the ring under way" : nil, late].compactMap(\.self)
      events.append(
        open.progress == nil ? .fired : .resumed, of: ring.plan,
        detail: details.isEmpty ? nil : details.joined(separator: ", "))
      joins = true
    }
    hasBegun.value = true
    begun.continuation.yield()
    observer.note(.began)
  }

  /// Shorter delays do not count as late.
  private static let moment: Duration = .seconds(5)

  private func miss(_ open: OpenRing, at now: Instant, isTrusted: Bool) {
    let (armed, rang) = (open.armed, open.fate(at: now) == .isMissed(rang: true))
    let late = DurationText.format(now - armed.due)
    events.append(
      .missed, of: armed.plan,
      detail: rang ? "the clock was away while it rang" : "the clock was away, or was set, when it was due \(late) ago")
    observer.note(
      .ended(
        EndedRing(
          outcome: .missed(rang: rang), armed: armed, ended: now, isTrusted: open.progress?.isTrusted ?? isTrusted,
          progress: open.progress)))
  }

  func run() async {
    for await _ in begun.stream {
      rounds.withLock { $0 += 1 }
      // Otherwise the watchdog only prodded.
      guard hasBegun.withLock({ exchange(&$0, false) }) || isRinging else { continue }
      while isRinging, !Task.isCancelled {
        await untilOneEnds({ await self.keepDriving() }, { await self.watchForTheCard() })
      }
      if Task.isCancelled { break }
      let shown = face.idle(at: time.now, monotonic: time.monotonic)
      ifIdle {
        outputs.light(false)
        outputs.show(shown)
      }
      observer.note(.allEnded)
    }
  }

  /// Applies the demand, and lets rings give up, until none is left.
  private func keepDriving() async {
    while !Task.isCancelled {
      aid.withLock { $0.guidance.beginCue(at: time.monotonic) }
      guard let wait = drive() else { return }
      rounds.withLock { $0 += 1 }
      guard await time.rest(for: wait) else { return }
    }
  }

  private func watchForTheCard() async {
    var wrongCodes = WrongCodeFilter()
    while isRinging {
      // A wake check asks for the card only after a while. The camera rests until then.
      guard rings.withLock({ rings in rings.contains { $0.state.isLooking(at: time.monotonic) } }) else {
        guard await time.rest(for: .milliseconds(500)) else { return }
        continue
      }
      for await sight in cards.sights(for: .ring) {
        help(with: sight)
        let seen = await cards.cards(in: sight)
        let now = time.monotonic
        let (isSettled, isInLamplight) = aid.withLock { ($0.isLightSettled(at: now), $0.snoozeLight.isOn(at: now)) }
        let look = CardPresence.Look(
          sight, cards: seen, isLightSettled: isSettled, provesAbsence: !isInLamplight)
        self.look(at: look, isCodeInView: sight.isCodeInView, at: now)
        looks.look(at: look, seen.compactMap(\.card))
        for (card, _) in seen {
          let answer = card.map(see) ?? .unknown
          switch answer {
          case .taken: break
          case .lies: aid.withLock { $0.guidance.sawLyingCard(at: now) }
          case .refused(let why): sawWrongCode(&wrongCodes, named: card?.name, why: why)
          case .unknown: sawWrongCode(&wrongCodes, named: nil, why: nil)
          }
        }
        guard rings.withLock({ rings in rings.contains { $0.state.isLooking(at: time.monotonic) } }) else { break }
      }
      endHelp()
      // There is no camera, or it could not be opened: the ring goes on without it, and it is tried again.
      if isRinging { guard await time.rest(for: .seconds(1)) else { return } }
    }
  }

  func look(at look: CardPresence.Look, isCodeInView: Bool = false, at now: Duration) {
    rings.withLock { rings in
      for index in rings.indices {
        rings[index].state.look(at: look, at: now)
        if isCodeInView { rings[index].state.lookAtUnreadCode(at: now) }
      }
    }
  }

  /// Shows, counts and sometimes logs a code that ends nothing. Its payload is never revealed.
  private func sawWrongCode(_ filter: inout WrongCodeFilter, named name: String?, why: String?) {
    guard isRinging else { return }
    let now = time.monotonic
    aid.withLock { $0.guidance.sawWrongCode(at: now) }
    rings.withLock { rings in for index in rings.indices { rings[index].state.lookAtWrongCode(at: now) } }
    guard filter.isNews(at: time.monotonic) else { return }
    drive()
    let plans = rings.withLock { rings in
      for index in rings.indices {
        rings[index].state.countWrongCode()
        noteProgress(of: rings[index])
      }
      return rings.map(\.plan)
    }
    // A card is shown once, even if two alarms ring.
    var shown = name.map { Happening(.wrongCard, began: time.now, ended: time.now, label: $0) }
    for plan in plans {
      defer { shown = nil }
      events.append(
        .dismissFail, of: plan,
        detail: name.map { "the card \($0): \(why ?? "it does not answer this alarm")" } ?? "no card of this clock",
        happening: shown)
    }
  }

  var beats: Int { rounds.value }
  /// During a ring, `run` comes round twice a second by itself.
  func prod() { begun.continuation.yield() }
}

extension OpenRing {
  fileprivate func delay(at now: Instant) -> Duration { max(.zero, now - armed.due) }
}

/// A wrong code before the camera is seen 15 times a second. It is news after a second without it, or every 10 s.
struct WrongCodeFilter {
  private var lastSeen: Duration?
  private var lastTold: Duration?

  mutating func isNews(at now: Duration) -> Bool {
    defer { lastSeen = now }
    if let lastSeen, let lastTold, now - lastSeen < .seconds(1), now - lastTold < .seconds(10) { return false }
    // However often it comes and goes, log it at most once a second.
    if let lastTold, now - lastTold < .seconds(1) { return false }
    lastTold = now
    return true
  }
}

/// A follower of what the camera sees while an alarm rings.
protocol LookFollower: Sendable {
  /// Called with the cards in a picture. Returns whether one of them was left in view, so that it ends nothing.
  @discardableResult
  func look(at look: CardPresence.Look, _ cards: [Card]) -> Bool
}
