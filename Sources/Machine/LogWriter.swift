import Logging
import PlainText
import Synchronization

/// Writes the log on its own thread, so that a stalled reader (a pipe or the journal) cannot delay a ring.
package final class LogWriter: Sendable {
  private struct State {
    var lines: [(level: Logger.Level, message: String)] = []
    var dropped = 0
    var isWriting = false
  }

  private static let mostLines = 1000

  private let state = Mutex(State())
  private let wakeup: Wakeup
  private let logger: Logger

  package init(logger: Logger) throws(SystemError) {
    self.logger = logger
    // A slow reader must not hold up a mock clock.
    wakeup = try Wakeup(clock: nil)
    try MachineThread.start("log", clock: nil) { [self] in run() }
  }

  /// Never blocks. If the reader stalls, further lines are dropped and counted.
  package func log(_ level: Logger.Level, _ message: String) {
    let message = Self.line(message)
    state.withLock { state in
      guard state.lines.count < Self.mostLines else { return state.dropped += 1 }
      state.lines.append((level, message))
    }
    wakeup.signal()
  }

  /// Converts a message to one line without control characters.
  package static func line(_ message: String) -> String {
    message.split(separator: "\n").joined(separator: "; ").printable()
  }

  package var isIdle: Bool { state.withLock { $0.lines.isEmpty && !$0.isWriting } }

  private func run() {
    while true {
      let (lines, dropped) = state.withLock { state in
        state.isWriting = !state.lines.isEmpty
        return (exchange(&state.lines, []), exchange(&state.dropped, 0))
      }
      if dropped > 0 { logger.warning("\(dropped) lines were dropped, because nobody read them") }
      for line in lines { logger.log(level: line.level, "\(line.message)") }
      if lines.isEmpty { wakeup.wait() }
    }
  }
}
