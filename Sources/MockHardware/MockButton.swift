import Glibc
import Hardware

/// A button that a call presses.
public final class MockButton: Button, MockDevice {
  private struct State {
    var isOpen = false
    /// Presses that `waitForPress` has not returned yet.
    var presses = 0
  }

  private let core: MockCore<State>

  public init(history: MockHistory = MockHistory(), clock: MockClock = .system) {
    core = MockCore(.button, State(), history, waitingBy: clock)
  }

  /// Whether the button is listening; always false after a failure with an error.
  public var isOpen: Bool { core.state.isOpen }

  /// Presses the button. The press is lost while the button is closed or fails.
  public func press() {
    let isStalled = core.failure == .stall
    core.arrange { state in
      core.history.record(core.role, "press")
      if state.isOpen, !isStalled { state.presses += 1 }
    }
  }

  public func open() throws(HardwareError) {
    try core.act("listening to it") { state, _ throws(HardwareError) in
      guard !state.isOpen else { return }
      state = State(isOpen: true)
      core.history.record(core.role, "open")
    }
  }

  public func waitForPress() throws(HardwareError) -> Bool {
    while true {
      let isPressed = try core.act("waiting for a press") { state, _ throws(HardwareError) -> Bool? in
        guard state.isOpen else { return false }
        guard state.presses > 0 else { return nil }
        state.presses -= 1
        return true
      }
      if let isPressed { return isPressed }
      core.event?.wait(nil)
    }
  }

  public func close() { core.arrange { close(&$0) } }

  public var failure: MockFailure? { core.failure }

  public func fail(_ failure: MockFailure) {
    core.fail(failure) { state in
      if failure != .stall { close(&state) }
    }
  }

  public func heal() { core.heal() }

  private func close(_ state: inout State) {
    guard state.isOpen else { return }
    state = State()
    core.history.record(core.role, "close")
  }
}
