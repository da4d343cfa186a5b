import Control
import PlainText

extension String {
  /// Returns a typed label or name without control characters, cut to `longest`.
  func publishable(atMost longest: Int = 100) -> String {
    let text = printable()
    guard text.unicodeScalars.count > longest else { return text }
    return String(UnicodeScalarView(text.unicodeScalars.prefix(longest - 1))) + "…"
  }
}

extension JSONWriter {
  static func document(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(fields)
    return json.bytes
  }

  static func document(_ fields: KeyValuePairs<String, any JSONWritten>) -> [UInt8] { document { $0.fields(fields) } }
}
