import AlarmClock
import Synchronization

@testable import Daemon
@testable import Machine

/// A clock that only the test moves.
final class ManualTime: TimeSource, TrustSource {
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
    /// What the clock that never steps said when the machine started.
    var booted: Duration = .zero
  }

  private let state: Mutex<State>

  /// Whether NTP, or whatever there is, stands behind the time of day.
  var trust: ClockTrust { ClockTrust(isTrusted: state.withLock { $0.isTrusted }, why: "the test says so") }
  func trust(_ isTrusted: Bool) { state.withLock { $0.isTrusted = isTrusted } }

  /// - Parameter tick: how much later it is after each look at the time of day.
  init(_ now: Instant, tick: Duration = .zero) { state = Mutex(State(now: now, tick: tick)) }

  var reading: ClockReading {
    state.withLock { state in
      defer { state.now += state.tick }
      return ClockReading(now: state.now, sinceBoot: state.monotonic - state.booted, boot: state.boot)
    }
  }
  var monotonic: Duration { state.withLock { $0.monotonic } }

  /// The machine was without power for so long; its clock went on.
  func cutPower(for duration: Duration, boots: Int = 1) {
    advance(by: duration)
    state.withLock { state in
      state.boots += boots
      state.boot = "boot \(state.boots)"
      state.booted = state.monotonic
    }
  }

  /// Sets the time of day, as NTP does; the other clock goes on.
  func step(by duration: Duration) { state.withLock { $0.now += duration } }

  /// Returns which sleep will be the last when all who have woken sleep again.
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

  /// Whether anybody sleeps until a time to come.
  var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }
  /// How many sleeps were begun.
  var sleeps: Int { state.withLock { $0.count } }

  /// The other clock goes on alone, and nobody wakes.
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
}
