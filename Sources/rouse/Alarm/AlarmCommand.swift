import ArgumentParser

struct AlarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm",
    abstract: "Set, change and list alarms.",
    discussion: """
      ALARM is an id, the beginning of one that no other has, or a label.

      Examples:
        rouse alarm add 07:30 --days mon-fri --label Work
        rouse alarm list
        rouse alarm skip Work
      """,
    subcommands: [
      AlarmAddCommand.self, AlarmListCommand.self, AlarmShowCommand.self, AlarmEditCommand.self,
      AlarmEnableCommand.self, AlarmDisableCommand.self, AlarmSkipCommand.self, AlarmUnskipCommand.self,
      AlarmMoveCommand.self, AlarmCopyCommand.self, AlarmRemoveCommand.self,
    ],
    defaultSubcommand: AlarmListCommand.self)
}

/// Which alarm a verb is about.
struct AlarmArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("An id, four letters of its beginning, or a label.", valueName: "alarm"),
    completion: LiveWords.alarms)
  var name: String
}
