import Logging
import PlainText
import Synchronization

/// Logs on a thread of its own: a reader that stalls, be it a pipe or the journal, must not hold up who tells of a
/// ring.
package final class LogWriter: Sendable {
  private struct Line: Sendable {
    var level: Logger.Level
    var message: String
  }

  private struct State {
    var lines: [Line] = []
    var dropped = 0
    var isWriting = false
  }

  private static let mostLines = 1000

  private let state = Mutex(State())
  private let wakeup: Wakeup
  private let logger: Logger

  package init(logger: Logger) throws(SystemError) {
    self.logger = logger
    // A reader who is slow does not hold up a mock clock.
    wakeup = try Wakeup(clock: nil)
    try MachineThread.start("log", clock: nil) { [self] in run() }
  }

  /// Never blocks; lines are dropped, and counted, while nobody reads.
  package func log(_ level: Logger.Level, _ message: String) {
    let message = Self.line(message)
    state.withLock { state in
      guard state.lines.count < Self.mostLines else { return state.dropped += 1 }
      state.lines.append(Line(level: level, message: message))
    }
    wakeup.signal()
  }

  /// A message as one line without control characters, whatever it quotes.
  package static func line(_ message: String) -> String {
    message.split(separator: "\n").joined(separator: "; ").printable()
  }

  /// Everything was written.
  package var isIdle: Bool { state.withLock { $0.lines.isEmpty && !$0.isWriting } }

  private func run() {
    while true {
      let (lines, dropped) = state.withLock { state in
        defer {
          state.isWriting = !state.lines.isEmpty
          state.lines = []
          state.dropped = 0
        }
        return (state.lines, state.dropped)
      }
      if dropped > 0 { logger.warning("\(dropped) lines were dropped, as nobody read them") }
      for line in lines { logger.log(level: line.level, "\(line.message)") }
      if lines.isEmpty { wakeup.wait() }
    }
  }
}
