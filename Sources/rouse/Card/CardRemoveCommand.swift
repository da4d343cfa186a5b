import ArgumentParser
import Control

struct CardRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Forget a card.",
    discussion: """
      It is refused while an alarm rings, and for the last card that answers an enabled alarm. At a terminal you are \
      asked first; without one, `--yes` is required.

      Examples:
        rouse card remove spare
        rouse card remove spare --yes
      """)

  @Argument(help: "A card's id or name.", completion: LiveWords.cards)
  var card: String
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws {
    try confirmation.ask("the card was not removed") { () throws(ControlError) in
      Self.lines(try connection.ask(LookAtCardLoss(card: card)))
    }
    let removed = try connection.ask(RemoveCard(card: card))
    try format.print(CardDocument(card: removed)) {
      "Card \(Terminal.printable(removed.name)) (\(removed.id)) is removed."
    }
  }

  /// What is lost with a card.
  static func lines(_ loss: CardLoss) -> [String] {
    let remaining = loss.remaining.map(Terminal.printable)
    let kind = loss.card.kind == .snooze ? "snooze card" : "card"
    let left =
      remaining.isEmpty
      ? "No other \(kind) is enrolled."
      : "\(Table.count(remaining.count, kind)) \(remaining.count == 1 ? "remains" : "remain"): "
        + "\(remaining.joined(separator: ", "))."
    let endless = loss.alarms.map { "Nothing else could end the alarm \(Terminal.printable($0)), which is disabled." }
    return [
      "\(CardText.subject(loss.card)) will be forgotten: the clock cannot make its picture again, and only enrolling its code"
        + " brings it back.", left,
    ] + endless
  }
}
