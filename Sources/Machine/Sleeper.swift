import AlarmClock
import CLinux
import Glibc
import Synchronization

/// The sleeps of tasks, on one thread that sleeps itself. Those of `Task.sleep` are Dispatch's, which starts its pool for
/// them (`WorkPool`).
package final class Sleeper: Sendable {
  package static let shared = Sleeper()

  private struct Sleep {
    let number: UInt64
    /// Since the machine started, the time that it slept included.
    let end: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var sleeps: [Sleep] = []
    /// Those that were cancelled before they began.
    var cancelled: Set<UInt64> = []
    var lastNumber: UInt64 = 0
    /// The thread's; nil: it was not needed yet.
    var wakeup: Wakeup?
  }

  private let state = Mutex(State())
  private let time = SystemTime()

  package init() {}

  /// How many tasks sleep.
  package var count: Int { state.withLock { $0.sleeps.count } }

  /// Returns when the time is over, also where the machine slept meanwhile, or throws `CancellationError` as soon as the task is cancelled.
  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    // Without a thread Dispatch's do it.
    guard let wakeup = started() else { return try await Task.sleep(for: duration) }
    let end = time.sinceBoot + duration
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    // One that is cancelled just after its end is not to be remembered.
    defer { state.withLock { _ = $0.cancelled.remove(number) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleep(number: number, end: end, continuation: continuation), wakeup)
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ sleep: Sleep, _ wakeup: Wakeup) {
    let (isCancelled, isFirst) = state.withLock { state in
      guard !state.cancelled.contains(sleep.number) else { return (true, false) }
      let isFirst = state.sleeps.allSatisfy { $0.end > sleep.end }
      state.sleeps.append(sleep)
      return (false, isFirst)
    }
    if isCancelled { sleep.continuation.resume(throwing: CancellationError()) }
    if isFirst { wakeup.signal() }
  }

  private func cancel(_ number: UInt64) {
    let sleep = state.withLock { state -> Sleep? in
      guard let index = state.sleeps.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleeps.remove(at: index)
    }
    sleep?.continuation.resume(throwing: CancellationError())
  }

  /// What wakes the thread, which is started by the first sleep; nil: it cannot be started.
  private func started() -> Wakeup? {
    state.withLock { state in
      if let wakeup = state.wakeup { return wakeup }
      do {
        let wakeup = try Wakeup()
        let number = rouse_boot_timer_create()
        guard number >= 0 else { return nil }
        let timer = Descriptor(number)
        try MachineThread.start("sleeps") { [self] in run(wakeup, timer) }
        state.wakeup = wakeup
        return wakeup
      } catch {
        return nil
      }
    }
  }

  private func run(_ wakeup: Wakeup, _ timer: Descriptor) {
    while true {
      let now = time.sinceBoot
      let (over, next) = state.withLock { state in
        let over = state.sleeps.filter { $0.end <= now }
        state.sleeps.removeAll { $0.end <= now }
        return (over, state.sleeps.map(\.end).min())
      }
      for sleep in over { sleep.continuation.resume() }
      if let next {
        let nanoseconds = max(1, next.wholeNanoseconds)
        _ = rouse_timer_set(timer.number, nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
      }
      // One that has passed is read by being set again.
      wakeup.wait(with: next == nil ? [] : [timer.number])
    }
  }
}
