import CSystemd
import Glibc

/// What systemd is told of the service (sd_notify(3)). Without systemd nobody listens, and nothing is lost.
struct ServiceManager: Sendable {
  /// How often systemd wants a sign of life, or it restarts the service (`WatchdogSec=`); nil: never.
  let watchdogInterval: Duration?
  /// Whether systemd runs the service, and starts it again when it ends (NOTIFY_SOCKET, sd_notify(3)).
  let isThere: Bool
  private let send: @Sendable (String) -> Void

  init() {
    var microseconds: UInt64 = 0
    watchdogInterval = sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(Int64(microseconds)) : nil
    isThere = getenv("NOTIFY_SOCKET") != nil
    // A message that cannot be sent has no reader: systemd itself acts on missing signs of life.
    send = { _ = sd_notify(0, $0) }
  }

  /// For tests: what would be sent.
  init(watchdogInterval: Duration?, send: @escaping @Sendable (String) -> Void) {
    self.watchdogInterval = watchdogInterval
    isThere = true
    self.send = send
  }

  /// Armed and answering.
  func ready() { send("READY=1") }
  func stopping() { send("STOPPING=1") }
  func isAlive() { send("WATCHDOG=1") }
}
