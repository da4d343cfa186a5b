import Glibc
import Hardware

/// A button that nobody sees: it is pressed by a call.
public final class MockButton: Button, MockDevice {
  private struct State {
    var isOpen = false
    /// That nobody has been told of.
    var presses = 0
  }

  /// A press, or the end of the waiting.
  private enum Look { case pressed, closed, wait }

  private let core: MockCore<State>
  private let event: MockSignal

  public init(history: MockHistory = MockHistory(), clock: MockClock = .system) {
    core = MockCore(.button, State(), history)
    event = clock.makeSignal()
  }

  /// Whether somebody listens to it at this moment; never after it failed with an error.
  public var isOpen: Bool { core.state.isOpen }

  /// Presses it. Nobody hears of it while it is closed or fails.
  public func press() {
    let isStalled = core.failure == .stall
    core.arrange { state in
      core.history.record(core.role, "press")
      if state.isOpen, !isStalled { state.presses += 1 }
    }
    event.send()
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
      let look = try core.act("waiting for a press") { state, _ throws(HardwareError) -> Look in
        guard state.isOpen else { return .closed }
        guard state.presses > 0 else { return .wait }
        state.presses -= 1
        return .pressed
      }
      switch look {
      case .pressed: return true
      case .closed: return false
      case .wait: event.wait(nil)
      }
    }
  }

  public func close() {
    core.arrange { close(&$0) }
    event.send()
  }

  public var failure: MockFailure? { core.failure }

  public func fail(_ failure: MockFailure) {
    core.fail(failure) { state in
      if failure != .stall { close(&state) }
    }
    event.send()
  }

  public func heal() { core.heal() }

  private func close(_ state: inout State) {
    guard state.isOpen else { return }
    state = State()
    core.history.record(core.role, "close")
  }
}
