import ArgumentParser

struct EvidenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence",
    abstract: "The camera's last pictures of each ring, to find out why a card was not read.",
    discussion: """
      Off until `rouse settings set evidence on`. Then up to 15 pictures are kept of each ring, when it was dismissed or \
      has given up: the last ones, and the last ones with a code in view. Never anything else the camera sees.

      A code that was read is covered by plain grey, in the pictures before and after as well. One that could not be read \
      stays, and another program may read it: treat the pictures like the card. They go after 14 days, and those of the \
      last 10 rings are kept at most, 32 MiB in all; no backup holds them. `rouse settings set evidence off` deletes them.

      Examples:
        rouse evidence list
        rouse evidence get 2026-11-21T0701 --output pictures
        rouse evidence delete --all
      """,
    subcommands: [EvidenceListCommand.self, EvidenceGetCommand.self, EvidenceDeleteCommand.self],
    defaultSubcommand: EvidenceListCommand.self)
}
