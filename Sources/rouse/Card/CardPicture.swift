import AlarmClock
import Control
import Glibc
import Pictures

struct CardPicture {
  enum Kind: String, CaseIterable, FileKind { case svg, png, pdf }

  let path: String
  let kind: Kind
  let replacing: Bool

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
        .cannotCreate, "the picture could not be named \(path)", why: String(cString: strerror(errno)),
        fix: "take it from \(unregistered); the card is registered")
    }
    return card
  }

  func check() throws(ControlError) {
    if !replacing { try OutputFile.checkThatNone(path, why: "it may be the only picture of another card") }
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
  /// Common printer resolution.
  private static let dotsPerInch = 300

  /// A failed conversion. The reason is a clause.
  struct Failure: Error, Equatable {
    var reason: String
  }

  static func convert(_ svg: String, to format: Format) throws(Failure) -> [UInt8] {
    let dots = "\(dotsPerInch)"
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
