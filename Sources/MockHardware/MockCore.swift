import Hardware
import Synchronization

/// The state and failure of one device under one lock, so that no failure can come between a check and the action.
final class MockCore<State: Sendable>: Sendable {
  private struct Content {
    var state: State
    var failure: MockFailure?
  }

  let role: DeviceRole
  let history: MockHistory
  /// Ends the device's waits at every change, if it waits at all.
  let event: MockSignal?
  private let content: Mutex<Content>

  init(_ role: DeviceRole, _ state: State, _ history: MockHistory, waitingBy clock: MockClock? = nil) {
    self.role = role
    self.history = history
    event = clock?.makeSignal()
    content = Mutex(Content(state: state))
  }

  var state: State { content.withLock { $0.state } }
  var failure: MockFailure? { content.withLock { $0.failure } }

  /// Runs a device operation. Throws while the device fails with an error, otherwise passes on whether it stalls.
  func act<Outcome: Sendable>(
    _ operation: String, _ body: (inout State, _ isStalled: Bool) throws(HardwareError) -> Outcome
  ) throws(HardwareError) -> Outcome {
    try content.withLock { content throws(HardwareError) in
      if case .error(let code) = content.failure { throw HardwareError(role, operation, code: code) }
      return try body(&content.state, content.failure == .stall)
    }
  }

  /// Sets a value and records the action, unless the value is the same.
  func change<Value: Equatable>(_ value: inout Value, to new: Value, _ action: String, _ detail: String? = nil) {
    guard value != new else { return }
    value = new
    history.record(role, action, detail)
  }

  /// Changes the surroundings of the device, which works even while the device fails.
  func arrange<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    defer { event?.send() }
    return content.withLock { body(&$0.state) }
  }

  /// Records the failure, then calls `stop` to end the device's current action.
  func fail(_ failure: MockFailure, stop: (inout State) -> Void = { _ in }) {
    defer { event?.send() }
    content.withLock { content in
      guard content.failure != failure else { return }
      content.failure = failure
      history.record(role, "fail", failure.description)
      stop(&content.state)
    }
  }

  /// Records the end of the failure, then calls `resume` to adjust the state.
  func heal(resume: (inout State) -> Void = { _ in }) {
    defer { event?.send() }
    content.withLock { content in
      guard let failure = content.failure else { return }
      content.failure = nil
      history.record(role, "heal", failure.description)
      resume(&content.state)
    }
  }
}
