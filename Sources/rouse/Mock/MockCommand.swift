import ArgumentParser
import Control

struct MockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mock", "Drive the mock board, where there is no hardware.",
    subcommands: [
      MockShowCommand.self, MockHideCommand.self, MockStateCommand.self, MockHistoryCommand.self, MockWatchCommand.self,
      MockFailCommand.self, MockHealCommand.self, MockMixerCommand.self, MockLuxCommand.self,
      MockTemperatureCommand.self, MockHumidityCommand.self, MockPowerCommand.self, MockProcessorCommand.self,
      MockPressCommand.self, MockAdvanceCommand.self, MockTimeCommand.self, MockStepCommand.self, MockTrustCommand.self,
      MockZoneCommand.self, MockRestartCommand.self,
    ], defaultSubcommand: MockStateCommand.self)
}

struct MockHideCommand: ParsableCommand {
  static let configuration = CommandConfiguration("mock hide", "Take the picture away from the mock camera.")
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(HidePicture()) }
}
