import ArgumentParser
import Control

struct MQTTSyncCommand: Verb {
  static let configuration = CommandConfiguration(
    "mqtt sync", "Tell the house of the clock anew: its announcement, and how it is.")

  @OptionGroup var io: IO

  func run() throws {
    let report = try connection.ask(OrderHome(.sync))
    if let error = HomeText.refusal(.sync, report) {
      if format.json { try Output.line(JSONText.document(report)) }
      throw error
    }
    try format.print(report) {
      "The house was told of the clock: the broker \(Terminal.printable(report.broker)) has all of it."
    }
    guard !format.json, let why = report.why else { return }
    Output.note("note: \(Terminal.printable(why))")
  }
}

struct MQTTForgetCommand: Verb {
  static let configuration = CommandConfiguration(
    "mqtt forget", "Have the house forget the clock: its device in Home Assistant goes.")

  @OptionGroup var io: IO

  func run() throws {
    let report = try connection.ask(OrderHome(.forget))
    if let error = HomeText.refusal(.forget, report) {
      if format.json { try Output.line(JSONText.document(report)) }
      throw error
    }
    try format.print(report) {
      "The house has forgotten the clock: the broker \(Terminal.printable(report.broker)) keeps nothing of it."
    }
    guard !format.json else { return }
    Output.note("It comes back with `rouse mqtt sync`, and when rouse-mqtt starts again.")
    Output.note("To stop for good: \(MQTTCommand.endForGood), then `sudo rm \(MQTTCommand.file)`.")
  }
}
