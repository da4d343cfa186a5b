import CardReader
import FoundationEssentials
import Pictures
import PlainText
import ScanLine

/// The result for one picture or one burst.
struct DecodeResult {
  let file: String
  let sightings: [CardReader.Sighting]
  /// The mean gray, 0…255; for a burst, that of the brightest frame.
  let brightness: Int
  /// The CPU time for reading, without loading.
  let milliseconds: Double
  let failure: PictureError?

  var roundedMilliseconds: Double { (milliseconds * 100).rounded() / 100 }
}

enum PayloadText {
  /// Returns printable UTF-8 as it is, and anything else as `hex:` and its bytes. Text that begins with `hex:` is
  /// encoded too, so that the forms cannot be confused.
  static func readable(_ payload: [UInt8]) -> String {
    if let text = printable(payload), !text.isEmpty, !text.hasPrefix("hex:") { return text }
    return "hex:" + Hexadecimal.text(payload)
  }

  /// Returns `nil` unless the payload is UTF-8 without control characters, line separators and invisible formatting,
  /// which could fake other output in a terminal.
  static func printable(_ payload: [UInt8]) -> String? {
    guard let text = String(validating: payload, as: UTF8.self) else { return nil }
    let isPrintable = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
      default: true
      }
    }
    return isPrintable ? text : nil
  }
}

struct DecodeDocument: Encodable {
  let schema = 1
  let results: [DecodeResult]

  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self).printableJSON + "\n"
  }
}

extension DecodeResult: Encodable {
  private enum Key: CodingKey {
    case file, payloads, pass, milliseconds, error
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(file, forKey: .file)
    try values.encode(sightings.map { Payload(bytes: $0.payload) }, forKey: .payloads)
    try values.encode(sightings.first?.pass, forKey: .pass)
    try values.encode(roundedMilliseconds, forKey: .milliseconds)
    try values.encode(failure.map { "\($0)" }, forKey: .error)
  }
}

private struct Payload: Encodable {
  let bytes: [UInt8]

  private enum Key: CodingKey {
    case text, hex
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(PayloadText.printable(bytes), forKey: .text)
    try values.encode(Hexadecimal.text(bytes), forKey: .hex)
  }
}
