import Glibc
import TestSupport
import Testing

@testable import Machine

/// In-memory copies of the store, left behind by a killed daemon.
@Suite struct ScratchFolderTests {
  private func leftover(_ names: [String], in base: String) throws -> String {
    var template = Array((base + "/rouse-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("creating a folder", errno) }
    let path = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    for name in names { try DurableFile.replace("\(path)/\(name)", by: [1, 2, 3]) }
    return path
  }

  @Test(arguments: ["/dev/shm", "/tmp"])
  func whatADaemonHasLeftIsRemoved(base: String) throws {
    let left = try [["rouse.sqlite"], ["rouse.sqlite", "rouse.sqlite-wal", "rouse.sqlite-shm"], ["copy"]].map {
      try leftover($0, in: base)
    }
    // A daemon starting in another test may briefly hold a folder's lock.
    var tries = 0
    while left.contains(where: DurableFile.exists), tries < 1000 {
      ScratchFolder.removeLeftovers()
      usleep(10_000)
      tries += 1
    }
    #expect(left.filter(DurableFile.exists) == [])
  }

  @Test func whatIsInUseOrIsNoCopyStays() throws {
    let used = try ScratchFolder()
    try DurableFile.replace(used.path + "/rouse.sqlite", by: [1])
    let others = try [[], ["rouse.sqlite", "zone"], ["letters"]].map { try leftover($0, in: "/dev/shm") }
    defer { others.forEach(ScratchFolder.remove) }
    let target = try TemporaryFolder()
    try DurableFile.replace(target.path + "/copy", by: [1])
    let link = others[0] + "x"
    #expect(symlink(target.path, String(link.dropLast(2)) + "_") == 0)
    defer { unlink(String(link.dropLast(2)) + "_") }
    ScratchFolder.removeLeftovers()
    #expect(DurableFile.exists(used.path + "/rouse.sqlite"))
    #expect(others.allSatisfy(DurableFile.exists))
    #expect(DurableFile.exists(target.path + "/copy"))
  }

  @Test func itIsGoneWithItsOwner() throws {
    var folder: ScratchFolder? = try ScratchFolder()
    let path = try #require(folder?.path)
    #expect(DurableFile.exists(path))
    folder = nil
    #expect(!DurableFile.exists(path))
  }
}
