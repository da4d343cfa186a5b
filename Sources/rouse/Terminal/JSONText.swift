import Control
import FoundationEssentials
import PlainText

/// JSON for scripts: keys sorted, `null` for unset, one top-level `schema`.
enum JSONText {
  /// Changes when a key changes its meaning or goes away; new keys do not change it.
  static let schema = 1

  /// A whole reply: over several lines on a terminal, else on one.
  static func document(_ reply: some Encodable) throws(ControlError) -> String {
    try text(reply, isPretty: Terminal.isOutput)
  }

  /// One item of a stream, on one line.
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

  /// What somebody else wrote as JSON, on one line, with what would move the cursor escaped.
  static func printable(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    // Most of it is ASCII, and long.
    if json.withUnsafeBufferPointer({ $0.areAll { $0 >= 0x20 && $0 < 0x7F } }) { return json }
    return Array(String(decoding: json, as: UTF8.self).printableJSON.utf8)[...]
  }

  /// A reply's keys, and `schema` beside them.
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
