import AlarmClock
import Synchronization

/// Rings: drives the outputs from the moment an occurrence is due until every ring is answered by its card or has
/// given up.
final class Ringer: Sendable {
  /// One ring under way.
  struct Ring: Sendable {
    var armed: ArmedOccurrence
    /// When it began, on the clock that does not step: a moved clock neither ends nor prolongs it.
    var start: Duration
    var wrongCodes = 0
    var isBuzzing = false

    var plan: RingPlan { armed.plan }
    var end: Duration { start + plan.silenceAfter }
  }

  private let rings = Mutex<[Ring]>([])
  private let outputs: any RingOutputs
  private let cards: any CardWatch
  private let events: EventLog
  private let face: ClockFace
  private let time: any TimeSource
  /// Takes the outcomes, in order.
  private let record: @Sendable (RingOutcome, ArmedOccurrence, Instant) -> Void
  private let rounds = Atomic(0)
  private let begun = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(
    outputs: any RingOutputs, cards: any CardWatch, events: EventLog, face: ClockFace, time: any TimeSource,
    record: @escaping @Sendable (RingOutcome, ArmedOccurrence, Instant) -> Void
  ) {
    self.outputs = outputs
    self.cards = cards
    self.events = events
    self.face = face
    self.time = time
    self.record = record
  }

  var current: [Ring] { rings.withLock { $0 } }
  var isRinging: Bool { rings.withLock { !$0.isEmpty } }

  /// Does something that no ring may be disturbed by; false, and nothing is done, while one is under way.
  @discardableResult
  func ifIdle(_ body: () -> Void) -> Bool {
    rings.withLock { rings in
      guard rings.isEmpty else { return false }
      body()
      return true
    }
  }

  /// Begins to ring at once, on the caller's thread, and joins what rings already. Never blocks.
  func begin(_ due: [ArmedOccurrence], resumed: Bool = false) {
    let now = time.now
    let monotonic = time.monotonic
    for armed in due {
      guard now < armed.end else {
        events.append(.missed, of: armed.plan, detail: "the clock was set past it")
        record(.missed(rang: false), armed, now)
        continue
      }
      let wasRinging = rings.withLock { rings in
        defer { rings.append(Ring(armed: armed, start: monotonic - max(.zero, now - armed.due))) }
        return !rings.isEmpty
      }
      drive()
      events.append(
        resumed ? .resumed : .fired, of: armed.plan, detail: wasRinging ? "joins the ring under way" : nil)
    }
    begun.continuation.yield()
  }

  /// Carries every ring to its end, for as long as the daemon runs.
  func run() async {
    for await _ in begun.stream {
      rounds.add(1, ordering: .relaxed)
      while isRinging, !Task.isCancelled {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await self.keepDriving() }
          group.addTask { await self.watchForTheCard() }
          await group.next()
          group.cancelAll()
        }
      }
      if Task.isCancelled { break }
      ifIdle {
        outputs.light(false)
        outputs.show(face.idle(at: time.now))
      }
    }
  }

  /// Lets the devices follow the demand, and lets rings give up, until none is left.
  private func keepDriving() async {
    while !Task.isCancelled, let wait = drive() {
      rounds.add(1, ordering: .relaxed)
      guard await time.rest(for: wait) else { return }
    }
  }

  /// Makes the outputs do what is demanded at this moment; returns how long that holds, nil when nothing rings.
  @discardableResult
  private func drive() -> Duration? {
    let now = time.monotonic
    let proof = outputs.speakerProof
    let (expired, buzzed, demand, wait) = rings.withLock { rings -> ([Ring], [Ring], RingDemand, Duration?) in
      let expired = rings.filter { $0.end <= now }
      rings.removeAll { $0.end <= now }
      var buzzed: [Ring] = []
      var demands: [RingDemand] = []
      for index in rings.indices {
        let demand = rings[index].plan.demand(
          at: now, start: rings[index].start, speaker: proof, fitted: outputs.fitted)
        if demand.isBuzzing, !rings[index].isBuzzing { buzzed.append(rings[index]) }
        rings[index].isBuzzing = demand.isBuzzing
        demands.append(demand)
      }
      let wait = rings.map { $0.plan.nextChange(after: now, start: $0.start) }.min()
      let together = RingDemand.together(demands)
      // Applied under the lock, so that a demand of before the last answer cannot follow the silence after it.
      outputs.apply(together)
      return (expired, buzzed, together, wait)
    }
    for ring in expired {
      events.append(
        .missed, of: ring.plan, detail: "nobody showed a card for \(DurationText.format(ring.plan.silenceAfter))")
      record(.missed(rang: true), ring.armed, time.now)
    }
    for ring in buzzed {
      events.append(.buzzerStarted, of: ring.plan, detail: proof == .failed ? "the speaker is not proven to play" : nil)
    }
    guard let wait else { return nil }
    outputs.show(face.ringing(at: time.now, isLit: demand.isLit, monotonic: now))
    // A speaker that is still to prove itself is looked at often: the buzzer stands in for it at once.
    return proof == .pending ? min(wait, .milliseconds(100)) : wait
  }

  /// Looks through the camera until the cards of all rings were seen.
  private func watchForTheCard() async {
    var lamp = LampControl()
    var watch = WrongCodeWatch()
    while isRinging {
      for await sight in cards.sights(for: .ring) {
        outputs.light(lamp.isNeeded(brightness: sight.brightness))
        for payload in sight.payloads {
          let card = await cards.card(for: payload)
          if let card, answer(with: card) { continue }
          sawWrongCode(&watch, named: card?.name)
        }
        if !isRinging { return }
      }
      // No camera, or none that could be opened: the ring goes on without, and it is tried again.
      guard await time.rest(for: .seconds(1)) else { return }
    }
  }

  /// Ends the rings that this card answers; false when there is none.
  private func answer(with card: Card) -> Bool {
    let answered = rings.withLock { rings in
      let answered = rings.filter { $0.plan.isAnswered(by: card) }
      rings.removeAll { $0.plan.isAnswered(by: card) }
      if rings.isEmpty { outputs.apply(.silence) }
      return answered
    }
    let now = time.now
    for ring in answered {
      events.append(.dismissSuccess, of: ring.plan, detail: card.name)
      record(.dismissed(cardID: card.id), ring.armed, now)
    }
    return !answered.isEmpty
  }

  /// A code that ends nothing: shown on the display, counted, and logged now and then. Its payload is told to nobody.
  private func sawWrongCode(_ watch: inout WrongCodeWatch, named name: String?) {
    guard isRinging else { return }
    face.sawWrongCode(at: time.monotonic)
    guard watch.isNews(at: time.monotonic) else { return }
    drive()
    let plans = rings.withLock { rings in
      for index in rings.indices { rings[index].wrongCodes += 1 }
      return rings.map(\.plan)
    }
    for plan in plans {
      events.append(
        .dismissFail, of: plan,
        detail: name.map { "the card \($0) does not answer this alarm" } ?? "no card of this clock")
    }
  }
}

extension Ringer: Pulse {
  var beats: Int { rounds.load(ordering: .relaxed) }
  /// While it rings it comes round by itself, twice a second.
  func prod() { begun.continuation.yield() }
}

/// When the lamp helps: on in the dark, off again only when it is bright by far, so that its own light does not
/// make it flicker.
struct LampControl {
  private var isOn = false

  static let dark = 50
  static let bright = 190

  /// `brightness` is the frame's mean grey, 0…255.
  mutating func isNeeded(brightness: Int) -> Bool {
    isOn = isOn ? brightness < Self.bright : brightness < Self.dark
    return isOn
  }
}

/// A wrong code held before the camera is seen 15 times a second: news is one after a second without, or every 10 s.
struct WrongCodeWatch {
  private var lastSeen: Duration?
  private var lastTold: Duration?

  mutating func isNews(at now: Duration) -> Bool {
    defer { lastSeen = now }
    if let lastSeen, let lastTold, now - lastSeen < .seconds(1), now - lastTold < .seconds(10) { return false }
    // However often it comes and goes, the log takes one a second.
    if let lastTold, now - lastTold < .seconds(1) { return false }
    lastTold = now
    return true
  }
}
