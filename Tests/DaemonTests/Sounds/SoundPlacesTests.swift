import CLinux
import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// The folder of sounds may go, return or be replaced while the service runs. What is at its path counts.
@Suite final class SoundPlacesTests {
  private let rig: OwnSoundRig
  private var ownSounds: OwnSoundStore { rig.ownSounds }

  init() async throws {
    rig = try await OwnSoundRig()
    try put("a")
    try await rig.untilPrepared("a")
  }

  private var sounds: String { rig.sounds }
  private var elsewhere: String { rig.folder.path + "/elsewhere" }

  private func put(_ name: String, in place: String? = nil) throws {
    try MadeSound.sine(seconds: 1).write(.wav, to: "\(place ?? sounds)/\(name).wav")
  }

  private func make(_ path: String) throws { try #require(mkdir(path, 0o755) == 0, "\(path): \(errno)") }

  @Test(arguments: [false, true])
  func oneThatIsRemadeIsFollowed(isMissed: Bool) async throws {
    for name in ["b", "c"] {
      Files.remove(sounds)
      if isMissed { try #require(await eventually { rig.shelf.own.isEmpty }) }
      try make(sounds)
      try put(name)
      try await rig.untilPrepared(name)
      try put(name + "2")
      try await rig.untilPrepared(name, name + "2")
    }
  }

  @Test func anotherThatIsMovedIntoItsPlaceIsFollowedAndTheOldOneIsNot() async throws {
    try make(elsewhere)
    try put("b", in: elsewhere)
    try #require(rename(sounds, rig.folder.path + "/old") == 0)
    try #require(await eventually { rig.shelf.own.isEmpty })
    try #require(rename(elsewhere, sounds) == 0)
    try await rig.untilPrepared("b")
    try put("ghost", in: rig.folder.path + "/old")
    try put("c")
    try await rig.untilPrepared("b", "c")
    try #require(rename(sounds, elsewhere) == 0 && rename(rig.folder.path + "/old", sounds) == 0)
    try await rig.untilPrepared("a", "ghost")
  }

  @Test func aLinkIsFollowedToWhereItLeads() async throws {
    try make(elsewhere)
    try put("b", in: elsewhere)
    Files.remove(sounds)
    try #require(symlink("elsewhere", sounds) == 0)
    try await rig.untilPrepared("b")
    try put("c", in: elsewhere)
    try await rig.untilPrepared("b", "c")
    Files.remove(elsewhere)
    try #require(await eventually { rig.shelf.own.isEmpty })
    let third = rig.folder.path + "/third"
    try #require(symlink(third, elsewhere) == 0)
    try make(third)
    try put("d", in: third)
    try await rig.untilPrepared("d")
    Files.remove(sounds)
    try make(sounds)
    try put("e")
    try await rig.untilPrepared("e")
  }

  @Test func whatWasMadeOfSoundsIsMadeAgain() async throws {
    try put("b")
    try await rig.untilPrepared("a", "b")
    Files.remove(ownSounds.folder.preparedPath(of: "a"))
    try await rig.untilPrepared("a", "b")
    Files.remove(ownSounds.folder.preparedFolder)
    try await rig.untilPrepared("a", "b")
    Files.remove(ownSounds.folder.preparedFolder + "/sounds.json")
    try await rig.untilPrepared("a", "b")
  }

  @Test func whatIsSaidIsWhatIsWrong() async throws {
    func problem() async -> String { await ownSounds.lookAgain() ?? "" }
    func isNoFolder(_ text: String) -> Bool {
      text.contains("\(sounds) is no folder (") && text.contains("); take it away")
    }
    Files.remove(sounds)
    #expect(await problem().contains("\(sounds) is gone; put it back, or add a sound"))
    #expect(!DurableFile.exists(sounds), "somebody may be about to move another into its place")
    try #require(symlink("nowhere", sounds) == 0)
    #expect(isNoFolder(await problem()))
    let refused = await #expect(throws: ControlError.self) {
      try await self.ownSounds.begin(fileName: "b.wav", name: nil, size: 1000)
    }
    #expect(refused?.why.contains("\(sounds) is no folder") ?? false)
    #expect(refused?.fix.hasPrefix("take it away") ?? false)
    Files.remove(sounds)
    try Files.write("", to: sounds)
    #expect(isNoFolder(await problem()))
    Files.remove(sounds)
    let number = try await ownSounds.begin(fileName: "b.wav", name: nil, size: 1000)
    try await ownSounds.take(number, [0])
    #expect(await problem().isEmpty)
    try put("c")
    try await rig.untilPrepared("c")
  }

  /// The kernel's error, and a part of the fix that is offered.
  @Test(arguments: [
    (EACCES, "`sudo chown -R "), (EPERM, "`sudo chown -R "), (ENOSPC, "free space"), (EDQUOT, "free space"),
    (EROFS, "remount,rw"), (EIO, "`sudo ls -la "),
  ])
  func eachRefusalHasItsRemedy(code: Int32, fix: String) {
    let trouble = ownSounds.folder.trouble(SystemError("creating a file", code))
    #expect(trouble.what.hasPrefix("creating a file: ") && trouble.fix.contains(fix))
    #expect(trouble.fix.contains("free space") == [ENOSPC, EDQUOT].contains(code))
  }
}

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

  @Test func aFileIsToldOfWhenItIsWholeComesGoesOrChangesItsRightsAndNotWhenItIsRead() throws {
    let file = try begin(sound)
    #expect(!isTold())
    #expect(write(file, "half", 4) == 4)
    #expect(!isTold())
    close(file)
    #expect(isTold())
    #expect(chmod(sound, 0o644) == 0)
    #expect(isTold())
    _ = try Descriptor.contents(of: sound)
    #expect(!isTold())
    let elsewhere = folder.path + "/a.wav"
    close(try begin(elsewhere))
    #expect(!isTold())
    for (from, to) in [(elsewhere, sound), (sound, elsewhere), (elsewhere, sound)] {
      #expect(rename(from, to) == 0)
      #expect(isTold())
    }
    #expect(unlink(sound) == 0)
    #expect(isTold())
  }
}
