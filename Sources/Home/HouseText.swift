import Control
import PlainText

extension String {
  /// Returns a typed label or name without control characters, cut to `longest`.
  func forTheHouse(atMost longest: Int = 100) -> String {
    let text = printable()
    guard text.unicodeScalars.count > longest else { return text }
    var cut = UnicodeScalarView()
    cut.append(contentsOf: text.unicodeScalars.prefix(longest - 1))
    return String(cut) + "…"
  }
}

extension JSONWriter {
  static func document(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(fields)
    return json.bytes
  }
}
