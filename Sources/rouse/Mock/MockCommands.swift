import ArgumentParser
import Control
import FoundationEssentials
import Hardware
import Pictures
import PlainText

struct MockCommand: Described {
  static let about = CommandConfiguration(
    "mock",
    subcommands: [
      MockShowCommand.self, MockHideCommand.self, MockStateCommand.self, MockHistoryCommand.self, MockWatchCommand.self,
      MockFailCommand.self, MockHealCommand.self, MockMixerCommand.self, MockLuxCommand.self,
      MockTemperatureCommand.self, MockHumidityCommand.self, MockPowerCommand.self, MockProcessorCommand.self,
      MockPressCommand.self, MockAdvanceCommand.self, MockTimeCommand.self, MockStepCommand.self, MockTrustCommand.self,
      MockZoneCommand.self, MockRestartCommand.self,
    ], defaultSubcommand: MockStateCommand.self)
}

struct MockHideCommand: Described {
  static let about = CommandConfiguration("mock hide")
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(HidePicture()) }
}

struct MockShowCommand: Described {
  static let about = CommandConfiguration("mock show")

  @Argument(help: "The picture.", completion: .file(extensions: ["png", "jpg", "jpeg", "pgm"]))
  var file: String
  @Option("How long; default: until `hide`.", "span", name: .customLong("for"))
  var span: String?
  @Option("When, from now on. The command does not wait for it.", "span")
  var after: String?
  @Flag(help: "Show it at once, even if the ring then treats it as a card left there.")
  var atOnce = false
  @OptionGroup var connection: Connection

  func run() throws {
    let seconds = try span.map { try Span.seconds($0, field: "--for", in: 1...86_400) }
    let delay = try after.map { try Span.seconds($0, field: "--after", in: 0...86_400) }
    let frame = try ControlError.naming("\(file) cannot be shown") { () throws(PictureError) in
      try PictureFile.read(file).fitted()
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    _ = try connection.ask(
      ShowPicture(
        pictureName: name, pixels: Data(frame.pixels).base64EncodedString(), milliseconds: seconds.map { $0 * 1000 },
        isBrought: !atOnce, after: delay.map { $0 * 1000 }))
  }
}

struct DeviceArgument: ParsableArguments {
  @Argument(
    help: "One of \(DeviceRole.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(DeviceRole.allCases.map(\.rawValue)))
  var device: String

  func checked() throws(ControlError) -> String {
    guard DeviceRole(rawValue: device) != nil else {
      throw ControlError(
        .usage, "there is no device `\(Terminal.printable(device))`", why: "nothing was changed",
        fix: "choose one of: \(DeviceRole.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return device
  }
}

struct MockFailCommand: Described {
  static let about = CommandConfiguration("mock fail")

  @OptionGroup var device: DeviceArgument
  @Argument(help: "An error such as EBUSY or 16, or `stall`.")
  var errno = "EIO"
  @OptionGroup var connection: Connection

  func run() throws {
    let device = try device.checked()
    guard errno == "stall" || Errno.code(named: errno) != nil else {
      throw ControlError(
        .usage, "there is no error `\(Terminal.printable(errno))`", why: "nothing was changed",
        fix: "give a name of errno(3) such as EBUSY, its number, or `stall`")
    }
    _ = try connection.ask(FailDevice(device: device, error: errno))
  }
}

struct MockHealCommand: Described {
  static let about = CommandConfiguration("mock heal")

  @OptionGroup var device: DeviceArgument
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(HealDevice(device: device.checked())) }
}

struct MockMixerCommand: Described {
  static let about = CommandConfiguration("mock mixer")

  @Argument(help: "0 to 100 percent.")
  var percent: Int
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockMixer(percent: percent)) }
}

/// A value of a sensor: any finite number.
struct Measure: ExpressibleByArgument {
  var value: Double

  init?(argument: String) {
    guard let value = Double(argument), value.isFinite else { return nil }
    self.value = value
  }
}

struct MockLuxCommand: Described {
  static let about = CommandConfiguration("mock lux")

  @Argument(help: "0 to 200000 lux.")
  var lux: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockLux(lux: lux.value)) }
}

struct MockTemperatureCommand: Described {
  static let about = CommandConfiguration("mock temperature")

  @Argument(help: "-60 to 100 degrees Celsius.")
  var degrees: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockRoom(temperature: degrees.value)) }
}

struct MockHumidityCommand: Described {
  static let about = CommandConfiguration("mock humidity")

  @Argument(help: "0 to 100 percent.")
  var percent: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockRoom(humidity: percent.value)) }
}

struct MockPowerCommand: Described {
  static let about = CommandConfiguration("mock power")

  enum Voltage: String, CaseIterable, ExpressibleByArgument { case low, good }

  @Argument(help: "low or good.")
  var voltage: Voltage
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockPower(low: voltage == .low)) }
}

struct MockProcessorCommand: Described {
  static let about = CommandConfiguration("mock processor")

  @Argument(help: "-40 to 125 degrees Celsius.")
  var degrees: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockProcessor(temperature: degrees.value)) }
}

struct MockPressCommand: Described {
  static let about = CommandConfiguration("mock press")

  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(PressMockButton()) }
}

enum MockText {
  /// Returns each device with its state, in the order of the board.
  static func lines(_ state: MockStateView) -> [(device: String, text: String)] {
    let sound = state.speaker.sound.map { " \(Terminal.printable($0))" } ?? ""
    let volume = state.speaker.volume.map { " at volume \($0)" } ?? ""
    let mixer = state.speaker.mixer < 100 ? ", mixer at \(state.speaker.mixer)" : ""
    let brightness = state.display.brightness.map { "brightness \($0)" } ?? "off"
    let picture = state.camera.picture.map { ", \(Terminal.printable($0)) before it" } ?? ""
    let duty = state.vibration.duty > 0 ? ", duty \(Int((state.vibration.duty * 100).rounded())) %" : ""
    let processor = state.power.processor.map { ", processor \(ReadingsView(temperature: $0).room ?? "")" } ?? ""
    let lines = [
      ("buzzer", state.buzzer.on ? "ON" : "off"),
      ("vibration", state.vibration.level + duty),
      ("speaker", (state.speaker.playing ? "PLAYING\(sound)\(volume)" : "silent") + mixer),
      ("display", "[\(Terminal.printable(state.display.text))] \(brightness)"),
      ("lamp", state.lamp.on ? "ON" : "off"),
      ("camera", (state.camera.open ? "OPEN" : "closed") + picture),
      ("light", ReadingsView(illuminance: state.light.lux).light ?? ""),
      ("room", ReadingsView(temperature: state.room.temperature, humidity: state.room.humidity).room ?? ""),
      ("power", (state.power.low ? "LOW" : "good") + processor),
      ("button", state.button.open ? "listened to" : "not listened to"),
    ]
    return lines.map { line in
      let failure = state.failing[line.0].map { "  (made to fail: \(Terminal.printable($0)))" } ?? ""
      return (line.0, line.1 + failure)
    }
  }

  static func listing(_ state: MockStateView) -> String {
    var listing = Listing()
    for line in lines(state) { listing.add(line.device, line.text) }
    return listing.rendered()
  }

  static func drawing(_ state: MockStateView) -> [String] {
    let face = DisplayFace(text: state.display.text, brightness: state.display.brightness)
    let digits = SegmentDrawing.lines(for: face, on: state.display.shape?.shape ?? .fourDigits)
    return digits + [""] + listing(state).split(separator: "\n").map(String.init)
  }

  /// Example: `07:30:00.012  buzzer     set  on`.
  static func line(_ entry: MockEntryView) -> String {
    let device = Terminal.printable(entry.device).padded(to: 9)
    let action = Terminal.printable(entry.action).padded(to: 8)
    let detail = Terminal.printable(entry.detail ?? "")
    return "\(TimePhrase.clock(entry.time, .milliseconds))  \(device)  \(action)  \(detail)".trimmingTrailingSpaces
  }
}

extension DisplayShapeView {
  /// `nil` if the display cannot be drawn: with unknown segments, or without 1 to 64 digits.
  var shape: DisplayShape? {
    guard let segments = DisplayShape.Segments(rawValue: segments), (1...64).contains(digits) else { return nil }
    return DisplayShape(segments, digits: digits, colons: Set(colons), dots: Set(dots))
  }
}

struct MockStateCommand: AskingVerb {
  static let about = CommandConfiguration("mock state")
  @Flag(help: "Draw the display's segments above the list.")
  var draw = false
  @OptionGroup var io: IO

  var command: GetMockState { GetMockState() }
  func text(_ state: MockStateView) -> String {
    draw ? MockText.drawing(state).joined(separator: "\n") : MockText.listing(state)
  }
}

struct MockHistoryCommand: Verb {
  static let about = CommandConfiguration("mock history")
  @OptionGroup var io: IO

  func run() throws {
    let reply = try connection.ask(GetMockHistory())
    try format.print(reply) { reply.history.map(MockText.line).joined(separator: "\n") }
    if reply.dropped > 0 { Output.note("\(reply.dropped) older entries were dropped: the history is limited.") }
  }
}

struct MockWatchCommand: Verb {
  static let about = CommandConfiguration("mock watch")
  @OptionGroup var io: IO

  func run() throws {
    try watch(every: 100) {
      try $0.send(GetMockState())
    } draw: {
      ["MOCK BOARD", ""] + MockText.drawing($0) + ["", "Ctrl-C quits."]
    } print: { state, last in
      if !format.json {
        for line in Self.changes(from: last, to: state) { try Output.line(line) }
      } else if state != last {
        try Output.line(JSONText.line(state))
      }
    }
  }

  static func changes(from last: MockStateView?, to state: MockStateView) -> [String] {
    let before = last.map(MockText.lines)
    return MockText.lines(state).enumerated().filter { index, line in before?[index].text != line.text }
      .map { _, line in "\(line.device): \(line.text)" }
  }
}
