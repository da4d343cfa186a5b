import Hardware
import Machine
import Synchronization

/// Waits for presses of a button, on its own thread.
final class ButtonThread: Sendable {
  private struct State {
    var isListening = false
    var failureCount = 0
    var isStopped = false
  }

  private let button: any Button
  private let health: DeviceHealth
  private let pressed: @Sendable () -> Void
  private let wakeup: Wakeup
  private let state = Mutex(State())

  init(
    _ button: any Button, health: DeviceHealth, pressed: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.button = button
    self.health = health
    self.pressed = pressed
    wakeup = try Wakeup()
    try MachineThread.start("button") { [self] in run() }
  }

  func askAgain() {
    state.withLock { $0.failureCount = 0 }
    wakeup.signal()
  }

  var isSettled: Bool { state.withLock { $0.isListening || $0.failureCount > 0 } }

  func stop() {
    state.withLock { $0.isStopped = true }
    button.close()
    wakeup.signal()
  }

  private func run() {
    while !state.withLock({ $0.isStopped }) {
      do throws(HardwareError) {
        try button.open()
        state.withLock { $0 = State(isListening: true, isStopped: $0.isStopped) }
        health.worked(.button)
        while try button.waitForPress() { pressed() }
      } catch {
        let failureCount = state.withLock { state in
          state.isListening = false
          state.failureCount += 1
          return state.failureCount
        }
        health.failed(error)
        wakeup.wait(timeout: SensorThread.delay(afterFailures: failureCount))
      }
    }
    // It may have been opened after `stop` closed it.
    button.close()
  }
}
