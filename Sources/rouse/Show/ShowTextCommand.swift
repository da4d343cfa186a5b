import ArgumentParser
import Control

struct ShowTextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Show a message, by turns with the time.",
    discussion: """
      It is shown for ten minutes where nothing else is said, and ends by itself. What does not fit scrolls, or with \
      `rouse settings set motion off` comes page by page. A ring, its hints and a timer's countdown go before it. Up to \
      ten messages have their turn one after the other, and a power cut loses none.

      It has 200 characters at most, and is no number and no word that the display says by itself: nobody is to take it \
      for the time. Letters that the display cannot draw are named, and others shown in their place.

      Examples:
        rouse show text "bin day" --until 08:00
        rouse show text list
      """)

  @Argument(help: ArgumentHelp("What the display is to show.", valueName: "text"))
  var words: [String]
  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("How long, 10s to 24h; otherwise 10m.", valueName: "span"))
  var span: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Until which time of day, as 08:00 or 8am.", valueName: "time"))
  var until: String?
  @Flag(help: "Beep softly once; not in quiet hours, nor while anything else is heard.") var beep = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    if span != nil, until != nil { throw ValidationError("Give --for or --until, not both.") }
  }

  var command: ShowMessage {
    ShowMessage(text: words.joined(separator: " "), span: span, until: until, beeps: beep)
  }

  func run() throws {
    let reply = try connection.ask(command)
    try format.print(reply) { MessageText.sentence(reply.message) }
    Output.notes(reply.notes)
  }
}
