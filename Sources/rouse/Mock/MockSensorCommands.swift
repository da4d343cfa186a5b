import ArgumentParser
import Control

/// What a sensor measures: a number that there is.
struct Measure: ExpressibleByArgument {
  var value: Double

  init?(argument: String) {
    guard let value = Double(argument), value.isFinite else { return nil }
    self.value = value
  }
}

struct MockLuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mock lux", "Make the room of the mock light sensor lighter or darker.")

  @Argument(help: "0 to 200000 lux.")
  var lux: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockLux(lux: lux.value)) }
}

struct MockTemperatureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mock temperature", "Make the room of the mock sensor warmer or colder.")

  @Argument(help: "-60 to 100 degrees Celsius.")
  var degrees: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockRoom(temperature: degrees.value)) }
}

struct MockHumidityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mock humidity", "Make the air of the mock sensor's room drier or damper.")

  @Argument(help: "0 to 100 per cent.")
  var percent: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockRoom(humidity: percent.value)) }
}

struct MockPowerCommand: ParsableCommand {
  static let configuration = CommandConfiguration("mock power", "Let the voltage of the mock supply drop or rise.")

  enum Voltage: String, CaseIterable, ExpressibleByArgument { case low, good }

  @Argument(help: "low or good.")
  var voltage: Voltage
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockPower(low: voltage == .low)) }
}

struct MockProcessorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mock processor", "Make the processor of the mock board hotter or cooler.")

  @Argument(help: "-40 to 125 degrees Celsius.")
  var degrees: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockProcessor(temperature: degrees.value)) }
}

struct MockPressCommand: ParsableCommand {
  static let configuration = CommandConfiguration("mock press", "Press the mock button.")

  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(PressMockButton()) }
}
