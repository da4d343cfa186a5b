import Control
import PlainText

extension String {
  /// A label or a name, which people have typed: without control characters, and not endless.
  func forTheHouse(atMost longest: Int = 100) -> String {
    let text = printable()
    guard text.unicodeScalars.count > longest else { return text }
    var cut = UnicodeScalarView()
    cut.append(contentsOf: text.unicodeScalars.prefix(longest - 1))
    return String(cut) + "…"
  }
}

extension JSONWriter {
  /// One object as a document.
  static func document(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(fields)
    return json.bytes
  }

  mutating func text(_ key: String, _ text: String) {
    self.key(JSONKey(key))
    string(text)
  }

  mutating func texts(_ key: String, _ texts: [String]) {
    self.key(JSONKey(key))
    array { json in for text in texts { json.string(text) } }
  }

  /// `null` for nil.
  mutating func textOrNull(_ key: String, _ text: String?) {
    self.key(JSONKey(key))
    optional(text) { $0.string($1) }
  }

  mutating func count(_ key: String, _ number: Int) {
    self.key(JSONKey(key))
    self.number(number)
  }

  mutating func isSo(_ key: String, _ flag: Bool) {
    self.key(JSONKey(key))
    self.flag(flag)
  }
}
