import Glibc
import TestSupport
import Testing

@testable import Machine

@Suite struct DurableFileTests {
  /// Writing part of the bytes sets no errno (write(2)), so an earlier one must not be reported.
  @Test func aShortWriteReportsWhyTheRestCouldNotBeWritten() throws {
    let (writer, reader) = try Descriptor.socketPair()
    try #require(fcntl(writer.number, F_SETFL, O_NONBLOCK) == 0)
    errno = EACCES
    #expect(Descriptor.write([UInt8](repeating: 7, count: 1 << 20), to: writer.number) == EAGAIN)
    var first = [UInt8](repeating: 0, count: 4)
    #expect(read(reader.number, &first, 4) == 4)
    #expect(first == [7, 7, 7, 7])
  }

  @Test(arguments: [(most: Int.max, copied: 100_000), (70_000, 70_000), (0, 0)])
  func aFileIsReplacedByTheCopyOfAnother(most: Int, copied: Int) throws {
    let folder = try TemporaryFolder()
    let (source, target) = (folder.path + "/source", folder.path + "/target")
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try DurableFile.create(source, bytes)
    try DurableFile.copy(source, to: target, first: most)
    #expect(try Descriptor.contents(of: target) == Array(bytes[..<copied]))
    #expect(throws: SystemError.self) { try DurableFile.copy(source, to: target) }
    try DurableFile.replace(target, byCopyOf: source)
    #expect(try Descriptor.contents(of: target) == bytes)
    #expect(DurableFile.names(in: folder.path).sorted() == ["source", "target"])
  }
}
