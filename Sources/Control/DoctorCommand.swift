/// Everything an alarm depends on, looked at: takes some seconds, makes no noise.
public struct Examine: Command {
  public static let name = "doctor"
  public static let mayTakeLong = true
  public struct Reply: Codable, Sendable {
    public var findings: [FindingView]
    public init(findings: [FindingView]) { self.findings = findings }
  }
  public init() {}
}

/// Why something does not work, and what helps.
public struct TroubleView: Codable, Sendable, Hashable {
  public var why: String
  public var fix: String
  public init(why: String, fix: String) { (self.why, self.fix) = (why, fix) }
}

/// What was found about one thing.
public struct FindingView: Codable, Sendable, Hashable {
  public enum Level: String, Codable, Sendable {
    case ok
    /// Alarms ring, but less surely than they could.
    case warning
    /// An alarm could fail, or something of it.
    case problem
  }
  /// What was looked at: a device's role, or `groups`, `mixer`, `clock`, `processor`, `overlays`, `audio`, `lines`, `kernel`,
  /// `disk`, `watchdog`, `priority`, `space`, `state`, …
  public var check: String
  public var level: Level
  public var what: String
  /// Why it matters; nil where all is well.
  @OrNull public var why: String?
  /// How to mend it, with the exact command; nil where all is well.
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
