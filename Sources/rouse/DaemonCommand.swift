import ArgumentParser
import Daemon
import Logging

/// `rouse daemon`: the service itself.
struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon", abstract: "Run the service that rings (systemd starts it).",
    discussion: """
      Without --board it reads /etc/rouse/board.json5; without that file it runs on the mock board, whose devices only \
      record what they are told. A systemd unit has to ask for the mock board. To try things out beside a real one:

        rouse daemon --board mock --state /tmp/rouse --socket /tmp/rouse.sock
      """)

  @Option(help: ArgumentHelp("`mock`, or a board file (JSON5).", valueName: "mock|FILE"))
  var board: String?

  @Option(help: ArgumentHelp("The folder that keeps alarms, cards and the log.", valueName: "DIR"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "Where to listen. Otherwise ROUSE_SOCKET, else /run/rouse/control.sock for root and the service, else in your "
        + "runtime folder, or without one in ~/.local/state/rouse.", valueName: "PATH"))
  var socket: String?

  @Flag(help: "Only turn every device off, and exit: what systemd does after the service has died.")
  var allOff = false

  @Option(help: "How much to log to standard error: trace, debug, info, notice, warning, error.")
  var logLevel = Logger.Level.info

  func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "rouse")
    logger.logLevel = logLevel
    let options = RouseDaemon.Options(board: board, stateFolder: state, socketPath: socket)
    if allOff { return try await AllOff.run(options, logger: logger) }
    try await RouseDaemon.start(options, logger: logger).run()
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
