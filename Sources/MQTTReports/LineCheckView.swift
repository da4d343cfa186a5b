import Control

/// One step of a try to reach the broker, as `rouse-mqtt check` says it: a line each, as JSON.
public struct LineCheckView: Codable, Sendable, Hashable {
  public enum Step: String, Codable, Sendable, CaseIterable {
    /// The file can be read, and is right.
    case file
    case password
    /// The broker's name has an address.
    case name
    /// Somebody listens there.
    case tcp
    case tls
    /// The broker takes the account.
    case account
    /// The account may say how the clock is.
    case publish
    /// It may hear what the house wants.
    case subscribe
    /// The daemon is there, and `rouse-mqtt` talks to it.
    case daemon
    /// Home Assistant can be told of the clock.
    case discovery

    /// For people.
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
    /// It was not tried, and `what` says why.
    case left
  }

  /// In seconds: longer no try takes.
  public static let longest: UInt32 = 240

  public var step: Step
  public var outcome: Outcome
  /// One line.
  public var what: String
  /// What helps; nil: nothing has to be mended.
  @OrNull public var fix: String?

  public init(_ step: Step, _ outcome: Outcome, _ what: String, fix: String? = nil) {
    self.step = step
    self.outcome = outcome
    self.what = what
    self.fix = fix
  }
}
