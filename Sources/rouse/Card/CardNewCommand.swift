import AlarmClock
import ArgumentParser
import Control
import Glibc
import Pictures

struct CardNewCommand: Verb {
  static let about = CommandConfiguration("card new")

  @Argument(help: "What to call it, as in `bathroom`.")
  var name: String
  @Option(help: "`dismiss` ends a ring; `snooze` silences it for a while, where the alarm allows that.")
  var kind = Card.Kind.dismiss
  @Option(
    "The picture to write, `.svg`, `.png` or `.pdf`. Without it the card is drawn in the terminal.", "file",
    name: .shortAndLong, completion: .file(extensions: CardPicture.Kind.allCases.map(\.rawValue)))
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
    // Check for the daemon first: without it, the picture would be useless.
    _ = try connection.open()
    try picture.check()
    let drawn = try picture.draw(
      try CardPicture.code(code), named: name, for: CardText.purpose(of: kind), printing)
    let card = try picture.write(drawn.bytes) { () throws(ControlError) in
      // Connect again: drawing may outlast the service's idle timeout.
      try connection.ask(request(for: code))
    }
    try format.print(["card": card]) { "\(CardText.subject(card)) is in \(picture.path)." }
    if let lack = drawn.lack {
      Output.notes(["the picture shows the code alone, as \(lack); to have name and edge: `\(SVGConverter.remedy)`"])
    }
  }

  /// Prints the code. It exists only here, so that failing to print it is an error.
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

struct PrintOptions: ParsableArguments {
  @Option("How wide the card is, 4cm to 18cm; 7cm where nothing is said, 9cm for a camera of fixed focus.", "width")
  var size: String?
  @Option(help: ArgumentHelp("How often it is drawn on a page: each of them is this card.", valueName: "number"))
  var copies: Int?
  @Option(help: ArgumentHelp("The page of a PDF, or of several copies: a4, letter.", valueName: "page"))
  var page: PrintedCard.Page?

  var isGiven: Bool { size != nil || asksForPage }
  var asksForPage: Bool { copies != nil || page != nil }

  /// Millimeters.
  func width() throws(InvalidValue) -> Double { try size.map(Self.millimetres) ?? 70 }

  /// Millimeters: the width of the page if there is one, otherwise of the card.
  func pictureWidth() throws(InvalidValue) -> Double {
    page != nil || (copies ?? 1) > 1 ? (page ?? .a4).width : try width()
  }

  /// Parses `6cm`, `60mm` or `2.5in`.
  static func millimetres(_ text: String) throws(InvalidValue) -> Double {
    let lower = text.lowercased()
    for (unit, length) in [("mm", 1.0), ("cm", 10.0), ("in", 25.4)] where lower.hasSuffix(unit) {
      let number = lower.dropLast(unit.count)
      guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let value = Double(number) else {
        break
      }
      guard PrintedCard.widths.contains(value * length) else {
        throw InvalidValue(
          field: "--size", value: text,
          reason: "a card is 4 cm to 18 cm wide, so that a camera reads it and a page holds it",
          remedy: "give a width in that range, as 6cm")
      }
      return value * length
    }
    throw InvalidValue(field: "--size", value: text, reason: "it is no width", remedy: "give one as 6cm, 60mm or 2.5in")
  }

  /// Draws a whole page if `isPage`, if a page is given, or for several copies; otherwise only the card.
  func svg(of card: PrintedCard, isPage: Bool) throws(InvalidValue) -> String {
    let page = page ?? .a4
    let copies = copies ?? 1
    guard (1...card.count(on: page)).contains(copies) else {
      throw InvalidValue(
        field: "--copies", value: "\(copies)", reason: "1 to \(card.count(on: page)) cards of this size fit one page",
        remedy: "give as many, or a smaller `--size`")
    }
    return isPage || copies > 1 || self.page != nil ? card.svg(copies: copies, on: page) : card.svg
  }
}

extension PrintedCard.Page: ExpressibleByArgument {}
