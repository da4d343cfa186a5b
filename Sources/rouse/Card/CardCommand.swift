import ArgumentParser

struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "The QR cards that silence alarms.",
    discussion: """
      Any QR code can be a card, a cereal box's too; `new` makes one that nobody can guess. Hang it up where you have to \
      get out of bed for it, and enroll a second one as a spare: a lost card cannot be made again.

      A snooze card (`--kind snooze`) silences a ring for a while, and ends none. It does so for every alarm that allows \
      it: `rouse alarm edit Work --snooze 2`, or `rouse settings set snooze 2` for all.

      Examples:
        rouse card new bathroom --output bathroom.png
        rouse card test
        rouse card add spare
        rouse card new bedside --kind snooze --output bedside.png
      """,
    subcommands: [
      CardNewCommand.self, CardAddCommand.self, CardListCommand.self, CardTestCommand.self, CardRemoveCommand.self,
    ],
    defaultSubcommand: CardListCommand.self)
}
