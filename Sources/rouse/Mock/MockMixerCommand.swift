import ArgumentParser
import Control

struct MockMixerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixer", abstract: "Set the mixer in front of the mock speaker, as alsamixer sets a real one.",
    discussion: """
      It starts at 100. An alarm sets it to 100 while it rings; a preview leaves it as it is.

      Examples:
        rouse mock mixer 20
      """)

  @Argument(help: "0 to 100 per cent.")
  var percent: Int
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockMixer(percent: percent)) }
}
