import Glibc

/// Buffers received bytes and splits them into lines.
package struct LineBuffer {
  private var bytes = [UInt8](repeating: 0, count: 1 << 16)
  private var taken = 0
  /// There is no line end before this index.
  private var searched = 0
  private var filled = 0

  /// Far more than any legitimate line, in bytes.
  private static let longest = 1 << 25

  package init() {}

  /// Whether the received bytes exceed the longest line and still have no end.
  package var isEndless: Bool { searched == filled && filled - taken > Self.longest }

  /// Returns the next line without its end, or `nil` if more bytes must be read first.
  package mutating func next() -> ArraySlice<UInt8>? {
    let end = bytes.withUnsafeBytes { all -> Int? in
      guard let base = all.baseAddress, let end = memchr(base + searched, 0x0A, filled - searched) else { return nil }
      return UnsafeRawPointer(end) - base
    }
    guard let end else {
      searched = filled
      return nil
    }
    defer { (taken, searched) = (end + 1, end + 1) }
    return bytes[taken..<end]
  }

  /// Reads once and returns the result of read(2).
  package mutating func read(from descriptor: Int32) -> Int {
    makeRoom()
    let count = bytes.withUnsafeMutableBytes { [filled] all in
      Glibc.read(descriptor, all.baseAddress?.advanced(by: filled), all.count - filled)
    }
    filled += max(0, count)
    return count
  }

  private mutating func makeRoom() {
    if taken == filled { (taken, searched, filled) = (0, 0, 0) }
    guard filled == bytes.count else { return }
    if taken == 0 {
      bytes += [UInt8](repeating: 0, count: bytes.count)
    } else {
      bytes.withUnsafeMutableBytes { [taken, filled] all in
        all.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[taken..<filled]))
      }
      (taken, searched, filled) = (0, searched - taken, filled - taken)
    }
  }
}
