import Machine
import Synchronization

/// A part that has to answer for alarms to ring.
protocol Pulse: Sendable {
  /// Counts on each time the part has come round.
  var beats: Int { get }
  /// Asks it to come round soon, without waiting.
  func prod()
}

/// Tells systemd that the service lives, only while scheduler and ringer answer: one that hangs is restarted, and an
/// alarm that was ringing rings on. Whatever clients of the control socket do has no part in it.
final class Watchdog: Sendable {
  private let parts: [any Pulse]
  private let manager: ServiceManager
  private let seen: Mutex<[Int]>
  private let wakeup: Wakeup

  init(_ parts: [any Pulse], manager: ServiceManager) throws(SystemError) {
    self.parts = parts
    self.manager = manager
    // No part has been prodded yet, so none has to have moved.
    seen = Mutex(parts.map { _ in -1 })
    // systemd counts by the real clock.
    wakeup = try Wakeup(clock: nil)
  }

  /// Starts the thread, where systemd wants signs of life.
  func start() throws(SystemError) {
    guard let interval = manager.watchdogInterval else { return }
    try MachineThread.start("watchdog", clock: nil) { [self] in
      while true {
        look()
        // Three looks an interval: one that comes late is not the end.
        wakeup.wait(timeout: interval / 3)
      }
    }
  }

  /// Gives a sign of life if every part has come round since the last look, and prods them for the next.
  func look() {
    let now = parts.map(\.beats)
    let isAlive = seen.withLock { seen in
      defer { seen = now }
      return zip(now, seen).allSatisfy { $0 != $1 }
    }
    if isAlive { manager.isAlive() }
    for part in parts { part.prod() }
  }
}
