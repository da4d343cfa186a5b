import Glibc
import Sound
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// How hundreds of files, or a folder that cannot be read, affect the sounds that alarms use.
@Suite(.startsPrograms) final class SoundCrowdTests {
  private let rig: OwnSoundRig
  private let ownSounds: OwnSoundStore
  private let shelf: SoundShelf

  init() async throws {
    rig = try await OwnSoundRig()
    (ownSounds, shelf) = (rig.ownSounds, rig.shelf)
    try MadeSound.sine().write(.wav, to: rig.sounds + "/wecker.wav")
    try #require(await eventually { shelf.holds("wecker") })
  }

  @Test func ofFilesTooManyNothingIsRememberedAndASoundThatIsThereDoesNotGiveWay() async throws {
    for index in 0..<(2 * SoundFolder.mostFiles) { try Files.write("", to: "\(ownSounds.folder.path)/a\(index)") }
    await ownSounds.look()
    #expect(shelf.holds("wecker"))
    #expect(DurableFile.exists(ownSounds.folder.preparedPath(of: "wecker")))
    #expect(await ownSounds.sounds.count { $0.problem == .tooMany } == SoundFolder.mostFiles + 1)
    let remembered = ownSounds.folder.remembered()
    #expect(remembered.count == SoundFolder.mostFiles)
    #expect(remembered.contains { $0.id == "wecker" && $0.isAvailable })
  }

  @Test func aFolderThatCannotBeReadLosesNoSound() async throws {
    // The folder is missing between the two steps below, and a look would then find no sounds.
    await rig.stop()
    let (path, away) = (ownSounds.folder.path, rig.folder.path + "/away")
    try #require(rename(path, away) == 0)
    try Files.write("", to: path)
    let told = try #require(await ownSounds.lookAgain())
    #expect(told.contains(path) && told.contains(String(cString: strerror(ENOTDIR))), "\(told)")
    #expect(shelf.holds("wecker"))
    try #require(unlink(path) == 0 && rename(away, path) == 0)
    #expect(await ownSounds.lookAgain() == nil)
    #expect(await ownSounds.sounds.map(\.isWaiting) == [false])
    #expect(ownSounds.folder.remembered().map(\.id) == ["wecker"])
  }

  @Test func aFolderThatCannotBeMadeIsToldWithTheList() async throws {
    let other = try TemporaryFolder()
    try #require(symlink("/nowhere", other.path + "/sounds") == 0)
    let time = ManualTime(morning)
    let ownSounds = try OwnSoundStore(
      stateFolder: other.path, program: .built, shelf: SoundShelf(),
      events: EventLog(time: time, log: try quietLog()), time: time)
    let run = Task { await ownSounds.run() }
    defer { run.cancel() }
    #expect(await eventually { await ownSounds.lookAgain()?.contains("creating \(ownSounds.folder.path)") ?? false })
    #expect(await ownSounds.lookAgain() != nil)
  }

  @Test func aDiskThatHangsTakesFewThreads() async throws {
    let path = ownSounds.folder.preparedPath(of: "wecker")
    // Opening a FIFO for reading blocks until there is a writer.
    try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    let hung = (0..<Reader.most).compactMap { _ in shelf.source(of: "wecker", rate: 48_000) }
    #expect(hung.count == Reader.most)
    #expect(shelf.source(of: "wecker", rate: 48_000) == nil)
    // Once the FIFO has a writer, the sound is read again.
    #expect(
      await eventually {
        let writer = open(path, O_RDWR | O_NONBLOCK)
        defer { close(writer) }
        return shelf.source(of: "wecker", rate: 48_000) != nil
      })
  }

  @Test func roomIsLeftForAlarms() {
    #expect(throws: SoundProblem.notStored("128 MB are kept free for alarms")) {
      try ownSounds.folder.checkSpace(for: 1 << 60)
    }
  }
}
