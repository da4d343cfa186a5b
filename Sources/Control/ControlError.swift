import AlarmClock

/// A refusal or failure, explained to users.
public struct ControlError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  public var code: ExitCode
  public var what: String
  /// Why it was refused, or why it matters.
  public var why: String
  /// How to fix it, with the exact command if there is one.
  public var fix: String
  /// The functions that still work in the meantime, or `nil` if that is obvious.
  public var stillWorks: String?

  public init(_ code: ExitCode, _ what: String, why: String, fix: String, stillWorks: String? = nil) {
    (self.code, self.what, self.why, self.fix, self.stillWorks) = (code, what, why, fix, stillWorks)
  }

  public init(_ invalid: InvalidValue) {
    let problem = invalid.value.isEmpty ? "no value is given" : "`\(invalid.shownValue)` is not valid"
    self.init(
      .usage, "\(invalid.field): \(problem)", why: invalid.reason + "; nothing was changed", fix: invalid.remedy)
  }

  public var description: String {
    "\(what).\n  why: \(why)\n  fix: \(fix)" + (stillWorks.map { "\n  still works: \($0)" } ?? "")
  }
}
