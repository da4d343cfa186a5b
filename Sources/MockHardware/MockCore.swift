import Hardware
import Synchronization

/// One device's state and failure under one lock, so that a failure never falls between a check and its act.
final class MockCore<State: Sendable>: Sendable {
  private struct Content {
    var state: State
    var failure: MockFailure?
  }

  let role: DeviceRole
  let history: MockHistory
  private let content: Mutex<Content>

  init(_ role: DeviceRole, _ state: State, _ history: MockHistory) {
    self.role = role
    self.history = history
    content = Mutex(Content(state: state))
  }

  var state: State { content.withLock { $0.state } }
  var failure: MockFailure? { content.withLock { $0.failure } }

  /// Does something with the device: throws while it fails with an error, else says whether it stalls.
  func act<Outcome: Sendable>(
    _ operation: String, _ body: (inout State, _ isStalled: Bool) throws(HardwareError) -> Outcome
  ) throws(HardwareError) -> Outcome {
    try content.withLock { content throws(HardwareError) in
      if case .error(let code) = content.failure { throw HardwareError(role, operation, code: code) }
      return try body(&content.state, content.failure == .stall)
    }
  }

  /// Changes what lies outside the device, which no failure prevents.
  func arrange<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    content.withLock { body(&$0.state) }
  }

  /// Records the failure, then lets `stop` end what the device was doing.
  func fail(_ failure: MockFailure, stop: (inout State) -> Void) {
    content.withLock { content in
      guard content.failure != failure else { return }
      content.failure = failure
      history.record(role, "fail", failure.description)
      stop(&content.state)
    }
  }

  /// Records that the failure is over, then lets `resume` adjust the state.
  func heal(resume: (inout State) -> Void = { _ in }) {
    content.withLock { content in
      guard let failure = content.failure else { return }
      content.failure = nil
      history.record(role, "heal", failure.description)
      resume(&content.state)
    }
  }
}
