import ArgumentParser
import Glibc

/// The options of the service, shared by `rouse daemon` and `rouse-daemon`.
public struct ServiceOptions: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("`mock`, or a board file (JSON5).", valueName: "mock|FILE"))
  public var board: String?

  @Option(help: ArgumentHelp("The folder that keeps alarms, cards and the log.", valueName: "DIR"))
  public var state: String?

  @Option(
    help: ArgumentHelp(
      "Where to listen. Default: ROUSE_SOCKET, else /run/rouse/control.sock for root and the service, else your "
        + "runtime folder, or without one ~/.local/state/rouse.", valueName: "PATH"))
  public var socket: String?

  @Option(
    help: ArgumentHelp(
      "Where to listen to rouse-mqtt, which connects the clock to Home Assistant. Default: nowhere.",
      valueName: "PATH"))
  public var homeSocket: String?

  @Option(
    help: ArgumentHelp(
      "The file (JSON5) whose `commands` list what rouse-mqtt may ask for; it must belong to root or to the user who "
        + "runs this. Default: /etc/rouse/mqtt.json5.", valueName: "FILE"))
  public var homeConfig: String?

  @Option(
    help: ArgumentHelp(
      "A descriptor that is open for writing, such as a pipe. It gets the line `ready` once requests are answered.",
      valueName: "N"))
  public var readyFd: Int32?

  @Option(
    help: ArgumentHelp(
      "Run on a mock clock that starts at this time: see `rouse help mock`. Needs a board of mock devices and a "
        + "state folder of its own.", valueName: "'YYYY-MM-DD HH:MM'"))
  public var time: String?

  @Option(help: ArgumentHelp("The time zone of the mock clock. Default: the machine's.", valueName: "NAME"))
  public var zone: String?

  @Flag(help: "Turn every device off and exit; systemd runs this after the service has died.")
  public var allOff = false

  @Option(help: "How much to log to standard error.")
  public var logLevel = LogLevel.info

  public init() {}

  public func validate() throws {
    if time != nil, state == nil {
      throw ValidationError(
        "--time needs a state folder of its own: --state /tmp/rouse-mock, never used on the real clock")
    }
    if zone != nil, time == nil {
      throw ValidationError("--zone sets the zone of a mock clock and needs --time: --time '2027-03-28 01:50'")
    }
    guard let readyFd else { return }
    let flags = fcntl(readyFd, F_GETFL)
    guard flags != -1, flags & O_ACCMODE != O_RDONLY else {
      throw ValidationError("--ready-fd \(readyFd): it is not open for writing. In a shell: --ready-fd 3 3>FILE")
    }
  }
}

/// The levels of swift-log, by its names.
public enum LogLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
  case trace, debug, info, notice, warning, error, critical
}
