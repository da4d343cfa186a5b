/// The lines of a calendar (RFC 5545, 3.1). Folded ones are joined as bytes, because a fold may split a character.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var number = 0
  /// Whether the file is indented, like a listing. Then only text that does not look like a property continues a line.
  private var isIndented = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    isIndented = Self.isIndented(self)
  }

  /// Counts the lines as stored, up to one more than `most`.
  static func count(_ bytes: [UInt8], atMost most: Int) -> Int {
    var lines = 1
    bytes.withUnsafeBufferPointer { all in
      for (place, byte) in all.enumerated() where byte == newline || byte == carriageReturn {
        // A line end at the end of the file starts no line, and CRs before an LF end only one.
        let next = place + 1
        if next < all.count, byte == newline || all[next] != newline && all[next] != carriageReturn { lines += 1 }
      }
    }
    return Swift.min(lines, most + 1)
  }

  mutating func next() -> (number: Int, bytes: [UInt8])? {
    guard position < bytes.count else { return nil }
    let first = number + 1
    var line = Array(takeLine())
    if isIndented { line = Array(Self.trimmed(line[...])) }
    while position < bytes.count, Self.isSpace(bytes[position]) {
      if isIndented, Self.isLine(Self.trimmed(bytes[position...])) { break }
      position += 1
      line += isIndented ? Self.trimmed(takeLine()) : takeLine()
    }
    return (first, line)
  }

  /// Reads up to the line end: CRLF, LF or CR. Some programs write CR CR LF.
  private mutating func takeLine() -> ArraySlice<UInt8> {
    let start = position
    number += 1
    var end = position
    while end < bytes.count, bytes[end] != Self.newline, bytes[end] != Self.carriageReturn { end += 1 }
    var next = end
    while next < bytes.count, bytes[next] == Self.carriageReturn { next += 1 }
    position = Swift.min(next < bytes.count && bytes[next] == Self.newline ? next + 1 : end + 1, bytes.count)
    return bytes[start..<end]
  }

  /// Whether the first line is indented, or one right after a complete BEGIN, which nothing can continue.
  private static func isIndented(_ all: ContentLines) -> Bool {
    var (lines, isBehindBegin) = (all, true)
    while lines.position < lines.bytes.count {
      let line = lines.takeLine()
      let text = trimmed(line)
      if text.isEmpty { continue }
      if isBehindBegin, text.startIndex > line.startIndex, isLine(text) { return true }
      isBehindBegin = text.count < 20 && ["BEGIN:VCALENDAR", "BEGIN:VEVENT"].contains(text.asWord)
    }
    return false
  }

  /// Whether the text starts like a property, in capitals: `DTSTART;` or `SUMMARY:`.
  private static func isLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.prefix { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
    guard name.count > 1, name.endIndex < bytes.endIndex else { return false }
    return bytes[name.endIndex] == UInt8(ascii: ":") || bytes[name.endIndex] == UInt8(ascii: ";")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.drop(while: isSpace) }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}
