import Glibc

/// Buffers received bytes and splits them into lines.
package struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The lines before this index were returned.
  private var taken = 0
  /// There is no line end before this index.
  private var searched = 0
  private var piece = [UInt8](repeating: 0, count: 1 << 16)

  /// Far more than any legitimate line, in bytes.
  private static let longest = 1 << 25

  package init() {}

  /// Whether the received bytes exceed the longest line and still have no end.
  package var isEndless: Bool { searched == bytes.count && bytes.count - taken > Self.longest }

  /// Returns the next line without its end, or `nil` if more bytes must be read first.
  package mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = bytes[taken..<end]
    taken = end + 1
    searched = taken
    return line
  }

  /// Reads once and returns the result of read(2).
  package mutating func read(from descriptor: Int32) -> Int {
    bytes.removeFirst(taken)
    searched -= taken
    taken = 0
    let count = Glibc.read(descriptor, &piece, piece.count)
    bytes += piece.prefix(max(0, count))
    return count
  }
}
