import ArgumentParser
import Control

struct MQTTSyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Tell the house of the clock anew: its announcement, and how it is.",
    discussion: """
      It is told by itself when something changes, when the line is new, and when Home Assistant starts. This is for the \
      rest: a broker that has lost what it kept, or a device that somebody has deleted in Home Assistant.

      Examples:
        rouse mqtt sync
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

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

struct MQTTForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Have the house forget the clock: its device in Home Assistant goes.",
    discussion: """
      What the broker keeps of the clock is taken back. It comes back with `rouse mqtt sync`, and when rouse-mqtt starts \
      again: to stop that for good, as root, \(MQTTCommand.endForGood).

      Examples:
        rouse mqtt forget
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

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
