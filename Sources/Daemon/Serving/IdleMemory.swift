import CLinux
import Machine
import Synchronization

/// Lets go of the memory that answering has taken, once nobody asks any more.
final class IdleMemory: Sendable {
  private struct State {
    /// How often the last client has gone.
    var times = 0
    var isWaiting = false
  }

  private let time: any TimeSource
  private let isBusy: @Sendable () -> Bool
  private let state = Mutex(State())

  /// So long nobody may have come and gone.
  private static let patience: Duration = .seconds(5)

  /// - Parameter isBusy: something sounds, or will soon: that is not to wait for the heap's locks, or for pages to come
  ///   back.
  init(time: any TimeSource, isBusy: @escaping @Sendable () -> Bool) {
    self.time = time
    self.isBusy = isBusy
  }

  /// The last client has gone.
  func releaseSoon() {
    let isFirst = state.withLock { state in
      defer { state.isWaiting = true }
      state.times += 1
      return !state.isWaiting
    }
    guard isFirst else { return }
    Task(executorPreference: WorkPool.shared) {
      var isQuiet = false
      while !isQuiet {
        let before = self.state.withLock { $0.times }
        guard await self.time.rest(for: Self.patience) else { return }
        isQuiet = self.state.withLock { state in
          state.isWaiting = state.times != before
          return !state.isWaiting
        }
      }
      if !self.isBusy() { rouse_release_memory() }
    }
  }
}
