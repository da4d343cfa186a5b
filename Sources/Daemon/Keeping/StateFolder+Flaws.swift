import AlarmClock
import Control
import Storage

/// What is said of rows that are no good, and of a log that was taken away.
extension StateFolder {
  private static let mostFlawsTold = 10

  static let lostLog =
    "the store's log (rouse.sqlite-wal) was removed or replaced while the daemon runs; what it held was saved, and all "
    + "is stored straight in rouse.sqlite; `sudo systemctl restart rouse` begins a new log; every alarm rings"

  /// nil: every row is good.
  var textOfFlaws: String? {
    // Of what rings all the same nobody has to do anything.
    let flaws = store.flaws.filter { $0.table != .rings || $0.isPutAside }
    guard !flaws.isEmpty else { return nil }
    let told = flaws.prefix(Self.mostFlawsTold).map { "\($0); \(remedy(for: $0))" }
    let more = flaws.count > told.count ? ["and \(flaws.count - told.count) more"] : []
    return "something stored is no good, and is not used; all else works: \((told + more).joined(separator: "; "))"
  }

  /// Says which rows are no good, each with what helps.
  func tellFlaws(_ events: EventLog) {
    for flaw in untoldFlaws.prefix(Self.mostFlawsTold) {
      events.append(.storageFailed, detail: "\(flaw); \(remedy(for: flaw))")
    }
    let more = untoldFlaws.count - Self.mostFlawsTold
    if more > 0 { events.append(.storageFailed, detail: "\(more) more rows or values are no good") }
    untoldFlaws = []
  }

  /// What becomes of it, and how it is mended.
  func remedy(for flaw: Flaw) -> String {
    let removal =
      flaw.rowID == 0
      ? "DELETE FROM rings WHERE outcome IS NULL" : "DELETE FROM \(flaw.table.rawValue) WHERE rowid = \(flaw.rowID)"
    let remove =
      "`sudo systemctl stop rouse; sudo sqlite3 \(storePath.shellWord) '\(removal)'; "
      + "sudo systemctl start rouse` (package sqlite3)"
    switch (flaw.table, flaw.isPutAside) {
    case (.settings, _) where flaw.isNamed:
      return "the default is used; mend it: `rouse settings set \(flaw.key) default`"
    case (.alarms, true): return "it is put aside, and what is armed of it rings; remove it: \(remove)"
    case (.alarms, false): return "the default is used; mend it: \(Self.mending(flaw))"
    case (.rings, false): return "it rings all the same, with the default"
    case (.rings, true): return "its alarm, if there is one, arms it anew; remove it: \(remove)"
    case (.cards, false):
      return "it ends rings under its id; to name it anew: `rouse card remove \(flaw.key)`, then add it"
    default: return "it is put aside, and stays in the store; remove it: \(remove)"
    }
  }

  private static func mending(_ flaw: Flaw) -> String {
    switch flaw.field {
    case "skip", "exceptions": "`rouse alarm unskip \(flaw.key)`"
    case "label": "`rouse alarm edit \(flaw.key) --label ''`"
    case "card": "`rouse alarm edit \(flaw.key) --card all`"
    case "group": "`rouse alarm edit \(flaw.key) --group none`"
    default: "`rouse alarm edit \(flaw.key) --\(flaw.field) default`"
    }
  }
}
