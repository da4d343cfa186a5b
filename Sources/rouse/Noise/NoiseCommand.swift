import ArgumentParser
import Control

struct NoiseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "noise",
    abstract: "Noise to fall asleep by; without a verb, how it is.",
    discussion: """
      An alarm takes the speaker from it at once, and it does not come back after it; a preview or the end of a timer \
      silences it for a moment. It outlives a speaker that is unplugged and plugged in again, but not a restart.

      Examples:
        rouse noise play rain --for 45m --fade-out 10m
        rouse noise stop
        rouse noise
      """,
    subcommands: [NoiseStatusCommand.self, NoisePlayCommand.self, NoiseStopCommand.self],
    defaultSubcommand: NoiseStatusCommand.self)
}
