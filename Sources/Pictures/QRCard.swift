import CQRencode
import Hardware

/// A QR code (model 2, ISO/IEC 18004) to print or show.
public struct QRCard: Hashable, Sendable {
  /// The share of the code that may be damaged: about 7, 15, 25 and 30 %.
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

  /// The encoding of the payload.
  public enum Mode: Hashable, Sendable {
    case bytes
    /// Only digits, capitals, space and `$%*+-./:`, which need fewer modules.
    case alphanumeric
  }

  /// Modules per side without the quiet zone: 21…177.
  public let size: Int
  /// `size * size` modules, row by row from the top left; `true` is dark.
  public let modules: [Bool]

  /// The margin that the standard requires, in modules.
  public static let quietZone = 4

  /// Creates the smallest code for bytes that the mode can represent. Throws `payloadTooLong` if they do not fit. Printed
  /// cards use byte mode and level M, with 1…2331 bytes (NUL is allowed).
  public init(
    payload: [UInt8], correction: Correction = .medium, mode: Mode = .bytes
  ) throws(PictureError) {
    let input = QRinput_new2(0, correction.level)
    defer { QRinput_free(input) }
    let isTaken =
      QRinput_append(input, mode == .bytes ? QR_MODE_8 : QR_MODE_AN, Int32(clamping: payload.count), payload) == 0
    guard isTaken, let code = QRcode_encodeInput(input) else {
      throw PictureError(
        .payloadTooLong, "", "\(payload.count) bytes do not fit in a QR code of level \(correction.rawValue)")
    }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    size = side
    // Only the lowest bit is the module; the encoder uses the others internally.
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether the module is dark; `false` outside the code, as in the quiet zone.
  func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
  }

  /// Returns the code with its quiet zone, black on white. `moduleSize` is at least 1 pixel.
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

  /// Returns a PNG file; `moduleSize` is in pixels.
  public func png(moduleSize: Int = 16) throws(PictureError) -> [UInt8] {
    try PictureFile.png(image(moduleSize: moduleSize))
  }

  /// The dark modules as SVG path data (SVG 1.1, 8.3), in units of a module, offset by the quiet zone.
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

  /// Returns the code for a terminal with two modules per character; every line ends with a newline.
  ///
  /// `inColor` prints black on white through escape sequences, whatever the terminal's colors. Otherwise the light
  /// modules are drawn. On a light terminal this inverts the code, which this clock's reader also accepts.
  public func terminalText(inColor: Bool) -> String {
    let range = -Self.quietZone..<size + Self.quietZone
    // Colors 16 and 231 of the 256 are black and white in every theme.
    let (start, end) = inColor ? ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m\n") : ("", "\n")
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      let line = range.map { x in
        Self.halfBlocks[(isDark(x, y) == inColor ? 2 : 0) + (isDark(x, y + 1) == inColor ? 1 : 0)]
      }
      return start + line.joined() + end
    }.joined()
  }

  /// Nothing, the lower half, the upper half, both.
  private static let halfBlocks = [" ", "▄", "▀", "█"]
}
