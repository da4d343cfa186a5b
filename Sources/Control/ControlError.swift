import AlarmClock

/// A refusal or failure, in words for people.
public struct ControlError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  public var code: ExitCode
  /// What failed.
  public var what: String
  /// Why it matters, or why it was refused.
  public var why: String
  /// How to fix it, with the exact command where there is one.
  public var fix: String
  /// What still works meanwhile; nil where that goes without saying.
  public var stillWorks: String?

  public init(_ code: ExitCode, _ what: String, why: String, fix: String, stillWorks: String? = nil) {
    (self.code, self.what, self.why, self.fix, self.stillWorks) = (code, what, why, fix, stillWorks)
  }

  public init(_ invalid: InvalidValue) {
    let problem = invalid.value.isEmpty ? "nothing is given" : "`\(invalid.shownValue)` is not valid"
    self.init(
      .usage, "\(invalid.field): \(problem)", why: invalid.reason + "; nothing was changed", fix: invalid.remedy)
  }

  public var description: String {
    var lines = ["\(what).", "  why: \(why)", "  fix: \(fix)"]
    if let stillWorks { lines.append("  still works: \(stillWorks)") }
    return lines.joined(separator: "\n")
  }
}
