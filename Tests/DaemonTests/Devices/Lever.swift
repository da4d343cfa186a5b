import Glibc
import Hardware
import Synchronization

/// A device that does as the test says, and remembers what it was told.
final class Lever: Sendable {
  private struct State {
    var told: [Int] = []
    var failure: Int32?
    var isBlocked = false
    var happening: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func set(_ value: Int) throws(HardwareError) {
    while state.withLock({ $0.isBlocked }) { usleep(1000) }
    let event = state.withLock { state in
      defer { state.happening = nil }
      return state.happening
    }
    event?()
    try state.withLock { state throws(HardwareError) in
      if let failure = state.failure { throw HardwareError(.lamp, "turning", code: failure) }
      // A device that is to do something is told so again and again.
      if state.told.last != value { state.told.append(value) }
    }
  }

  func fail(_ code: Int32?) { state.withLock { $0.failure = code } }
  /// Does something once, while it is told.
  func next(_ happening: @escaping @Sendable () -> Void) { state.withLock { $0.happening = happening } }
  func block(_ isBlocked: Bool) { state.withLock { $0.isBlocked = isBlocked } }
  var told: [Int] { state.withLock { $0.told } }
}
