import Synchronization

/// A sleep of one task that others can end.
package final class Nap: Sendable {
  private struct State {
    var sleep: Task<Void, any Error>?
    /// Whether `end` was called while no sleep was under way; the next sleep then returns at once.
    var isEnded = false
  }

  private let state = Mutex(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// Sleeps until the time is over, the task is canceled or `end` is called; returns at once if `end` was called since
  /// the last sleep. The reason makes no difference, because the caller checks its state again in any case.
  package func sleep(for duration: Duration) async {
    let sleep = state.withLock { state -> Task<Void, any Error>? in
      guard !exchange(&state.isEnded, false) else { return nil }
      let sleep = Task(executorPreference: WorkPool.shared) { [time] in try await time.sleep(for: duration) }
      state.sleep = sleep
      return sleep
    }
    guard let sleep else { return }
    await withTaskCancellationHandler {
      _ = await sleep.result
    } onCancel: {
      sleep.cancel()
    }
    state.withLock { $0.sleep = nil }
  }

  package func end() {
    let sleep = state.withLock { state in
      state.isEnded = state.sleep == nil
      return state.sleep
    }
    // Not under the lock; see `WorkPool`.
    sleep?.cancel()
  }
}
