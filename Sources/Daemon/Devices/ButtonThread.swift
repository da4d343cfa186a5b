import Hardware
import Machine
import Synchronization

/// Hears of a button's presses, on a thread of its own, which sleeps until there is one.
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

  /// - Parameter pressed: called for each press; returns at once.
  init(
    _ button: any Button, health: DeviceHealth, pressed: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.button = button
    self.health = health
    self.pressed = pressed
    wakeup = try Wakeup()
    try MachineThread.start("button") { [self] in run() }
  }

  /// Tries soon again what has failed.
  func askAgain() {
    state.withLock { $0.failureCount = 0 }
    wakeup.signal()
  }

  /// It is listened to, or cannot be.
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
    // Where it was opened after it had been closed for the last time.
    button.close()
  }
}
