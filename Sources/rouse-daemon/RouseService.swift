import ArgumentParser
import CLinux
import Control
import Daemon
import FoundationEssentials
import Glibc
import Logging
import Machine
import PlainText
import ServiceOptions

/// The service that rings. It only parses options; the `Daemon` module does the rest.
@main
struct RouseService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rouse-daemon", abstract: "The service that rings. systemd starts it; by hand: `rouse daemon`.",
    version: Release.version)

  @OptionGroup var options: ServiceOptions
  @Flag(help: "Check the board and the machine, print the results as JSON and exit (`rouse doctor`).")
  var examine = false

  static func main() {
    rouse_keep_standard_descriptors()
    // A ring must continue when the reader of the log is gone or a file reaches its size limit.
    rouse_ignore_signals()
    do {
      guard let service = try parseAsRoot() as? RouseService else { throw CleanExit.helpRequest() }
      try RouseDaemon.useMockClock(at: service.options.time, zone: service.options.zone)
      // The main thread only waits: running on the main actor would start Dispatch's pool.
      try WorkPool.shared.waitFor { try await service.serve() }
      rouse_leave(0)
    } catch let error as ControlError {
      end("rouse: \(error)", error.code.rawValue)
    } catch  where exitCode(for: error).isSuccess {
      print(fullMessage(for: error))
      rouse_leave(0)
    } catch {
      end(fullMessage(for: error), exitCode(for: error).rawValue)
    }
  }

  private func serve() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "rouse")
    logger.logLevel = Logger.Level(rawValue: options.logLevel.rawValue) ?? .info
    var places = RouseDaemon.Options()
    (places.board, places.stateFolder, places.socketPath) = (options.board, options.state, options.socket)
    (places.homeSocketPath, places.homeConfigPath) = (options.homeSocket, options.homeConfig)
    places.readyDescriptor = options.readyFd
    if examine { return try await Self.examine(places) }
    if options.allOff { return try await AllOff.run(places, logger: logger) }
    try await RouseDaemon.start(places, logger: logger).run()
  }

  private static func examine(_ places: RouseDaemon.Options) async throws {
    // Failures are findings here, not log lines.
    let logger = Logger(label: "rouse") { _ in SwiftLogNoOpLogHandler() }
    let found = Examine.Reply(findings: try await Doctor.findings(places, logger: logger))
    print(String(decoding: try JSONEncoder().encode(found), as: UTF8.self))
  }

  /// Removes control characters, because the text may come from elsewhere and end up on a terminal.
  private static func end(_ text: String, _ code: Int32) -> Never {
    let line = Array((text.printable(keeping: ["\n", "\t"]) + "\n").utf8)
    // If stderr is gone, nobody can be told.
    _ = write(STDERR_FILENO, line, line.count)
    rouse_leave(code)
  }
}
