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
    commandName: "lux", abstract: "Make the room of the mock light sensor lighter or darker.",
    discussion: """
      It starts at 50, a room in the evening. 0.1 is a dark night, 300 a room by day, 10000 the sun outside.

      Examples:
        rouse mock lux 3
      """)

  @Argument(help: "0 to 200000 lux.")
  var lux: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockLux(lux: lux.value)) }
}

struct MockTemperatureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "temperature", abstract: "Make the room of the mock sensor warmer or colder.",
    discussion: """
      It starts at 20.

      Examples:
        rouse mock temperature 21.5
        rouse mock temperature -3
      """)

  @Argument(help: "-60 to 100 degrees Celsius.")
  var degrees: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockRoom(temperature: degrees.value)) }
}

struct MockHumidityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "humidity", abstract: "Make the air of the mock sensor's room drier or damper.",
    discussion: """
      It starts at 50.

      Examples:
        rouse mock humidity 40
      """)

  @Argument(help: "0 to 100 per cent.")
  var percent: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockRoom(humidity: percent.value)) }
}

struct MockPowerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power", abstract: "Let the voltage of the mock supply drop or rise.",
    discussion: """
      Examples:
        rouse mock power low
        rouse mock power good
      """)

  enum Voltage: String, CaseIterable, ExpressibleByArgument { case low, good }

  @Argument(help: "low or good.")
  var voltage: Voltage
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockPower(low: voltage == .low)) }
}

struct MockProcessorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "processor", abstract: "Make the processor of the mock board hotter or cooler.",
    discussion: """
      It starts at 45. A Raspberry Pi slows itself down from 80 on, and more from 85 on.

      Examples:
        rouse mock processor 82
      """)

  @Argument(help: "-40 to 125 degrees Celsius.")
  var degrees: Measure
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockProcessor(temperature: degrees.value)) }
}

struct MockPressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "press", abstract: "Press the mock button.",
    discussion: """
      Examples:
        rouse mock press
      """)

  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(PressMockButton()) }
}
