import AlarmClock
import ArgumentParser
import Control
import Glibc
import Pictures

struct CardNewCommand: Verb {
  static let configuration = CommandConfiguration(
    "card new", "Make a card to print: SVG, PNG or PDF, or drawn in the terminal.")

  @Argument(help: "What to call it, as in `bathroom`.")
  var name: String
  @Option(help: "`dismiss` ends a ring; `snooze` silences it for a while, where the alarm allows that.")
  var kind = Card.Kind.dismiss
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The picture to write, `.svg`, `.png` or `.pdf`. Without it the card is drawn in the terminal.",
      valueName: "file"), completion: .file(extensions: CardPicture.Kind.allCases.map(\.rawValue)))
  var output: String?
  @OptionGroup var printing: PrintOptions
  @Flag(help: "Replace the file if it exists.")
  var force = false
  @OptionGroup var io: IO

  func validate() throws {
    if let output, CardPicture.Kind(path: output) == nil {
      throw ValidationError("--output \(output): the name has to end with .svg, .png or .pdf.")
    }
    if format.json && output == nil {
      throw ValidationError("--json prints no picture. Say with --output where to write it.")
    }
    if Style.output.isPlain && output == nil {
      throw ValidationError("a card cannot be said in words. Say with --output where to write its picture.")
    }
    if printing.isGiven && output == nil {
      throw ValidationError("--size, --copies and --page are for a picture. Say with --output where to write it.")
    }
  }

  func run() throws {
    _ = try checkedName(name, field: "NAME", mayBeEmpty: false)
    let code = try CardPayload.random()
    if let output, let pictureKind = CardPicture.Kind(path: output) {
      try write(code, to: CardPicture(path: output, kind: pictureKind, replacing: force))
    } else {
      let drawing = try CardPicture.code(code)
      try draw(drawing, of: try connection.ask(request(for: code)))
    }
    let first = output == nil ? "Photograph it, or print a screenshot" : "Print it at 100 %"
    Output.note(
      """
      Next: \(first), hold it before the camera and run `rouse card test`. It counts once it was seen.
      This clock cannot show or make this card again.
      """)
    if kind == .snooze { Output.note(CardText.aboutSnoozing) }
  }

  private func request(for code: [UInt8]) -> CreateCard {
    CreateCard(cardName: name, kind: kind, payload: CardPayload.hexadecimal(code))
  }

  private func write(_ code: [UInt8], to picture: CardPicture) throws {
    // The daemon first: without it there is nothing to write a picture for.
    _ = try connection.open()
    try picture.check()
    let drawn = try picture.draw(
      try CardPicture.code(code), named: name, for: CardText.purpose(of: kind), printing)
    let card = try picture.write(drawn.bytes) { () throws(ControlError) in
      // Anew: drawing may take longer than the service waits for one that says nothing.
      try connection.ask(request(for: code))
    }
    try format.print(["card": card]) { "\(CardText.subject(card)) is in \(picture.path)." }
    if let lack = drawn.lack {
      Output.notes(["the picture shows the code alone, as \(lack); to have name and edge: `\(SVGConverter.remedy)`"])
    }
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
