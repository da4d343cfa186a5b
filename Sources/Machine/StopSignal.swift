import CLinux
import Glibc

/// SIGTERM, as systemd sends it, SIGINT, as Ctrl-C does, or SIGHUP of a terminal that closes.
///
/// Not a signal source of Dispatch: it ignores the signal first and listens a moment later, and one that comes between
/// is lost.
package struct StopSignal: Sendable {
  private let signals: AsyncStream<Void>

  /// From here on a signal no longer ends the process, but what waits. To be made once: the handler, and the eventfd it
  /// writes to, stay until the process ends.
  package init() throws(SystemError) {
    let number = rouse_event_create()
    guard number >= 0 else { throw SystemError("creating an eventfd", errno) }
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    self.signals = signals
    try MachineThread.start("signals", clock: nil) {
      rouse_take_stop_signals()
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      // Interrupted by the signal itself.
      while poll(&entry, 1, -1) <= 0 {}
      continuation.yield()
    }
    rouse_note_stop_signals(number)
  }

  /// Returns when one has come, also before this was called, or when the task is cancelled.
  package func wait() async { for await _ in signals { return } }
}
