import ArgumentParser
import Control

struct MockMixerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mock mixer", "Set the mixer in front of the mock speaker, as alsamixer sets a real one.")

  @Argument(help: "0 to 100 per cent.")
  var percent: Int
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockMixer(percent: percent)) }
}
