import CQRencode
import Hardware

/// A QR code to print or show: model 2 (ISO/IEC 18004).
public struct QRCard: Hashable, Sendable {
  /// How much of the code may be damaged and it is still read: about 7, 15, 25 and 30 %.
  public enum Correction: String, Hashable, Sendable, CaseIterable {
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"

    fileprivate var level: QRecLevel {
      switch self {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    }
  }

  /// How the payload is written into the code.
  public enum Mode: Hashable, Sendable {
    case bytes
    /// Digits, capitals, space and `$%*+-./:` alone, which need fewer modules.
    case alphanumeric
  }

  /// Modules a side, without the quiet zone: 21…177.
  public let size: Int
  /// Row by row from the top left; true is dark. `size * size` of them.
  public let modules: [Bool]

  /// The clear margin the standard asks for, in modules.
  public static let quietZone = 4

  /// The smallest code of these bytes, NUL included, as cards are printed: byte mode, level M. 1…2331 of them, else
  /// `payloadTooLong`.
  public init(payload: [UInt8]) throws(PictureError) {
    try self.init(payload: payload, correction: .medium, mode: .bytes)
  }

  /// The smallest code of these bytes, which have to be such that the mode can write them; what does not fit is
  /// `payloadTooLong`.
  public init(payload: [UInt8], correction: Correction, mode: Mode) throws(PictureError) {
    let input = QRinput_new2(0, correction.level)
    defer { QRinput_free(input) }
    let isTaken =
      QRinput_append(input, mode == .bytes ? QR_MODE_8 : QR_MODE_AN, Int32(clamping: payload.count), payload) == 0
    guard isTaken, let code = QRcode_encodeInput(input) else {
      throw PictureError(
        .payloadTooLong, "", "\(payload.count) bytes make no QR code of level \(correction.rawValue)")
    }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    size = side
    // The lowest bit of each is the module; the others are the encoder's notes.
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether the module is dark; beyond the code, in the quiet zone, it is not.
  func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }

  /// The code with its quiet zone, `moduleSize` pixels a module (at least 1), black on white.
  public func image(moduleSize: Int = 8) -> GrayFrame {
    let side = (size + 2 * Self.quietZone) * moduleSize
    let pixels = (0..<side * side).map { index -> UInt8 in
      let (x, y) = (index % side / moduleSize - Self.quietZone, index / side / moduleSize - Self.quietZone)
      return isDark(x, y) ? 0 : 255
    }
    guard let frame = GrayFrame(width: side, height: side, pixels: pixels) else {
      preconditionFailure("a module is at least one pixel")
    }
    return frame
  }

  /// The code as a PNG file's bytes, `moduleSize` pixels a module.
  public func png(moduleSize: Int = 16) throws(PictureError) -> [UInt8] {
    try CodedPicture.encodePNG(image(moduleSize: moduleSize))
  }

  /// The dark modules as the data of an SVG path (SVG 1.1, 8.3), a unit a module, the quiet zone on the left and above.
  public var svgPath: String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        let start = x
        while isDark(x, y) { x += 1 }
        if x > start { path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z" }
        x += 1
      }
    }
    return path
  }

  /// The code for a terminal, two modules a character, each line ended by a newline.
  ///
  /// With `inColor` it is black on white by escape sequences whatever the terminal's colours are. Without, the light
  /// modules are drawn: right on a dark terminal, light on dark on a light one, which this clock's reader takes too.
  public func terminalText(inColor: Bool) -> String {
    let range = -Self.quietZone..<size + Self.quietZone
    // Colours 16 and 231 of the 256 are black and white in every theme.
    let (start, end) = inColor ? ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m\n") : ("", "\n")
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let line = range.map { x in
        Self.halfBlock(upper: isDark(x, y) == inColor, lower: isDark(x, y + 1) == inColor)
      }
      return start + line.joined() + end
    }.joined()
  }

  private static func halfBlock(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
