import ArgumentParser

struct EvidenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "evidence", "The camera's last pictures of each ring, to find out why a card was not read.",
    subcommands: [EvidenceListCommand.self, EvidenceGetCommand.self, EvidenceDeleteCommand.self],
    defaultSubcommand: EvidenceListCommand.self)
}
