import Control
import FoundationEssentials
import PlainText

/// JSON for scripts: sorted keys, `null` for unset values, and `schema` at the top level.
enum JSONText {
  /// Changes when a key is removed or gets another meaning, but not for new keys.
  static let schema = 1

  /// Returns a whole reply: on one line, or on several for a terminal.
  static func document(_ reply: some Encodable) throws(ControlError) -> String {
    try text(reply, isPretty: Terminal.isOutput)
  }

  static func line(_ item: some Encodable) throws(ControlError) -> String { try text(item, isPretty: false) }

  static func text(_ reply: some Encodable, isPretty: Bool) throws(ControlError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      return String(decoding: try encoder.encode(Versioned(reply: reply)), as: UTF8.self).printableJSON
    } catch {
      throw ControlError(
        .internal, "the answer cannot be written as JSON", why: "\(error)", fix: "report this as a bug",
        stillWorks: "the same command without `--json`")
    }
  }

  /// Escapes control characters in a line of JSON from elsewhere.
  static func printable(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // A fast path: the text is long, and mostly ASCII.
    if json.withUnsafeBufferPointer({ $0.areAll { $0 >= 0x20 && $0 < 0x7F } }) { return json }
    return Array(String(decoding: json, as: UTF8.self).printableJSON.utf8)[...]
  }

  /// Adds `schema` to the keys of a reply.
  private struct Versioned<Reply: Encodable>: Encodable {
    let reply: Reply

    enum CodingKeys: CodingKey { case schema }

    func encode(to encoder: any Encoder) throws {
      try reply.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(JSONText.schema, forKey: .schema)
    }
  }
}
