import ArgumentParser
import Control

struct AlarmListCommand: Verb {
  static let about = CommandConfiguration("alarm list", "List the alarms, the next to ring first.")

  @OptionGroup var io: IO

  func run() throws {
    if format.json { return try printJSON() }
    var rows: [AlarmRow] = []
    let client = try connection.open()
    try client.stream(ListAlarmRows()) { (item) throws(ControlError) in rows += item.rows }
    if rows.isEmpty { return Output.note("There are no alarms. Set one: `rouse alarm add 07:30`") }
    try Output.line(AlarmText.table(rows).rendered(counting: "alarm"))
    try PauseCommand.tellPauseOfAll(client)
  }

  /// Copies the JSON unparsed, except for a terminal: a thousand alarms are a megabyte.
  private func printJSON() throws {
    let client = try connection.open()
    guard !Terminal.isOutput else {
      var reply = ListAlarms.Reply(alarms: [])
      try client.stream(ListAlarms()) { (item) throws(ControlError) in reply.alarms += item.alarms }
      return try Output.line(JSONText.document(reply))
    }
    let head = Array(#"{"alarms":["#.utf8)
    var text = head
    // Reserves address space only: memory is used as it is written.
    text.reserveCapacity(1 << 20)
    try client.streamWritten(ListAlarms()) { item in
      let alarms = item.dropFirst(head.count).dropLast("]}".utf8.count)
      if text.count > head.count, !alarms.isEmpty { text.append(UInt8(ascii: ",")) }
      // Runs while the daemon writes the next piece.
      text += JSONText.printable(alarms)
    }
    text += #"],"schema":\#(JSONText.schema)}"#.utf8
    text.append(UInt8(ascii: "\n"))
    try Output.write(plain: text)
  }
}
