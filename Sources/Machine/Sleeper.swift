import AlarmClock
import Synchronization

/// Runs the sleeps of all tasks with one thread. `Task.sleep` would make Dispatch start its thread pool (`WorkPool`).
package final class Sleeper: Sendable {
  package static let shared = Sleeper()

  private struct Sleep {
    let number: UInt64
    /// The time since boot, including suspended time.
    let end: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var sleeps: [Sleep] = []
    var lastNumber: UInt64 = 0
    /// Wakes the thread at the end of the earliest sleep; `nil` before the first sleep. A new earliest sleep sets the
    /// timer itself, without waking the thread.
    var timer: BootTimer?

    func setTimer() {
      guard let timer, let end = sleeps.map(\.end).min() else { return }
      timer.set(end)
    }
  }

  private let state = Mutex(State())
  /// `nil` for the real clock.
  private let clock: VirtualTime?

  package init(clock: VirtualTime? = nil) { self.clock = clock }

  private var sinceBoot: Duration { clock?.monotonic ?? SystemTime().sinceBoot }

  package var count: Int { state.withLock { $0.sleeps.count } }

  /// Returns when the time, including suspended time, is over; throws `CancellationError` once the task is canceled.
  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    // If no thread can be started, Dispatch does it instead.
    do { try start() } catch { return try await Task.sleep(for: duration) }
    let end = sinceBoot + duration
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleep(number: number, end: end, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ sleep: Sleep) {
    let isCancelled = state.withLock { state in
      // A later cancellation finds the sleep.
      guard !Task.isCancelled else { return true }
      let isFirst = state.sleeps.allSatisfy { $0.end > sleep.end }
      state.sleeps.append(sleep)
      if isFirst { state.setTimer() }
      return false
    }
    if isCancelled { sleep.continuation.resume(throwing: CancellationError()) }
  }

  private func cancel(_ number: UInt64) {
    let sleep = state.withLock { state in
      state.sleeps.firstIndex { $0.number == number }.map { state.sleeps.remove(at: $0) }
    }
    sleep?.continuation.resume(throwing: CancellationError())
  }

  /// Starts the thread, which otherwise happens at the first sleep. Call this early in a process that may run out of
  /// descriptors: without the thread, sleeps fall back to Dispatch, which traps if it cannot open its own timer.
  package func start() throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      guard state.timer == nil else { return }
      let timer = try BootTimer(clock: clock)
      try MachineThread.start("sleeps", clock: clock) { [self] in run(timer) }
      state.timer = timer
    }
  }

  private func run(_ timer: BootTimer) {
    while true {
      timer.wait()
      let now = sinceBoot
      let over = state.withLock { state in
        let over = state.sleeps.filter { $0.end <= now }
        state.sleeps.removeAll { $0.end <= now }
        state.setTimer()
        return over
      }
      for sleep in over { sleep.continuation.resume() }
    }
  }
}
