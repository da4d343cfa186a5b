import CLinux
import Glibc

/// What systemd is told of the service, by the datagrams of sd_notify(3). Without systemd nobody listens, and nothing is
/// lost. By ourselves, as libsystemd would map five more libraries into the process that rings.
package struct ServiceManager: Sendable {
  /// How often systemd wants a sign of life, or it restarts the service (`WatchdogSec=`); nil: never.
  package let watchdogInterval: Duration?
  /// Whether systemd runs the service, and starts it again when it ends.
  package let isThere: Bool
  private let send: @Sendable (String) -> Void
  /// Who started the service waits there for a line (`--ready-fd`).
  private let readyDescriptor: Int32?

  /// - Parameter variable: of the environment that systemd has made (sd_notify(3), sd_watchdog_enabled(3)).
  package init(
    readyDescriptor: Int32? = nil, variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    self.readyDescriptor = readyDescriptor
    // Children must not keep it open.
    if let readyDescriptor, readyDescriptor > STDERR_FILENO { _ = fcntl(readyDescriptor, F_SETFD, FD_CLOEXEC) }
    let socket = variable("NOTIFY_SOCKET")
    // Children have the variables as well; they are not meant.
    let isMeant = variable("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    let interval = variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? Duration.microseconds($0) : nil }
    watchdogInterval = isMeant ? interval : nil
    isThere = socket != nil
    // A message that cannot be sent has no reader: systemd itself acts on missing signs of life.
    send = { message in _ = socket.map { rouse_notify($0, message) } }
  }

  /// For tests: what would be sent.
  package init(watchdogInterval: Duration?, send: @escaping @Sendable (String) -> Void) {
    self.watchdogInterval = watchdogInterval
    readyDescriptor = nil
    isThere = true
    self.send = send
  }

  /// Armed and answering.
  package func ready() {
    send("READY=1")
    guard let readyDescriptor else { return }
    // Whoever has closed the other end does not wait any more.
    _ = write(readyDescriptor, "ready\n", 6)
    if readyDescriptor > STDERR_FILENO { close(readyDescriptor) }
  }
  package func stopping() { send("STOPPING=1") }
  package func isAlive() { send("WATCHDOG=1") }
}
