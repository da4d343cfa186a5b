import Control

/// A step in a test of the connection to the broker: a line of JSON from `rouse-mqtt check`.
public struct LineCheckView: Codable, Sendable, Hashable, Error {
  public enum Step: String, Codable, Sendable, CaseIterable {
    /// The file is readable and valid.
    case file
    case password
    /// The broker's name has an address.
    case name
    /// The port accepts a connection.
    case tcp
    case tls
    /// The broker accepts the account.
    case account
    /// The account may publish the state of the clock.
    case publish
    /// The account may receive commands.
    case subscribe
    /// The daemon runs, and is connected to `rouse-mqtt`.
    case daemon
    /// The broker accepts the announcement for Home Assistant.
    case discovery

    public var words: String {
      switch self {
      case .tcp: "connection"
      case .tls: "TLS"
      case .publish: "publishing"
      case .subscribe: "subscribing"
      default: rawValue
      }
    }
  }

  public enum Outcome: String, Codable, Sendable {
    case ok, failed
    /// Not tested; `what` says why.
    case left
  }

  /// Seconds that a test can take.
  public static let longest: UInt32 = 240

  public var step: Step
  public var outcome: Outcome
  /// One line.
  public var what: String
  /// `nil` if nothing needs to be fixed.
  @OrNull public var fix: String?

  public init(_ step: Step, _ outcome: Outcome, _ what: String, fix: String? = nil) {
    self.step = step
    self.outcome = outcome
    self.what = what
    self.fix = fix
  }
}
