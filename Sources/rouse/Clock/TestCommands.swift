import ArgumentParser
import Control

struct TestCommand: Described {
  static let about = CommandConfiguration("test", subcommands: [TestDevicesCommand.self, TestBedtimeCommand.self])
}

struct TestDevicesCommand: Verb {
  static let about = CommandConfiguration("test devices")

  @Option(name: .customLong("for"), help: ArgumentHelp("How long.", valueName: "span"))
  var span = "5s"
  @OptionGroup var io: IO

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    let reply = try connection.ask(TestDevices(milliseconds: seconds * 1000))
    try format.print(reply) {
      let devices = reply.devices.sorted { $0.key < $1.key }
      let rows = devices.map { [$0.key, StatusText.health($0.value, Style())] }
      return Table(header: ["DEVICE", "HEALTH"], rows: rows).rendered()
    }
    Output.notes(reply.notes)
    let failed = reply.devices.filter { $0.value.health == .failed }.keys.sorted()
    if !failed.isEmpty {
      throw ControlError(
        .nothingFound, "some devices did not act: \(failed.joined(separator: ", "))",
        why: "an alarm would ring without them", fix: "check the wiring and the board file; see `rouse status`",
        stillWorks: "the other devices")
    }
  }
}

struct TestBedtimeCommand: Verb {
  static let about = CommandConfiguration("test bedtime")

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long to wait for a card, 0s to 10m; 0s: not at all.", valueName: "span"))
  var span = "20s"
  @OptionGroup var io: IO

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 0...600)
    if seconds > 0 { Output.note("Checking… Hold a card of the next alarm in front of the camera. (Ctrl-C stops)") }
    let reply = try connection.ask(TestBedtime(seconds: seconds))
    try format.print(reply) {
      let takeBack = "Now put the card back in its place: a card left in front of the camera cannot end a ring."
      return
        ([DoctorCommand.text(reply.findings, style: .output), "", Self.verdict(reply.bedtime)]
        + (reply.bedtime.card == nil ? [] : [takeBack])).joined(separator: "\n")
    }
    if !reply.bedtime.ready {
      throw DoctorCommand.refusal(
        reply.bedtime.problems, alarm: "the next alarm", again: "then run `rouse test bedtime` again")
    }
  }

  static func verdict(_ bedtime: BedtimeView) -> String {
    guard bedtime.ready else { return "NOT READY for the night." }
    return "Ready for the night"
      + (bedtime.card.map { ": the camera reads the card \(Terminal.printable($0))." } ?? ".")
  }
}
