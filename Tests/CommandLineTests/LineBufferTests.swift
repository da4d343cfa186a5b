import Glibc
import Testing

@testable import Control

/// The lines are the same however the bytes arrive.
struct LineBufferTests {
  /// Lines of all lengths around the sizes of a read and of the buffer.
  private static let lines = [0, 1, 70_000, 3, 65_535, 65_536, 131_072, 2, 0, 300_000, 5]
    .enumerated().map { index, count in [UInt8](repeating: UInt8(ascii: "a") + UInt8(index), count: count) }

  @Test(arguments: [1, 7, 4096, 65_535, 65_536, 1 << 20], [false, true])
  func linesStayWhole(piece: Int, isLastHeld: Bool) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let sent = Array(Self.lines.joined(separator: [0x0A])) + [0x0A]
    // Without the large lines, because single bytes take long.
    let all = piece < 10 ? Array(sent.prefix(2000)) + [0x0A] : sent
    var buffer = LineBuffer()
    var written = 0
    var read: [[UInt8]] = []
    var held: ArraySlice<UInt8>?
    while true {
      if let line = buffer.next() {
        // The previous line must not change while someone still holds it.
        if isLastHeld, let held, let last = read.last { #expect(held.elementsEqual(last)) }
        held = isLastHeld ? line : nil
        read.append(Array(line))
      } else if written < all.count {
        // At most what a pipe takes without a reader.
        let count = min(piece, 1 << 14, all.count - written)
        let taken = all.withUnsafeBytes { Glibc.write(ends[1], $0.baseAddress?.advanced(by: written), count) }
        try #require(taken == count)
        written += count
        #expect(buffer.read(from: ends[0]) > 0)
      } else {
        break
      }
    }
    close(ends[1])
    #expect(buffer.read(from: ends[0]) == 0)
    #expect(read == all.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init))
  }

  /// Otherwise a peer that never ends a line would exhaust the memory.
  @Test func aLineThatDoesNotEndIsSeen() throws {
    let zero = open("/dev/zero", O_RDONLY)
    try #require(zero >= 0)
    defer { close(zero) }
    var buffer = LineBuffer()
    var count = 0
    while buffer.next() == nil, !buffer.isEndless, count < 1 << 27 { count += buffer.read(from: zero) }
    #expect((1 << 25...1 << 26).contains(count))
  }
}
