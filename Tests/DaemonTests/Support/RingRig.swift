import Hardware
import Storage
import Testing

@testable import AlarmClock
@testable import Daemon
@testable import Machine

/// A ringer with fake devices and its own time.
struct RingRig {
  let time = ManualTime(morning)
  let outputs = FakeOutputs()
  let cards: FakeCards
  let events: EventLog
  let outcomes = Outcomes()
  let inForce = BookInForce(AlarmBook())
  let face: ClockFace
  let ringer: Ringer

  init(_ cards: [Card] = [card("bath"), card("door")], isBlind: Bool = false) throws {
    self.cards = FakeCards(cards, endsAtOnce: isBlind)
    events = EventLog(time: time, log: try quietLog())
    let outcomes = outcomes
    face = ClockFace(inForce)
    ringer = Ringer(
      outputs: outputs, cards: self.cards, events: events, face: face, time: time,
      trust: try TrustWatch(time: time, inForce: inForce),
      looks: NoLooks(), observer: outcomes)
  }

  func ring(
    _ id: String = "aaaaaa", due: Instant = morning, cards: [String] = [], sound: String = "tone",
    change: (inout RingOverrides) -> Void = { _ in }
  ) -> ArmedOccurrence {
    var alarm = Alarm(id: id, recurrence: .instant(due), cards: cards)
    alarm.overrides.sound = sound
    alarm.overrides.silenceAfter = .seconds(600)
    change(&alarm.overrides)
    return ArmedOccurrence(of: alarm, due: due)
  }

  /// Shows every ring a scene without a card, so that the next card counts at once.
  func lookAtEmptyScene() async -> Bool {
    await eventually {
      time.advance(by: .milliseconds(70))
      cards.see()
      return ringer.isRinging && ringer.current.allSatisfy(\.state.isReadyForCards)
    }
  }

  /// Takes away a card that lies in view, for long enough that it counts when it is shown again.
  func takeAway(_ name: String) async -> Bool {
    await eventually {
      time.advance(by: .milliseconds(70))
      cards.see()
      return ringer.current.allSatisfy { !$0.state.lyingCards.contains("id-\(name)") }
    }
  }

  func count(_ kind: Event.Kind) -> Int { events.pending.filter { $0.kind == kind }.count }

  func run(_ body: () async throws -> Void) async throws {
    let running = Task { [ringer] in await ringer.run() }
    defer { running.cancel() }
    try await body()
  }

  /// Begins rings while the ringer runs, and calls `body` once the camera looks.
  func ringing(_ rings: [ArmedOccurrence]? = nil, _ body: () async throws -> Void) async throws {
    try await run {
      ringer.begin((rings ?? [ring()]).map { OpenRing($0) })
      #expect(await eventually { cards.openings == 1 })
      try await body()
    }
  }

  /// Shows a card after an empty scene, so that it counts at once.
  func bring(_ name: String, brightness: Int = 120, sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(await lookAtEmptyScene(), sourceLocation: sourceLocation)
    cards.see(name, brightness: brightness)
  }

  var shown: DisplayFace { outputs.state.withLock { $0.face } }
  var isLit: Bool { outputs.state.withLock { $0.isLit } }

  func set(_ change: (inout Settings) -> Void) { inForce.change { change(&$0.settings) } }
}

extension ArmedOccurrence {
  /// Arms an alarm that rings once and is not in the book.
  init(of id: String, due: Instant) { self.init(of: Alarm(id: id, recurrence: .instant(due)), due: due) }

  init(of alarm: Alarm, due: Instant) {
    self.init(
      occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none), plan: Settings().plan(for: alarm),
      recurrence: alarm.recurrence, isSkipped: false)
  }
}

/// A clock that only the test moves.
final class ManualTime: TimeSource {
  private struct Sleeper {
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Instant
    var tick: Duration = .zero
    var monotonic: Duration = .seconds(100_000)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var count = 0
    var isTrusted = true
    var boots = 1
    var boot = "boot 1"
    /// The monotonic time at which the machine started.
    var booted: Duration = .zero
  }

  private let state: Box<State>

  /// Whether the time of day is trusted, by NTP or another source.
  var trust: ClockTrust { ClockTrust(isTrusted: state.withLock { $0.isTrusted }, why: "the test says so") }
  func trust(_ isTrusted: Bool) { state.withLock { $0.isTrusted = isTrusted } }

  /// - Parameter tick: how far the clock moves each time that the time of day is read.
  init(_ now: Instant, tick: Duration = .zero) { state = Box(State(now: now, tick: tick)) }

  var reading: ClockReading {
    state.withLock { state in
      defer { state.now += state.tick }
      return ClockReading(now: state.now, sinceBoot: state.monotonic - state.booted, boot: state.boot)
    }
  }
  var monotonic: Duration { state.withLock { $0.monotonic } }

  /// Cuts the power for `duration`; the real-time clock keeps running.
  func cutPower(for duration: Duration) {
    advance(by: duration)
    state.withLock { state in
      state.boots += 1
      state.boot = "boot \(state.boots)"
      state.booted = state.monotonic
    }
  }

  /// Sets the time of day, as NTP does. The monotonic clock is not affected.
  func step(by duration: Duration) { state.withLock { $0.now += duration } }

  /// Moves both clocks, and returns the count of sleeps to expect once all woken tasks sleep again.
  @discardableResult
  func advance(by duration: Duration) -> Int {
    let (woken, last) = state.withLock { state in
      state.now += duration
      state.monotonic += duration
      let due = state.sleepers.filter { $0.value.deadline <= state.monotonic }
      for id in due.keys { state.sleepers[id] = nil }
      return (due.values.map(\.continuation), state.count + due.count)
    }
    for continuation in woken { continuation.resume() }
    return last
  }

  var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }
  var sleeps: Int { state.withLock { $0.count } }

  /// Moves the monotonic clock alone, and wakes nobody.
  func advanceMonotonic(by duration: Duration) { state.withLock { $0.monotonic += duration } }

  func sleep(for duration: Duration) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers[id] = Sleeper(deadline: state.monotonic + duration, continuation: continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Lets `step` pass again and again until a condition holds. Records an issue and returns `false` if that hangs.
  @discardableResult
  func eventually(
    every step: Duration, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async rethrows -> Bool {
    try await DaemonTests.eventually(sourceLocation: sourceLocation) {
      advance(by: step)
      return try await condition()
    }
  }

  /// Lets `duration` pass in steps, and waits after each one until the tasks that woke sleep again.
  func pass(_ duration: Duration, step: Duration = .milliseconds(100)) async {
    await look { hasSleepers }
    var left = duration
    while left > .zero {
      let last = advance(by: min(step, left))
      left -= step
      await look { sleeps >= last }
    }
  }

  /// Waits for a condition for at most about 50 ms, because a task that has ended does not sleep again.
  private func look(_ isSo: () -> Bool) async {
    for _ in 0..<50 where !isSo() { _ = try? await Task.sleep(for: .milliseconds(1)) }
  }
}
