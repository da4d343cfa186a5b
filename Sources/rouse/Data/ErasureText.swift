import Control

/// What is to be erased, and when, in words.
enum ErasureText {
  /// As `What is remembered of rings … is erased on Tue 2026-12-08 07:00. To keep it: …`.
  static func sentence(_ erasure: ErasureView) -> String {
    if erasure.begun {
      return "\(what(erasure)) is being erased" + (erasure.waits.map { ": \(Terminal.printable($0))" } ?? "") + "."
    }
    let wait = erasure.waits.map { " It waits: \(Terminal.printable($0))." } ?? ""
    return "\(what(erasure)) is erased on \(TimePhrase.stamp(erasure.due)).\(wait) "
      + "To keep it: `rouse data erase --cancel`."
  }

  static func what(_ erasure: ErasureView) -> String { what(erasure.scope == "all", erasure.alarms, erasure.cards) }

  static func what(_ isAll: Bool, _ alarms: Bool, _ cards: Bool) -> String {
    guard isAll else { return "What is remembered of rings, with the log and pictures," }
    let but = [alarms ? nil : "alarms", cards ? nil : "cards"].compactMap(\.self)
    return "All that is kept" + (but.isEmpty ? "" : " but for \(but.joined(separator: " and "))")
  }
}
