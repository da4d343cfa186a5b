import ArgumentParser
import Control

struct ShowListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the messages that the display shows.",
    discussion: """
      Examples:
        rouse show list
        rouse show list --json | jq -r '.messages[].text'
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListMessages())
    try format.print(reply) {
      reply.messages.isEmpty ? "" : MessageText.table(reply.messages).rendered(counting: "message")
    }
    if reply.messages.isEmpty && !format.json {
      Output.note("There are no messages. Show one: `rouse show \"bin day\" --for 10m`")
    }
  }
}
