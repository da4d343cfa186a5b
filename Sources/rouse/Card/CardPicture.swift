import AlarmClock
import Control
import Glibc
import Pictures

/// The file that a new card is written to.
struct CardPicture {
  /// By the file's ending.
  enum Kind: String, CaseIterable {
    case svg, png, pdf

    init?(path: String) {
      let name = path.lowercased()
      guard let kind = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
      self = kind
    }
  }

  let path: String
  let kind: Kind
  let replacing: Bool

  /// The bytes of a picture, and why it shows the code alone; nil where it shows all of the card.
  struct Drawn: Equatable {
    var bytes: [UInt8]
    var lack: String?
  }

  /// Draws the card. Without `rsvg-convert` a PNG shows the code alone, and a PDF is refused.
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
        return Drawn(bytes: PNGWidth.set(cardWidth, of: try Self.plain(code)), lack: error.reason)
      }
    }
  }

  private static func plain(_ code: QRCard) throws(ControlError) -> [UInt8] {
    do throws(PictureError) { return try code.png() } catch {
      throw ControlError(error, what: "the card cannot be drawn")
    }
  }

  private static func refusal(_ path: String, _ failure: SVGConverter.Failure, remedy: String) -> ControlError {
    ControlError(
      .internal, "\(path) cannot be made", why: "\(failure.reason); no card was made",
      fix: "`\(SVGConverter.remedy)`; or \(remedy)", stillWorks: "`--output card.svg` needs no other program")
  }

  /// Writes the picture, registers the card, and only then gives the picture its name: neither a card without a picture
  /// nor a picture without a card is left when one of the two fails, and a picture that was there before survives.
  func write(
    _ bytes: [UInt8], registering register: () throws(ControlError) -> CardView
  ) throws(ControlError) -> CardView {
    let unregistered = path + ".unregistered"
    do throws(PictureError) {
      try PictureFile.write(bytes, to: unregistered)
    } catch {
      throw ControlError(error, what: "\(path) cannot be written")
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

  /// Refuses to replace what nobody asked to be replaced.
  func check() throws(ControlError) {
    guard !replacing, access(path, F_OK) == 0 else { return }
    throw ControlError(
      .cannotCreate, "\(path) exists already", why: "it may be the only picture of another card",
      fix: "choose another name, or replace it with `--force`")
  }

  static func code(_ payload: [UInt8]) throws(ControlError) -> QRCard {
    do throws(PictureError) {
      return try QRCard(payload: payload)
    } catch {
      throw ControlError(error, what: "the card cannot be made")
    }
  }
}

extension ControlError {
  /// A picture's trouble as the command's.
  init(_ error: PictureError, what: String) {
    self.init(Control.ExitCode(rawValue: error.exitCode) ?? .internal, what, why: error.reason, fix: error.remedy)
  }
}
