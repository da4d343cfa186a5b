import Glibc
import Hardware
import Synchronization

/// A device under the test's control that records the values it is given.
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
      // A device that is to be active is given its value repeatedly.
      if state.told.last != value { state.told.append(value) }
    }
  }

  func fail(_ code: Int32?) { state.withLock { $0.failure = code } }
  /// Runs `happening` once, during the next call.
  func next(_ happening: @escaping @Sendable () -> Void) { state.withLock { $0.happening = happening } }
  func block(_ isBlocked: Bool) { state.withLock { $0.isBlocked = isBlocked } }
  var told: [Int] { state.withLock { $0.told } }
}
