import ArgumentParser
import Control

struct DataListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "What is kept, how much, for how long and where.",
    discussion: """
      Examples:
        rouse data list
        rouse data list --plain
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ShowData())
    try format.print(reply) { Self.table(reply.categories).rendered() }
    guard !format.json else { return }
    Output.note(Self.note(on: reply.folder))
    if let erasure = reply.erasure { Output.note(ErasureText.sentence(erasure)) }
  }

  static func note(on folder: String) -> String {
    "All of it is in \(Terminal.printable(folder)), and nothing leaves the clock by itself, unless you have set up a house "
      + "(`rouse help home`). What you take away with "
      + "`rouse backup`, `rouse export` or `rouse evidence get` is yours to look after."
  }

  static func table(_ categories: [DataView]) -> Table {
    var table = Table(
      header: ["CATEGORY", "COUNT", "KIB", "SINCE", "PLACE", "KEPT", "WHAT IT IS"], rightAligned: [1, 2])
    table.expendable = ["KIB", "SINCE", "PLACE", "KEPT"]
    table.rows = categories.map { data in
      [
        data.category, Table.count(data.count, data.unit), String((data.bytes + 1023) / 1024),
        data.since.map { String($0.prefix(10)) } ?? "-", data.place, data.kept, data.what,
      ]
    }
    return table
  }
}
