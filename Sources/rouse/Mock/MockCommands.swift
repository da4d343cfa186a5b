import ArgumentParser
import Control
import FoundationEssentials
import Hardware
import Pictures

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
  @Option("How long; otherwise until `hide`.", "span", name: .customLong("for"))
  var span: String?
  @Option("When, from now on. The command does not wait for it.", "span")
  var after: String?
  @Flag(help: "Hold it up also where the ring then takes it for a card that lies there.")
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
  @Argument(help: "As EBUSY or 16, or `stall`.")
  var errno = "EIO"
  @OptionGroup var connection: Connection

  func run() throws {
    let device = try device.checked()
    guard errno == "stall" || Errno.code(named: errno) != nil else {
      throw ControlError(
        .usage, "there is no error `\(Terminal.printable(errno))`", why: "nothing was changed",
        fix: "give a name of errno(3) as EBUSY, its number, or `stall`")
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

  @Argument(help: "0 to 100 per cent.")
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

  @Argument(help: "0 to 100 per cent.")
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
