import ArgumentParser

struct ShowCommand: TextVerb {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a message on the display for a while; list and clear messages.",
    discussion: """
      Whatever is no verb is the message. For a message that is called like a verb: `rouse show text list`. Your alarms \
      are shown by `rouse alarm list`.

      Examples:
        rouse show "bin day"
        rouse show "bin day" --until 08:00
        rouse show "tea is ready" --for 10m --beep
        rouse show list
        rouse show clear all
      """,
    subcommands: [ShowTextCommand.self, ShowListCommand.self, ShowClearCommand.self],
    defaultSubcommand: ShowTextCommand.self)
}
