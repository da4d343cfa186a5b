import ArgumentParser
import Control

struct CardListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cards. What they say is not kept, so it cannot be shown.",
    discussion: """
      Examples:
        rouse card list
        rouse card list --json | jq -r '.cards[].name'
      """)

  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let reply = try connection.ask(ListCards())
    try format.print(reply) { reply.cards.isEmpty ? "" : Self.table(reply.cards).rendered(counting: "card") }
    if reply.cards.isEmpty && !format.json {
      Output.note("There are no cards, so no alarm can be enabled. Make one: `rouse card new NAME --output card.png`")
    }
  }

  static func table(_ cards: [CardView]) -> Table {
    var table = Table(header: ["ID", "KIND", "STATE", "MADE", "NAME"])
    table.expendable = ["MADE", "KIND", "STATE"]
    table.rows = cards.map { card in
      [
        card.id, card.kind.rawValue, card.enrolled ? "enrolled" : "not seen yet", TimePhrase.stamp(card.created),
        card.name,
      ]
    }
    return table
  }
}
