import ArgumentParser

struct TimerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timer",
    abstract: "Start, pause and end timers; keep presets of them.",
    discussion: """
      NAME is a label, an id, or three letters or more that an id alone begins with; with only one timer it can be left \
      out. A timer is no alarm: its chime ends by itself (`chime-for`), by `rouse timer stop`, or by any enrolled card. Timers outlive \
      restarts and power cuts.

      Examples:
        rouse timer start 25m --label tea
        rouse timer pause
        rouse timer extend tea 5m
        rouse timer stop
      """,
    subcommands: [
      TimerStartCommand.self, TimerListCommand.self, TimerPauseCommand.self, TimerResumeCommand.self,
      TimerExtendCommand.self, TimerCancelCommand.self, TimerStopCommand.self, TimerEditCommand.self,
      PresetCommand.self,
    ],
    defaultSubcommand: TimerListCommand.self)
}

/// Which timer a verb is about.
struct TimerArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A label, an id, or three letters or more of one; needed with several timers.", valueName: "name"),
    completion: LiveWords.timers)
  var name: String?
}
