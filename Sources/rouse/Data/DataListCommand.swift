import ArgumentParser
import Control

struct DataListCommand: AskingVerb {
  static let configuration = CommandConfiguration("data list", "What is kept, how much, for how long and where.")

  @OptionGroup var io: IO

  var command: ShowData { ShowData() }
  func text(_ reply: ShowData.Reply) -> String { Self.table(reply.categories).rendered() }
  func remarks(_ reply: ShowData.Reply) -> [String] {
    [Self.note(on: reply.folder)] + (reply.erasure.map { [ErasureText.sentence($0)] } ?? [])
  }

  static func note(on folder: String) -> String {
    "All of it is in \(Terminal.printable(folder)), and nothing leaves the clock by itself, unless you have set up a house "
      + "(`rouse help home`). What you take away with "
      + "`rouse backup`, `rouse export` or `rouse evidence get` is yours to look after."
  }

  static func table(_ categories: [DataView]) -> Table {
    var table = Table(
      header: ["CATEGORY", "COUNT", "KIB", "SINCE", "PLACE", "KEPT", "WHAT IT IS"], rightAligned: [1, 2],
      expendable: ["KIB", "SINCE", "PLACE", "KEPT"])
    table.rows = categories.map { data in
      [
        data.category, Table.count(data.count, data.unit), String((data.bytes + 1023) / 1024),
        data.since.map { String($0.prefix(10)) } ?? "-", data.place, data.kept, data.what,
      ]
    }
    return table
  }
}
