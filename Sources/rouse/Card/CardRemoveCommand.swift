import ArgumentParser
import Control

struct CardRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Forget a card.",
    discussion: """
      It is refused while an alarm rings, and for the last card that answers an enabled alarm.

      Examples:
        rouse card remove spare
      """)

  @Argument(help: "A card's id or name.")
  var card: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    let removed = try connection.ask(RemoveCard(card: card))
    try format.print(CardDocument(card: removed)) {
      "Card \(Terminal.printable(removed.name)) (\(removed.id)) is removed."
    }
  }
}
