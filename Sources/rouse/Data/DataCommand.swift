import ArgumentParser

struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "data", "What the clock keeps, how much, for how long and where; and its erasure.",
    subcommands: [DataListCommand.self, DataEraseCommand.self], defaultSubcommand: DataListCommand.self)
}
