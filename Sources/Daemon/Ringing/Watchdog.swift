import Machine
import Synchronization

/// A part that must respond for alarms to ring.
protocol Pulse: Sendable {
  /// Increases each time the part has come round.
  var beats: Int { get }
  /// Asks the part to come round soon, without waiting for it.
  func prod()
}

/// Tells systemd that the service is alive only while the scheduler and the ringer respond. If one of them hangs, the
/// service is restarted and a current ring goes on. Clients of the control socket have no influence on this.
final class Watchdog: Sendable {
  private let parts: [any Pulse]
  private let manager: ServiceManager
  private let seen: Mutex<[Int]>
  private let wakeup: Wakeup

  init(_ parts: [any Pulse], manager: ServiceManager) throws(SystemError) {
    self.parts = parts
    self.manager = manager
    // No part has been prodded yet, so none needs to have moved.
    seen = Mutex(parts.map { _ in -1 })
    // systemd counts by the real clock.
    wakeup = try Wakeup(clock: nil)
  }

  /// Starts the thread if systemd wants signs of life.
  func start() throws(SystemError) {
    guard let interval = manager.watchdogInterval else { return }
    try MachineThread.start("watchdog", clock: nil) { [self] in
      while true {
        look()
        // Three looks per interval, so that a late one does no harm.
        wakeup.wait(timeout: interval / 3)
      }
    }
  }

  /// Sends a sign of life if every part has come round since the last look, and prods them for the next.
  func look() {
    let now = parts.map(\.beats)
    let before = seen.withLock { exchange(&$0, now) }
    if zip(now, before).allSatisfy({ $0 != $1 }) { manager.isAlive() }
    for part in parts { part.prod() }
  }
}
