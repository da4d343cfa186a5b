import CLinux
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Which changes in the folder of sounds the watch reports.
@Suite struct SoundWatchTests {
  private let folder: TemporaryFolder
  private let watch: Descriptor

  init() throws {
    folder = try TemporaryFolder()
    watch = Descriptor(rouse_watch_create())
    try #require(mkdir(sounds, 0o700) == 0 && rouse_watch_whole_files(watch.number, sounds) >= 0)
  }

  private var sounds: String { folder.path + "/sounds" }
  private var sound: String { sounds + "/a.wav" }

  /// Whether anything has been reported. The kernel queues an event before the call that caused it returns.
  private func isTold() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return read(watch.number, &buffer, buffer.count) > 0
  }

  private func begin(_ path: String) throws -> Int32 {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try #require(number >= 0)
    return number
  }

  @Test func aFileIsToldOfOnceItIsWhole() throws {
    let file = try begin(sound)
    #expect(!isTold())
    #expect(write(file, "half", 4) == 4)
    #expect(!isTold())
    close(file)
    #expect(isTold())
  }

  @Test func whoMayReadAFileIsToldOf() throws {
    close(try begin(sound))
    #expect(isTold())
    #expect(chmod(sound, 0o644) == 0)
    #expect(isTold())
  }

  @Test func comingAndGoingIsToldOf() throws {
    let elsewhere = folder.path + "/a.wav"
    close(try begin(elsewhere))
    #expect(!isTold())
    #expect(rename(elsewhere, sound) == 0)
    #expect(isTold())
    #expect(rename(sound, elsewhere) == 0)
    #expect(isTold())
    #expect(rename(elsewhere, sound) == 0)
    #expect(isTold())
    #expect(unlink(sound) == 0)
    #expect(isTold())
  }

  @Test func readingIsNotToldOf() throws {
    close(try begin(sound))
    #expect(isTold())
    _ = try Descriptor.contents(of: sound)
    #expect(!isTold())
  }
}
