import Synchronization

/// The sleep of one task, which others can end.
package final class Nap: Sendable {
  private struct State {
    var sleep: Task<Void, any Error>?
    /// There was none to end: the next one is over before it begins.
    var isEnded = false
  }

  private let state = Mutex(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// Sleeps until the time is over, the task is cancelled, or `end` is called; at once where it was since the last sleep. How
  /// it ended does not matter: either way it is time to look again.
  package func sleep(for duration: Duration) async {
    let sleep = state.withLock { state -> Task<Void, any Error>? in
      defer { state.isEnded = false }
      guard !state.isEnded else { return nil }
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

  /// Something has changed that the task looks at when it wakes.
  package func end() {
    let sleep = state.withLock { state in
      state.isEnded = state.sleep == nil
      return state.sleep
    }
    // Not under the lock (`WorkPool`).
    sleep?.cancel()
  }
}
