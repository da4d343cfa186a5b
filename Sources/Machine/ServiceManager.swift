import CLinux
import Glibc

/// Notifies systemd through the protocol of sd_notify(3); does nothing without systemd. Implemented here because
/// libsystemd would load five more libraries into the process that rings.
package struct ServiceManager: Sendable {
  /// The interval at which systemd expects a sign of life, or else restarts the service (`WatchdogSec=`). `nil` if it
  /// does not.
  package let watchdogInterval: Duration?
  /// Whether systemd runs the service and restarts it when it ends.
  package let isThere: Bool
  private let send: @Sendable (String) -> Void
  /// The descriptor on which the parent process waits for a line (`--ready-fd`).
  private let readyDescriptor: Int32?

  /// `variable` reads systemd's environment (sd_notify(3), sd_watchdog_enabled(3)); `send` replaces systemd in tests.
  package init(
    readyDescriptor: Int32? = nil, variable: (String) -> String? = { getenv($0).map { String(cString: $0) } },
    send: (@Sendable (String) -> Void)? = nil
  ) {
    self.readyDescriptor = readyDescriptor
    // Child processes must not keep it open.
    if let readyDescriptor, readyDescriptor > STDERR_FILENO { _ = fcntl(readyDescriptor, F_SETFD, FD_CLOEXEC) }
    let socket = variable("NOTIFY_SOCKET")
    // Child processes inherit the variables, but the watchdog is not for them.
    let isMeant = variable("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    let interval = variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? Duration.microseconds($0) : nil }
    watchdogInterval = isMeant ? interval : nil
    isThere = socket != nil
    // A failed send needs no error: systemd itself acts on missing signs of life.
    self.send = send ?? { message in _ = socket.map { rouse_notify($0, message) } }
  }

  /// Reports that the alarms are armed and requests are answered.
  package func ready() {
    send("READY=1")
    guard let readyDescriptor else { return }
    // Fails if the parent has closed its end, because it no longer waits.
    _ = write(readyDescriptor, "ready\n", 6)
    if readyDescriptor > STDERR_FILENO { close(readyDescriptor) }
  }
  package func stopping() { send("STOPPING=1") }
  package func isAlive() { send("WATCHDOG=1") }
}
