import ArgumentParser

struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: "What the clock keeps, how much, for how long and where; and its erasure.",
    discussion: """
      Nothing of it leaves the clock by itself: there is no account, no cloud, and nobody is told anything, unless you \
      have set up a house; what that hears says `rouse help home`. How long the history and the log are kept, two years \
      at first, the settings `history` and `log` say: 1y, 2y or forever.

      Examples:
        rouse data
        rouse data --json | jq -r '.categories[] | [.category, .count] | @tsv'
        rouse settings set history 1y
        rouse data erase --history
        rouse data erase --all --alarms --cards --now
      """,
    subcommands: [DataListCommand.self, DataEraseCommand.self], defaultSubcommand: DataListCommand.self)
}
