import AlarmClock
import Synchronization

@testable import Daemon
@testable import Machine

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

  private let state: Mutex<State>

  /// Whether the time of day is trusted, by NTP or another source.
  var trust: ClockTrust { ClockTrust(isTrusted: state.withLock { $0.isTrusted }, why: "the test says so") }
  func trust(_ isTrusted: Bool) { state.withLock { $0.isTrusted = isTrusted } }

  /// - Parameter tick: how far the clock moves each time that the time of day is read.
  init(_ now: Instant, tick: Duration = .zero) { state = Mutex(State(now: now, tick: tick)) }

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
  /// The number of sleeps that have begun.
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
}
