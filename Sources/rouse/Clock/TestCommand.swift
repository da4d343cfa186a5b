import ArgumentParser
import Control

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "test", "Try the hardware out, or everything before the night.",
    subcommands: [TestDevicesCommand.self, TestBedtimeCommand.self])
}

struct TestDevicesCommand: Verb {
  static let configuration = CommandConfiguration(
    "test devices", "Make every device act once: buzzer, vibration, speaker, display, lamp, camera.")

  @Option(name: .customLong("for"), help: ArgumentHelp("How long.", valueName: "span"))
  var span = "5s"
  @OptionGroup var io: IO

  func run() throws {
    let seconds = try Span.seconds(span, field: "--for", in: 1...60)
    let reply = try connection.ask(TestDevices(milliseconds: seconds * 1000))
    try format.print(reply) { Self.table(reply.devices).rendered() }
    Output.notes(reply.notes)
    let failed = reply.devices.filter { $0.value.health == .failed }.keys.sorted()
    if !failed.isEmpty {
      throw ControlError(
        .nothingFound, "not every device acted: \(failed.joined(separator: ", "))",
        why: "an alarm would ring without what failed", fix: "check the wiring and the board file; see `rouse status`",
        stillWorks: "the other devices")
    }
  }

  static func table(_ devices: [String: DeviceView]) -> Table {
    var table = Table(header: ["DEVICE", "HEALTH"])
    table.rows = devices.keys.sorted().map { role in
      [role, devices[role].map { StatusText.health($0, Style(isColoured: false)) } ?? "-"]
    }
    return table
  }
}
