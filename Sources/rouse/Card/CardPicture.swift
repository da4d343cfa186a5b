import Control
import Glibc
import Pictures

/// The file that a new card is written to.
struct CardPicture {
  /// By the file's ending.
  enum Kind {
    case png, svg

    init?(path: String) {
      let name = path.lowercased()
      if name.hasSuffix(".png") { self = .png } else if name.hasSuffix(".svg") { self = .svg } else { return nil }
    }
  }

  let path: String
  let kind: Kind
  let replacing: Bool

  /// Writes the card, registers it, and only then gives the picture its name: neither a card without a picture nor a
  /// picture without a card is left when one of the two fails, and a picture that was there before survives.
  func write(
    _ payload: [UInt8], registering register: () throws(ControlError) -> CardView
  ) throws(ControlError) -> CardView {
    if !replacing && access(path, F_OK) == 0 {
      throw ControlError(
        .cannotCreate, "\(path) exists already", why: "it may be the only picture of another card",
        fix: "choose another name, or replace it with `--force`")
    }
    let unregistered = path + ".unregistered"
    let code = try Self.code(payload)
    do throws(PictureError) {
      try PictureFile.write(kind == .png ? try code.png() : [UInt8](code.svg.utf8), to: unregistered)
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
