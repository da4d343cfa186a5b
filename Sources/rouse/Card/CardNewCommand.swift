import AlarmClock
import ArgumentParser
import Control
import Glibc
import Pictures

struct CardNewCommand: Verb {
  static let about = CommandConfiguration("card new")

  @Argument(help: "Its name, such as `bathroom`.")
  var name: String
  @Option(help: "`dismiss` ends a ring; `snooze` silences it for a while, if the alarm allows that.")
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
      throw ValidationError("--output \(output): the name must end with .svg, .png or .pdf.")
    }
    if format.json && output == nil {
      throw ValidationError("--json prints no picture. Give a file with --output.")
    }
    if Style.output.isPlain && output == nil {
      throw ValidationError("--plain cannot draw a card. Give a file with --output.")
    }
    if printing.isGiven && output == nil {
      throw ValidationError("--size, --copies and --page need a file. Give one with --output.")
    }
  }

  func run() throws {
    _ = try checkedName(name, field: "NAME", mayBeEmpty: false)
    let payload = try CardPayload.random()
    let code = try CardPicture.code(payload)
    let request = CreateCard(cardName: name, kind: kind, payload: CardPayload.hexadecimal(payload))
    if let output, let pictureKind = CardPicture.Kind(path: output) {
      try write(code, of: request, to: CardPicture(path: output, kind: pictureKind))
    } else {
      try draw(code, of: try connection.ask(request))
    }
    let first = output == nil ? "Photograph it, or print a screenshot" : "Print it at 100 %"
    Output.note(
      """
      Next: \(first), hold it before the camera and run `rouse card test`. It works once the camera has seen it.
      This clock cannot show or make this card again.
      """)
    if kind == .snooze { Output.note(CardText.aboutSnoozing) }
  }

  private func write(_ code: QRCard, of request: CreateCard, to picture: CardPicture) throws {
    // Check for the daemon first: without it, the picture would be useless.
    _ = try connection.open()
    if !force { try OutputFile.checkThatNone(picture.path, why: "it may be the only picture of another card") }
    let drawn = try picture.draw(code, named: name, for: CardText.purpose(of: kind), printing)
    let card = try picture.write(drawn.bytes) { () throws(ControlError) in
      // Connect again: drawing may outlast the service's idle timeout.
      try connection.ask(request)
    }
    try format.print(["card": card]) { "\(CardText.subject(card)) is in \(picture.path)." }
    if let lack = drawn.lack {
      Output.notes(["the picture shows only the code, because \(lack); to add name and edge: `\(SVGConverter.remedy)`"])
    }
  }

  /// Prints the code. It exists only here, so that failing to print it is an error.
  private func draw(_ code: QRCard, of card: CardView) throws(ControlError) {
    do {
      try Output.write(Output.own(code.terminalText(inColor: Style.output.isColoured)), isNeeded: true)
    } catch {
      throw ControlError(
        .cannotWrite, "\(CardText.subject(card)) was made but could not be drawn",
        why: "\(error.why); nobody has its code, so it cannot end a ring",
        fix: "remove it: `rouse card remove \(card.id)`, then make it again with `--output FILE`")
    }
  }
}

struct PrintOptions: ParsableArguments {
  @Option("The card's width, 4cm to 18cm; default: 7cm; for a fixed-focus camera use 9cm.", "width")
  var size: String?
  @Option(help: ArgumentHelp("How many copies of the card to draw on a page.", valueName: "number"))
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
          reason: "a card is 4 cm to 18 cm wide, so that the camera can read it and it fits a page",
          remedy: "give a width in that range, such as 6cm")
      }
      return value * length
    }
    throw InvalidValue(field: "--size", value: text, reason: "it is not a width", remedy: "such as 6cm, 60mm or 2.5in")
  }

  /// Draws a whole page if `isPage`, if a page is given, or for several copies; otherwise only the card.
  func svg(of card: PrintedCard, isPage: Bool) throws(InvalidValue) -> String {
    let page = page ?? .a4
    let copies = copies ?? 1
    guard (1...card.count(on: page)).contains(copies) else {
      throw InvalidValue(
        field: "--copies", value: "\(copies)", reason: "1 to \(card.count(on: page)) cards of this size fit one page",
        remedy: "give a number in that range, or a smaller `--size`")
    }
    return isPage || copies > 1 || self.page != nil ? card.svg(copies: copies, on: page) : card.svg
  }
}

extension PrintedCard.Page: ExpressibleByArgument {}

struct CardPicture {
  enum Kind: String, CaseIterable, FileKind { case svg, png, pdf }

  let path: String
  let kind: Kind

  /// A picture. `lack` is a clause that says why the picture shows only the code; `nil` if it shows the whole card.
  struct Drawn: Equatable {
    var bytes: [UInt8]
    var lack: String?
  }

  /// Draws the card. Without `rsvg-convert`, a PNG shows only the code, and a PDF is refused.
  func draw(
    _ code: QRCard, named name: String, for purpose: [String], _ options: PrintOptions,
    converting convert: (String, SVGConverter.Format) throws(SVGConverter.Failure) -> [UInt8] = SVGConverter.convert
  ) throws -> Drawn {
    let card = PrintedCard(
      code: code, name: Terminal.printable(name), purpose: purpose, width: try options.width())
    let svg = try options.svg(of: card, isPage: kind == .pdf)
    let (cardWidth, pictureWidth) = (try options.width(), try options.pictureWidth())
    switch kind {
    case .svg: return Drawn(bytes: [UInt8](svg.utf8))
    case .pdf:
      do throws(SVGConverter.Failure) { return Drawn(bytes: try convert(svg, .pdf)) } catch {
        throw Self.refusal(path, error, remedy: "write an SVG, which browsers print: `--output card.svg`")
      }
    case .png:
      do throws(SVGConverter.Failure) {
        return Drawn(bytes: PNGWidth.set(pictureWidth, of: try convert(svg, .png)))
      } catch {
        guard !options.asksForPage else {
          throw Self.refusal(path, error, remedy: "leave out --copies and --page, or write an SVG")
        }
        let plain = try ControlError.naming("the card cannot be drawn") { () throws(PictureError) in try code.png() }
        return Drawn(bytes: PNGWidth.set(cardWidth, of: plain), lack: error.reason)
      }
    }
  }

  private static func refusal(_ path: String, _ failure: SVGConverter.Failure, remedy: String) -> ControlError {
    ControlError(
      .internal, "\(path) cannot be made", why: "\(failure.reason); no card was made",
      fix: "`\(SVGConverter.remedy)`; or \(remedy)", stillWorks: "`--output card.svg` needs no other program")
  }

  /// Writes the picture under a temporary name, registers the card, then renames the picture. If writing or registering
  /// fails, neither a card without a picture nor a picture without a card remains, and an existing picture is kept.
  func write(
    _ bytes: [UInt8], registering register: () throws(ControlError) -> CardView
  ) throws(ControlError) -> CardView {
    let unregistered = path + ".unregistered"
    try ControlError.naming("\(path) cannot be written") { () throws(PictureError) in
      try PictureFile.write(bytes, to: unregistered)
    }
    let card: CardView
    do throws(ControlError) {
      card = try register()
    } catch {
      unlink(unregistered)
      throw error
    }
    guard rename(unregistered, path) == 0 else {
      throw ControlError(
        .cannotCreate, "the picture could not be renamed to \(path)", why: String(cString: strerror(errno)),
        fix: "use \(unregistered); the card is registered")
    }
    return card
  }

  static func code(_ payload: [UInt8]) throws(ControlError) -> QRCard {
    try ControlError.naming("the card cannot be made") { () throws(PictureError) in try QRCard(payload: payload) }
  }
}

extension ControlError {
  /// Runs `body`, and says `what` failed if a picture cannot be read, drawn or written.
  static func naming<Value>(_ what: String, _ body: () throws(PictureError) -> Value) throws(ControlError) -> Value {
    do throws(PictureError) { return try body() } catch {
      throw ControlError(
        Control.ExitCode(rawValue: error.exitCode) ?? .internal, what, why: error.reason, fix: error.remedy)
    }
  }
}

/// `rsvg-convert` (package librsvg2-bin) makes a PNG or PDF from an SVG. It is optional.
struct SVGConverter {
  enum Format: String { case png, pdf }

  static let program = "rsvg-convert"
  static let remedy = "sudo apt-get install librsvg2-bin"

  /// A failed conversion. The reason is a clause.
  struct Failure: Error, Equatable {
    var reason: String
  }

  static func convert(_ svg: String, to format: Format) throws(Failure) -> [UInt8] {
    // Common printer resolution.
    let dots = "300"
    let result: StartedProgram.Result
    do throws(StartedProgram.Failure) {
      result = try StartedProgram.run(
        program, arguments: ["--format", format.rawValue, "--dpi-x", dots, "--dpi-y", dots],
        input: [UInt8](svg.utf8), isQuiet: true)
    } catch {
      throw Failure(reason: error.reason(of: program))
    }
    guard result.status == 0, !result.output.isEmpty else {
      throw Failure(
        reason: result.status & 0x7F == 0
          ? "`\(program)` has failed with code \(result.status >> 8 & 0xFF)"
          : "`\(program)` was ended by signal \(result.status & 0x7F)")
    }
    return result.output
  }
}

/// Content of a new card: `ROUSE:` and 128 random bits in base32 (RFC 4648, section 6, without padding).
enum CardPayload {
  static let prefix = "ROUSE:"

  /// Returns 32 bytes of ASCII: the prefix and 26 characters.
  static func random() throws(ControlError) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: 16)
    guard getentropy(&bits, bits.count) == 0 else {
      throw ControlError(
        .internal, "no random numbers are available to make a card", why: String(cString: strerror(errno)),
        fix: "try again, or use any QR code that you have: `rouse card add NAME`")
    }
    return [UInt8](prefix.utf8) + base32(bits)
  }

  /// Encodes five bits per character, A–Z and 2–7, most significant first; pads the last one with zero bits.
  static func base32(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    let bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
    return stride(from: 0, to: bits.count, by: 5).map { start in
      let five = bits[start...].prefix(5)
      return alphabet[five.reduce(0) { $0 << 1 | Int($1) } << (5 - five.count)]
    }
  }

  /// Returns two lower-case digits per byte, the format of payloads in requests.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
