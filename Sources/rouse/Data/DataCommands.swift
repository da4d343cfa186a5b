import ArgumentParser
import Control

struct DataCommand: Described {
  static let about = CommandConfiguration(
    "data", subcommands: [DataListCommand.self, DataEraseCommand.self], defaultSubcommand: DataListCommand.self)
}

struct DataListCommand: AskingVerb {
  static let about = CommandConfiguration("data list")

  @OptionGroup var io: IO

  var command: ShowData { ShowData() }
  func text(_ reply: ShowData.Reply) -> String { Self.table(reply.categories).rendered() }
  func remarks(_ reply: ShowData.Reply) -> [String] {
    [Self.note(on: reply.folder)] + (reply.erasure.map { [ErasureText.sentence($0)] } ?? [])
  }

  static func note(on folder: String) -> String {
    "Everything is in \(Terminal.printable(folder)). No data leaves the clock by itself, unless you set up MQTT "
      + "(`rouse help home`). Copies that you make with "
      + "`rouse backup`, `rouse export` or `rouse evidence get` are yours to look after."
  }

  static func table(_ categories: [DataView]) -> Table {
    Table(
      header: ["CATEGORY", "COUNT", "KIB", "SINCE", "PLACE", "KEPT", "WHAT IT IS"], rightAligned: [1, 2],
      expendable: ["KIB", "SINCE", "PLACE", "KEPT"],
      rows: categories.map { data in
        [
          data.category, Table.count(data.count, data.unit), String((data.bytes + 1023) / 1024),
          data.since.map { String($0.prefix(10)) } ?? "-", data.place, data.kept, data.what,
        ]
      })
  }
}

struct DataEraseCommand: Verb {
  static let about = CommandConfiguration("data erase")

  @Flag(help: "Erase the history of rings, the log, and pictures of rings.")
  var history = false
  @Flag(help: "Erase everything except alarms and cards.")
  var all = false
  @Flag(help: "With --all: erase alarms too.")
  var alarms = false
  @Flag(help: "With --all: erase cards too.")
  var cards = false
  @Flag(help: "Erase now. This cannot be undone.")
  var now = false
  @Flag(help: "Cancel a planned erasure.")
  var cancel = false
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var io: IO

  func validate() throws {
    guard [history, all, cancel].filter({ $0 }).count == 1 else {
      throw ValidationError("Give one of --history, --all and --cancel.")
    }
    if !all, alarms || cards { throw ValidationError("--alarms and --cards need --all.") }
    if cancel, now { throw ValidationError("Give --cancel without --now.") }
  }

  func run() throws {
    if cancel {
      let reply = try connection.ask(CancelErasure())
      return try format.print(reply) { "Canceled. \(ErasureText.what(reply.erasure)) stays." }
    }
    if now {
      try confirmation.ask("nothing was erased") { () throws(ControlError) in
        ["\(ErasureText.what(all, alarms, cards)) will be erased now, and no copy on this clock can restore it."]
      }
    }
    let reply = try connection.ask(EraseData(all: all, alarms: alarms, cards: cards, now: now))
    let setupNote = all ? SetupRecord.erase(isDue: now) : nil
    try format.print(reply) {
      reply.erasure.map(ErasureText.sentence)
        ?? "\(ErasureText.what(all, alarms, cards)) is erased."
    }
    guard !format.json else { return }
    for note in reply.notes + [setupNote].compactMap(\.self) { Output.note(note) }
  }
}

enum ErasureText {
  /// Example: `The history of rings … will be erased on Tue 2026-12-08 07:00. To keep it: …`.
  static func sentence(_ erasure: ErasureView) -> String {
    if erasure.begun {
      return "\(what(erasure)) is being erased" + (erasure.waits.map { ": \(Terminal.printable($0))" } ?? "") + "."
    }
    let wait = erasure.waits.map { " It waits: \(Terminal.printable($0))." } ?? ""
    return "\(what(erasure)) will be erased on \(TimePhrase.stamp(erasure.due)).\(wait) "
      + "To keep it: `rouse data erase --cancel`."
  }

  static func what(_ erasure: ErasureView) -> String { what(erasure.scope == "all", erasure.alarms, erasure.cards) }

  static func what(_ isAll: Bool, _ alarms: Bool, _ cards: Bool) -> String {
    guard isAll else { return "The history of rings, with the log and pictures," }
    let but = [alarms ? nil : "alarms", cards ? nil : "cards"].compactMap(\.self)
    return "Everything" + (but.isEmpty ? "" : " except \(but.joined(separator: " and "))")
  }
}
