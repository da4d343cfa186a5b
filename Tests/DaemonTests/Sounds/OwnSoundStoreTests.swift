import Control
import Glibc
import Sound
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite(.startsPrograms) final class OwnSoundStoreTests {
  private let rig: OwnSoundRig
  private var ownSounds: OwnSoundStore { rig.ownSounds }
  private var shelf: SoundShelf { rig.shelf }
  private var own: [SoundView] { shelf.own }
  private var kinds: [Event.Kind] { rig.events.pending.map(\.kind) }

  init() async throws { rig = try await OwnSoundRig() }

  private func put(_ sound: MadeSound, _ name: String, _ kind: MadeSound.Kind = .wav) throws {
    try sound.write(kind, to: "\(rig.sounds)/\(name)")
  }

  private func restarted() throws -> (OwnSoundStore, SoundShelf) {
    let shelf = SoundShelf()
    let ownSounds = try OwnSoundStore(
      stateFolder: rig.folder.path, program: SoundProgram(path: "/nowhere"), shelf: shelf, events: rig.events,
      time: rig.time)
    return (ownSounds, shelf)
  }

  @Test func aFileThatIsPutIntoTheFolderCanBeChosenUntilItIsRemoved() async throws {
    try put(.sine(), "Guten Morgen.flac", .flac)
    try await rig.untilPrepared("guten-morgen")
    let view = try #require(own.first)
    #expect(view.name == "Guten Morgen")
    #expect(view.description.hasPrefix("FLAC, 2.0s, "))
    #expect(shelf.knownIDs.contains("guten-morgen") && shelf.holds("guten-morgen"))
    // A read that a busy machine finishes late makes another sound play, so retry.
    var samples: [Float] = []
    await eventually {
      guard var source = shelf.source(of: "guten-morgen", rate: 44_100) else { return false }
      samples = source.next(44_100)
      return samples.count == 44_100
    }
    #expect(samples.contains { abs($0) > 0.1 })
    #expect(kinds == [.soundAdded])
    unlink("\(ownSounds.folder.path)/Guten Morgen.flac")
    try #require(await eventually { own.isEmpty })
    #expect(!DurableFile.exists(ownSounds.folder.preparedPath(of: "guten-morgen")))
    #expect(kinds == [.soundAdded, .soundRemoved])
  }

  @Test func whatIsThereIsFoundByTheNextStartAtOnce() async throws {
    try put(.sine(), "a.wav")
    try put(.sine(), "A!.wav")
    // The IDs of names that begin alike must not change either.
    let base = String(repeating: "a", count: 32)
    for end in ["2", "1", "3"] { try put(.sine(seconds: 1), "\(base) \(end).wav") }
    try await rig.untilPrepared("a", "a-2", base, base + "-2", base + "-3")
    let before = own
    let (again, shelf) = try restarted()
    #expect(shelf.own == before)
    #expect(shelf.source(of: "a-2", rate: 48_000) != nil)
    await again.look()
    #expect(shelf.own == before)
    // The remaining file keeps its ID even when the other one that would have the same ID is gone.
    unlink("\(ownSounds.folder.path)/A!.wav")
    await again.look()
    #expect(shelf.own.map(\.id) == before.filter { $0.name != "A!" }.map(\.id))
  }

  @Test func aLostIndexIsMadeAnew() async throws {
    try put(.sine(), "a.wav")
    try await rig.untilPrepared("a")
    unlink(ownSounds.folder.preparedFolder + "/sounds.json")
    let (again, shelf) = try restarted()
    await again.look()
    #expect(shelf.own.map(\.id) == ["a"])
    #expect(shelf.own.allSatisfy { !$0.available })
  }

  @Test func aFileThatChangesIsPreparedAnew() async throws {
    try put(.sine(seconds: 1), "a.wav")
    try await rig.untilPrepared("a")
    try put(.sine(seconds: 3), "a.wav")
    try #require(await eventually { own.first?.description.contains("3.0s") ?? false })
    #expect(own.map(\.id) == ["a"])
    try put(.silence(), "a.wav")
    try #require(await eventually { own.first?.available == false })
    #expect(own.first?.problem == SoundProblem.refused(.silent).why)
    #expect(!shelf.holds("a") && shelf.source(of: "a", rate: 48_000) == nil)
    #expect(!shelf.knownIDs.contains("a"))
    #expect(kinds == [.soundAdded, .soundAdded, .soundFailed])
  }

  @Test func ofFilesTooManyNothingIsRememberedAndASoundThatIsThereDoesNotGiveWay() async throws {
    try put(.sine(), "wecker.wav")
    try await rig.untilPrepared("wecker")
    for index in 0..<(2 * SoundFolder.mostFiles) { try Files.write("", to: "\(ownSounds.folder.path)/a\(index)") }
    await ownSounds.look()
    #expect(shelf.holds("wecker"))
    #expect(DurableFile.exists(ownSounds.folder.preparedPath(of: "wecker")))
    #expect(await ownSounds.sounds.count { $0.problem == .tooMany } == SoundFolder.mostFiles + 1)
    #expect(shelf.views.count { $0.problem == SoundProblem.tooMany.why } == SoundFolder.mostFiles + 1)
    let remembered = ownSounds.folder.remembered()
    #expect(remembered.count == SoundFolder.mostFiles)
    #expect(remembered.contains { $0.id == "wecker" && $0.isAvailable })
  }

  @Test func aFolderThatCannotBeReadLosesNoSound() async throws {
    try put(.sine(), "wecker.wav")
    try await rig.untilPrepared("wecker")
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
    try put(.sine(), "wecker.wav")
    try await rig.untilPrepared("wecker")
    let path = ownSounds.folder.preparedPath(of: "wecker")
    // Opening a FIFO for reading blocks until there is a writer.
    try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    let hung = (0..<Reader.most).compactMap { _ in shelf.source(of: "wecker", rate: 48_000) }
    #expect(hung.count == Reader.most)
    #expect(shelf.source(of: "wecker", rate: 48_000) == nil)
    // Once the FIFO has a writer, the sound is read again.
    await eventually {
      let writer = open(path, O_RDWR | O_NONBLOCK)
      defer { close(writer) }
      return shelf.source(of: "wecker", rate: 48_000) != nil
    }
  }

  @Test func roomIsLeftForAlarms() {
    #expect(throws: SoundProblem.notStored("128 MB are kept free for alarms")) {
      try ownSounds.folder.checkSpace(for: 1 << 60)
    }
  }

  @Test func hiddenFilesFoldersAndLinksAreNoSounds() async throws {
    try put(.sine(), ".hidden.wav")
    try #require(mkdir("\(ownSounds.folder.path)/folder", 0o700) == 0)
    try #require(symlink("/etc/hostname", "\(ownSounds.folder.path)/link") == 0)
    try #require(mkfifo("\(ownSounds.folder.path)/pipe", 0o600) == 0)
    await ownSounds.look()
    #expect(own.isEmpty)
  }

  @Test func anIndexThatLeadsElsewhereIsNotBelieved() async throws {
    await rig.stop()
    let text = """
      [{"file":"../x","stamp":{"size":1,"modified":1},"id":"x","isWaiting":false},
      {"file":"y","stamp":{"size":1,"modified":1},"id":"../y","isWaiting":false}]
      """
    try Files.write(text, to: ownSounds.folder.preparedFolder + "/sounds.json")
    #expect(ownSounds.folder.remembered().isEmpty)
  }

  private func add(_ path: String, as name: String? = nil, piece: Int = 10_000) async throws -> OwnSound {
    let bytes = try Descriptor.contents(of: path, limit: 1 << 24)
    let file = String(path.split(separator: "/").last ?? "")
    let number = try await ownSounds.begin(fileName: file, name: name, size: bytes.count)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try await ownSounds.take(number, Array(bytes[start..<min(bytes.count, start + piece)]))
    }
    return try await ownSounds.finish(number)
  }

  private func made(_ sound: MadeSound, _ name: String, _ kind: MadeSound.Kind = .flac) throws -> String {
    let path = "\(rig.folder.path)/\(name)"
    try sound.write(kind, to: path)
    return path
  }

  /// Files that uploads leave behind, other than sounds.
  private var leftovers: [String] {
    DurableFile.names(in: ownSounds.folder.preparedFolder).filter { !$0.hasSuffix(".wav") && $0 != "sounds.json" }
  }

  @Test func whatIsHandedOverIsThereForGood() async throws {
    let sound = try await add(try made(.sine(), "x.flac"), as: "Wecken, laut")
    #expect(sound.id == "wecken-laut" && sound.file == "Wecken, laut.flac" && sound.name == "Wecken, laut")
    let (_, shelf) = try restarted()
    #expect(shelf.own.map(\.available) == [true])
    #expect(leftovers.isEmpty)
    #expect(kinds == [.soundAdded])
  }

  @Test func aRefusedFileLeavesNothingAndNothingIsReplacedUnasked() async throws {
    let path = try made(.silence(), "x.flac")
    let error = await #expect(throws: ControlError.self) { try await self.add(path) }
    #expect(error?.code == .badData && error?.why == SoundProblem.refused(.silent).why)
    #expect(leftovers.isEmpty && own.isEmpty)
    #expect(try ownSounds.folder.files().isEmpty)
    _ = try await add(try made(.sine(), "x.flac"))
    await #expect(throws: ControlError.self) { try await add(path) }
    #expect(try await add(path, as: "y").id == "y")
  }

  @Test func aClientThatGoesLeavesNothing() async throws {
    let number = try await ownSounds.begin(fileName: "x.wav", name: nil, size: 1000)
    try await ownSounds.take(number, [UInt8](repeating: 0, count: 500))
    #expect(leftovers == ["upload"])
    try #require(
      await eventually {
        rig.time.advance(by: .seconds(61))
        return leftovers.isEmpty
      })
    await #expect(throws: ControlError.self) { try await ownSounds.take(number, [0]) }
    await #expect(throws: ControlError.self) { try await ownSounds.finish(number) }
  }

  @Test func anUploadThatIsTooLargeOrNotAsLargeAsItSaidIsRefused() async throws {
    let number = try await ownSounds.begin(fileName: "x.wav", name: nil, size: 10)
    await #expect(throws: ControlError.self) { try await ownSounds.take(number, [UInt8](repeating: 0, count: 11)) }
    let again = try await ownSounds.begin(fileName: "x.wav", name: nil, size: 10)
    try await ownSounds.take(again, [1, 2, 3])
    await #expect(throws: ControlError.self) { try await ownSounds.finish(again) }
    await #expect(throws: ControlError.self) {
      try await ownSounds.begin(fileName: "a.wav", name: nil, size: SoundPreparation.largestFile + 1)
    }
  }

  @Test func aSoundIsRemovedByItsName() async throws {
    _ = try await add(try made(.sine(), "x.flac"), as: "Wecken")
    for id in ["tone", "nothing", "weck"] {
      await #expect(throws: ControlError.self) { try await ownSounds.remove(id) }
    }
    #expect(try await ownSounds.remove("WECKEN").id == "wecken")
    #expect(try own.isEmpty && ownSounds.folder.files().isEmpty)
    #expect(!DurableFile.exists(ownSounds.folder.preparedPath(of: "wecken")))
    let (_, shelf) = try restarted()
    #expect(shelf.own.isEmpty)
  }

  @Test func aSoundIsRemovedThoughTheIndexCannotBeWritten() async throws {
    _ = try await add(try made(.sine(), "x.flac"))
    let blocker = ownSounds.folder.preparedFolder + "/sounds.json.new"
    try #require(mkdir(blocker, 0o700) == 0)
    #expect(try await ownSounds.remove("x").id == "x")
    #expect(try own.isEmpty && ownSounds.folder.files().isEmpty)
    #expect(kinds == [.soundAdded, .soundRemoved, .soundFailed])
    // The next look removes it from the index, once the disk allows it.
    #expect(ownSounds.folder.remembered().map(\.id) == ["x"])
    try #require(rmdir(blocker) == 0)
    await ownSounds.look()
    #expect(ownSounds.folder.remembered().isEmpty)
  }
}
