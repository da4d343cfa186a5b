import PlainText

/// Writes JSON (RFC 8259) directly as bytes, with keys in the given order.
///
/// Only for lists with thousands of entries, for which `JSONEncoder` is several times slower and keeps users waiting.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// - Parameters:
  ///   - start: The bytes before the document.
  ///   - capacity: The initial capacity in bytes.
  public init(after start: [UInt8] = [], capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
    bytes += start
  }

  /// Returns the document followed by `end`.
  public consuming func bytes(before end: String) -> [UInt8] {
    bytes += end.utf8
    return bytes
  }

  public mutating func object(_ fields: (inout JSONWriter) -> Void) { nest("{", "}", fields) }
  public mutating func array(_ values: (inout JSONWriter) -> Void) { nest("[", "]", values) }

  mutating func object(_ fields: KeyValuePairs<String, any JSONWritten>) { object { $0.fields(fields) } }

  package mutating func fields(_ fields: KeyValuePairs<String, any JSONWritten>) {
    for (name, value) in fields { field(name, value) }
  }

  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func field(_ key: JSONKey, _ value: some JSONWritten) {
    bytes.append(contentsOf: needsComma ? key.withComma[...] : key.withComma.dropFirst())
    needsComma = false
    value.write(to: &self)
  }

  package mutating func field(_ name: String, _ value: some JSONWritten) {
    key(name)
    value.write(to: &self)
  }

  public mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Copied all at once, because most strings have nothing to escape.
      if utf8.areAll(Self.isPlain) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { append(escaping: byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  fileprivate mutating func word(_ word: String) {
    separate()
    bytes.append(contentsOf: word.utf8)
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes += Array(#"\b"#.utf8)
    case 0x09: bytes += Array(#"\t"#.utf8)
    case 0x0A: bytes += Array(#"\n"#.utf8)
    case 0x0C: bytes += Array(#"\f"#.utf8)
    case 0x0D: bytes += Array(#"\r"#.utf8)
    case 0..<0x20: bytes += Array((byte < 0x10 ? #"\u000"# : #"\u00"#).utf8) + Array(String(byte, radix: 16).utf8)
    default: bytes.append(byte)
    }
  }
}

/// A key, encoded once for all its uses.
public struct JSONKey: Sendable {
  fileprivate let withComma: [UInt8]

  public init(_ name: String) {
    var json = JSONWriter(after: [UInt8(ascii: ",")])
    json.string(name)
    withComma = json.bytes + [UInt8(ascii: ":")]
  }
}

/// A value that writes its own JSON, with sorted keys; equivalent to the output of `JSONEncoder`.
public protocol JSONWritten: Sendable {
  func write(to json: inout JSONWriter)
}

/// An object with its fields in the given order.
package struct JSONObject: JSONWritten {
  private let fields: KeyValuePairs<String, any JSONWritten>

  package init(_ fields: KeyValuePairs<String, any JSONWritten>) { self.fields = fields }

  package func write(to json: inout JSONWriter) { json.object(fields) }
}

extension String: JSONWritten {
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritten {
  public func write(to json: inout JSONWriter) { json.word(String(self)) }
}

extension Bool: JSONWritten {
  public func write(to json: inout JSONWriter) { json.word(String(self)) }
}

extension Array: JSONWritten where Element: JSONWritten {
  public func write(to json: inout JSONWriter) {
    json.array { json in for element in self { element.write(to: &json) } }
  }
}

extension Optional: JSONWritten where Wrapped: JSONWritten {
  public func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.word("null") }
  }
}
