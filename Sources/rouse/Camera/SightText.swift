import AlarmClock
import Control
import FoundationEssentials
import Hardware

/// Brightness of a picture, rated for reading cards.
enum Light: String, Codable {
  case dark, fine, bright

  /// - Parameter brightness: the mean gray, 0…255. Below 50, a ring switches the lamp on.
  init(brightness: Int) {
    switch brightness {
    case ..<50: self = .dark
    case ...205: self = .fine
    default: self = .bright
    }
  }

  var hint: String {
    switch self {
    case .dark: "too dark: give it more light"
    case .fine: "fine"
    case .bright: "too bright: give it less light"
    }
  }
}

enum SightText {
  /// Lists the cards by name, but never the content of a code.
  static func codes(_ sight: SightView) -> String {
    guard !sight.codes.isEmpty else { return sight.hint == nil ? "no code in view" : "no code read" }
    return sight.codes.map { code in
      guard let card = code.card else { return "a code of no card" }
      let name = "card \(Terminal.printable(card.name)) (\(card.id))"
      return card.enrolled ? name : "\(name), not enrolled yet: `rouse card test`"
    }.joined(separator: "; ")
  }

  /// Says how to make the card readable, with the word that the display shows during a ring; `nil` if nothing is wrong.
  static func advice(_ sight: SightView) -> String? {
    if let hint = sight.hint { return "\(remedy(hint)) (on the display: \(hint.word))" }
    return sight.codes.isEmpty ? "show the whole code and its white margin, a third of the picture" : nil
  }

  /// Pixels per module that are enough for a shaking hand in little light. The decoder needs two.
  static let enoughPixels = 3.0
  private static let larger = "print the card larger: `rouse card new NAME --size 9cm --output card.png`"

  /// Says whether the code is large enough, and what to do if the lens has a fixed focus; `nil` if nothing is known.
  static func size(_ sight: SightView) -> String? {
    guard let pixels = sight.pixelsPerModule else {
      return sight.hasFocus == false && sight.codes.isEmpty ? "fixed focus, a near card blurs: \(larger)" : nil
    }
    let count = "\((pixels * 10).rounded() / 10) pixels a module"
    guard pixels < enoughPixels else { return "\(count), enough" }
    let remedy = sight.hasFocus == false ? "fixed focus," : "bring it nearer, or"
    return "\(count), too few: \(remedy) \(larger)"
  }

  private static func remedy(_ hint: ReadingHint) -> String {
    switch hint {
    case .tooDark: "too dark: give the card more light"
    case .glare: "glare: tilt the card, or dim the light"
    case .tooFar: "too far: bring the card nearer"
    case .tooNear: "too near: take the card farther away"
    case .holdStill: "a code is in view: hold it still"
    case .wrongCode: "wrong code: it is no card of this clock"
    case .takeAway: "already there: remove it, show it elsewhere"
    }
  }

  /// Example: `brightness 120 (fine), sharpness 182, card bathroom (k3f9xa)`; advice may follow.
  static func line(_ sight: SightView, best: Int? = nil) -> String {
    let hint = Light(brightness: sight.brightness).hint
    let mark = best.map { " (best \($0))" } ?? ""
    return "brightness \(sight.brightness) (\(hint)), sharpness \(sight.sharpness)\(mark), \(codes(sight))"
      + [size(sight), advice(sight)].compactMap(\.self).map { ", \($0)" }.joined()
  }

  static func noFrame(_ failure: String?) -> String {
    "no picture: \(failure.map(Terminal.printable) ?? "the camera is silent")"
  }
}

extension GrayFrame {
  init(_ picture: PictureView) throws(ControlError) {
    guard let pixels = Data(base64Encoded: picture.pixels),
      let frame = GrayFrame(width: picture.width, height: picture.height, pixels: [UInt8](pixels))
    else {
      throw .notUnderstood("the daemon's picture is not understood")
    }
    self = frame
  }
}
