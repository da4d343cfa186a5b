import CLinux
import Glibc

/// Waits for SIGTERM (systemd), SIGINT (Ctrl-C) or SIGHUP (a closed terminal).
///
/// A Dispatch signal source would lose signals, because it ignores the signal a moment before it starts to listen.
package struct StopSignal: Sendable {
  private let signals: AsyncStream<Void>

  /// From now on these signals end `wait` instead of the process. Create only one: the handler and its eventfd stay
  /// until the process ends.
  package init() throws(SystemError) {
    let number = rouse_event_create()
    guard number >= 0 else { throw SystemError("creating an eventfd", errno) }
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    self.signals = signals
    try MachineThread.start("signals", clock: nil) {
      rouse_take_stop_signals()
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      // The signal itself interrupts poll.
      while poll(&entry, 1, -1) <= 0 {}
      continuation.yield()
    }
    rouse_note_stop_signals(number)
  }

  /// Returns after a signal, including one before this call, or when the task is canceled.
  package func wait() async { for await _ in signals { return } }
}
