import AlarmClock
import ArgumentParser
import Control
import Glibc
import Pictures

struct CardNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a card to print: a PNG or SVG, or drawn in the terminal.",
    discussion: """
      The card counts once the clock's camera has seen that it reads: `rouse card test`. The clock keeps no copy, so keep \
      the printed card safe, and delete the picture when it is printed: whoever has it can silence your alarms.

      Examples:
        rouse card new bathroom --output bathroom.png
        rouse card new spare --output spare.svg
        rouse card new bedside --kind snooze --output bedside.png
        rouse card new trial
      """)

  @Argument(help: "What to call it, as in `bathroom`.")
  var name: String
  @Option(help: "`dismiss` ends a ring; `snooze` silences it for a while, where the alarm allows that.")
  var kind = Card.Kind.dismiss
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write, `.png` or `.svg`. Without it the card is drawn in the terminal.", valueName: "file"),
    completion: .file(extensions: ["png", "svg"]))
  var output: String?
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    if let output, CardPicture.Kind(path: output) == nil {
      throw ValidationError("--output \(output): the name has to end with .png or .svg.")
    }
    if format.json && output == nil {
      throw ValidationError("--json prints no picture. Say with --output where to write it.")
    }
  }

  func run() throws {
    let payload = try CardPayload.random()
    let card: CardView
    if let output, let pictureKind = CardPicture.Kind(path: output) {
      // The daemon first: without it there is nothing to write a picture for.
      let client = try connection.open()
      card = try CardPicture(path: output, kind: pictureKind, replacing: force).write(payload) {
        () throws(ControlError) in
        try client.send(CreateCard(cardName: name, kind: kind, payload: CardPayload.hexadecimal(payload)))
      }
      try format.print(CardDocument(card: card)) { "\(CardText.subject(card)) is in \(output)." }
    } else {
      let code = try CardPicture.code(payload)
      card = try connection.ask(CreateCard(cardName: name, kind: kind, payload: CardPayload.hexadecimal(payload)))
      try draw(code, of: card)
    }
    let first = output == nil ? "Photograph it, or print a screenshot" : "Print it, at least 4 cm wide"
    Output.note(
      """
      Next: \(first), hold it before the camera and run `rouse card test`. It counts once it was seen.
      This clock cannot show or make this card again.
      """)
    if kind == .snooze { Output.note(CardText.aboutSnoozing) }
  }

  /// The picture is there this once.
  private func draw(_ code: QRCard, of card: CardView) throws(ControlError) {
    do {
      try Output.write(Output.own(code.terminalText(inColor: Style.output.isColoured)), isNeeded: true)
    } catch {
      throw ControlError(
        .cannotWrite, "\(CardText.subject(card)) was made, but not drawn",
        why: "\(error.why); nobody has its code, and it can silence nothing",
        fix: "remove it: `rouse card remove \(card.id)`, then make it again with `--output FILE`")
    }
  }
}
