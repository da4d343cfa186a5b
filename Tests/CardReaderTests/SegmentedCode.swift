import CQRencode
import Hardware

/// QR codes of explicit segments, made by libqrencode, beyond what `QRCard` needs.
struct SegmentedCode {
  enum Segment {
    case digits(String)
    case alphanumeric(String)
    case bytes([UInt8])
    /// Shift JIS.
    case kanji([UInt8])
    case eci(UInt32)
  }

  struct Refused: Error {}

  let side: Int
  let modules: [Bool]

  /// - Parameter version: 0 for the smallest possible.
  init(
    _ segments: [Segment], version: Int = 0, level: QRecLevel = QR_ECLEVEL_M, indicator: UInt8? = nil
  ) throws {
    let input = try Self.input(segments, version: version, level: level)
    defer { QRinput_free(input) }
    if let indicator { QRinput_setFNC1Second(input, indicator) }
    guard let code = QRcode_encodeInput(input) else { throw Refused() }
    defer { QRcode_free(code) }
    self.init(code.pointee)
  }

  private init(_ code: QRcode) {
    let side = Int(code.width)
    self.side = side
    modules = (0..<side * side).map { code.data[$0] & 1 == 1 }
  }

  /// Returns the parts of a structured append.
  static func parts(_ parts: [[Segment]], version: Int) throws -> [SegmentedCode] {
    let inputs = QRinput_Struct_new()
    defer { QRinput_Struct_free(inputs) }
    for part in parts {
      QRinput_Struct_appendInput(inputs, try input(part, version: version, level: QR_ECLEVEL_M))
    }
    QRinput_Struct_insertStructuredAppendHeaders(inputs)
    let list = QRcode_encodeInputStructured(inputs)
    defer { QRcode_List_free(list) }
    var codes: [SegmentedCode] = []
    var next = list
    while let entry = next?.pointee {
      codes.append(SegmentedCode(entry.code.pointee))
      next = entry.next
    }
    return codes
  }

  private static func input(_ segments: [Segment], version: Int, level: QRecLevel) throws -> OpaquePointer {
    guard let input = QRinput_new2(Int32(version), level) else { throw Refused() }
    for segment in segments {
      let result =
        switch segment {
        case .digits(let text): QRinput_append(input, QR_MODE_NUM, Int32(text.utf8.count), Array(text.utf8))
        case .alphanumeric(let text): QRinput_append(input, QR_MODE_AN, Int32(text.utf8.count), Array(text.utf8))
        case .bytes(let bytes): QRinput_append(input, QR_MODE_8, Int32(bytes.count), bytes)
        case .kanji(let bytes): QRinput_append(input, QR_MODE_KANJI, Int32(bytes.count), bytes)
        case .eci(let number): QRinput_appendECIheader(input, number)
        }
      guard result == 0 else { throw Refused() }
    }
    return input
  }

  func image(moduleSize: Int = 6, quiet: Int = 4, isInverted: Bool = false) -> GrayFrame {
    let side = (self.side + 2 * quiet) * moduleSize
    let paper = GrayFrame(width: side, height: side, filledWith: isInverted ? 0 : 255)
    return paper.redrawn { column, row, paper in
      let (x, y) = (column / moduleSize - quiet, row / moduleSize - quiet)
      let isCode = (0..<self.side).contains(x) && (0..<self.side).contains(y)
      return isCode && modules[y * self.side + x] ? 255 - paper : paper
    }
  }
}
