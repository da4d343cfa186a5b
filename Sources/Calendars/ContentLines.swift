/// The lines of a calendar, those that are folded joined again (RFC 5545, 3.1).
///
/// They are joined as bytes: a fold may lie in the middle of a letter.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// How many lines there are as they stand, up to one more than `most`.
  static func count(_ bytes: [UInt8], atMost most: Int) -> Int {
    var lines = bytes.last == newline ? 0 : 1
    bytes.withUnsafeBufferPointer { all in for byte in all where byte == newline { lines += 1 } }
    return Swift.min(lines, most + 1)
  }

  mutating func next() -> (number: Int, bytes: [UInt8])? {
    guard position < bytes.count else { return nil }
    let first = number + 1
    var line = Array(takeLine())
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
      position += 1
      line += takeLine()
    }
    return (first, line)
  }

  /// To its end, which is CRLF or LF; others write lines that end in CR CR LF.
  private mutating func takeLine() -> ArraySlice<UInt8> {
    let start = position
    number += 1
    var end = position
    while end < bytes.count, bytes[end] != Self.newline { end += 1 }
    position = Swift.min(end + 1, bytes.count)
    while end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[start..<end]
  }

  private static let newline = UInt8(ascii: "\n")
}
