/// The exit codes of `rouse`, from sysexits(3) where possible.
public enum ExitCode: Int32, CaseIterable, Sendable, Codable {
  case ok = 0
  case nothingFound = 1
  case usage = 64
  case badData = 65
  case noSuchFile = 66
  case unreachable = 69
  case `internal` = 70
  case cannotCreate = 73
  case cannotWrite = 74
  case tryAgain = 75
  case noAnswer = 76
  case notPermitted = 77
  case badConfiguration = 78

  /// A line for `rouse help exit-codes`.
  public var meaning: String {
    switch self {
    case .ok: "done"
    case .nothingFound:
      "not found or not OK: no such alarm or card, no QR code in a picture, `doctor` or a test found a "
        + "fault, nothing to undo, a question was not answered with yes, or a wait timed out"
    case .usage: "usage: an option, argument or value is not valid"
    case .badData: "bad data: a picture or another input file is broken"
    case .noSuchFile: "no such file"
    case .unreachable: "the daemon cannot be reached"
    case .internal: "an internal error"
    case .cannotCreate: "an output file cannot be created"
    case .cannotWrite: "writing failed: the disk is full or read-only"
    case .tryAgain:
      "try again later: an alarm is ringing or locked, the daemon is busy, or another daemon uses the state folder"
    case .noAnswer: "the daemon is running but does not answer"
    case .notPermitted: "not permitted"
    case .badConfiguration: "bad configuration: the board file, or a store of another version"
    }
  }
}
