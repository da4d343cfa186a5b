/// Checks everything that alarms depend on. Takes some seconds and makes no noise.
public typealias Examine = PlainCommand<FindingList>

public struct FindingList: LongPlainReply {
  public static let command = "doctor"
  public var findings: [FindingView]
  public init(findings: [FindingView]) { self.findings = findings }
}

/// A problem with its remedy.
public struct TroubleView: Codable, Sendable, Hashable {
  public var why: String
  public var fix: String
  public init(why: String, fix: String) { (self.why, self.fix) = (why, fix) }
}

/// The result of one check.
public struct FindingView: Codable, Sendable, Hashable {
  public enum Level: String, Codable, Sendable {
    case ok
    /// Alarms ring, but less reliably than possible.
    case warning
    /// An alarm could fail, at least in part.
    case problem
  }
  /// The checked thing: a device's role, or `groups`, `mixer`, `clock`, `processor`, `overlays`, `audio`, `lines`,
  /// `kernel`, `disk`, `watchdog`, `priority`, `space`, `state` and so on.
  public var check: String
  public var level: Level
  public var what: String
  /// Why it matters; `nil` if all is well.
  @OrNull public var why: String?
  /// The remedy, with the exact command; `nil` if all is well.
  @OrNull public var fix: String?
  public init(check: String, level: Level, what: String, why: String?, fix: String?) {
    (self.check, self.level, self.what, self.why, self.fix) = (check, level, what, why, fix)
  }

  public static func ok(_ check: String, _ what: String) -> FindingView {
    FindingView(check: check, level: .ok, what: what, why: nil, fix: nil)
  }
  public static func warning(_ check: String, _ what: String, why: String, fix: String) -> FindingView {
    FindingView(check: check, level: .warning, what: what, why: why, fix: fix)
  }
  public static func problem(_ check: String, _ what: String, why: String, fix: String) -> FindingView {
    FindingView(check: check, level: .problem, what: what, why: why, fix: fix)
  }
}
