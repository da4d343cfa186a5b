import ArgumentParser
import Control

struct MockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Drive the mock board, where there is no hardware.",
    discussion: """
      For trials and for tests: the daemon has to run on the mock board (`rouse daemon --board mock`).

      Examples:
        rouse mock watch
        rouse mock show card.png --for 2s
        rouse mock fail speaker EBUSY
        rouse mock lux 3
      """,
    subcommands: [
      MockShowCommand.self, MockHideCommand.self, MockStateCommand.self, MockHistoryCommand.self, MockWatchCommand.self,
      MockFailCommand.self, MockHealCommand.self, MockMixerCommand.self,
      MockLuxCommand.self, MockTemperatureCommand.self, MockHumidityCommand.self, MockPowerCommand.self,
      MockProcessorCommand.self,
      MockPressCommand.self, MockAdvanceCommand.self, MockTimeCommand.self, MockStepCommand.self, MockTrustCommand.self,
      MockZoneCommand.self, MockRestartCommand.self,
    ],
    defaultSubcommand: MockStateCommand.self)
}

struct MockHideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide", abstract: "Take the picture away from the mock camera.")
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(HidePicture()) }
}
