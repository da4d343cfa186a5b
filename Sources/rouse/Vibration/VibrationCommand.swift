import ArgumentParser
import Control

struct VibrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vibration",
    abstract: "Feel what vibrations there are.",
    discussion: """
      Examples:
        rouse vibration list
        rouse vibration preview strong
        rouse vibration preview medium --pattern heartbeat --for 6s
      """,
    subcommands: [VibrationListCommand.self, VibrationPreviewCommand.self, VibrationStopCommand.self],
    defaultSubcommand: VibrationListCommand.self)
}

struct VibrationStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End the preview of a vibration or a sound.",
    discussion: """
      Examples:
        rouse vibration stop
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws { try SoundStopCommand.stop(format, connection) }
}
