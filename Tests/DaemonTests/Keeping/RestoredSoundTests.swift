import Control
import Glibc
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// The user's own sounds in a copy, and restored from it.
@Suite(.startsPrograms) struct RestoredSoundTests {
  /// A clock with the card `bath`, the sounds `morning` and `owl`, and an alarm that rings with `owl`.
  private let old: SoundPlace

  init() async throws {
    old = try await SoundPlace(adding: "Morning.wav")
    try await old.add("x.wav", .sine(880, seconds: 2), as: "Owl")
    try await old.rig.enroll("bath")
    _ = try await old.rig.add(AlarmInput(time: "07:30", days: "daily", values: [.sound: "owl"]))
  }

  @Test func anotherClockHasThemToTheByteAndAnEarlierVersionReadsTheStoreAlone() async throws {
    let (copy, new) = (try await old.copy(), try await SoundPlace())
    let restored = try await RestoreTests.restore(copy, new.rig)
    #expect(restored.sounds == 2)
    #expect(restored.notes.isEmpty)
    #expect(await new.own == ["Morning.wav": "morning", "Owl.wav": "owl"])
    for file in ["Morning.wav", "Owl.wav"] { #expect(try new.bytes(file) == old.bytes(file)) }
    #expect(await new.sounds.sounds.map(\.givenName) == [nil, "Owl"])
    #expect(await new.sounds.sounds.map(\.facts) == old.sounds.sounds.map(\.facts))
    #expect(new.sounds.shelf.source(of: "owl", rate: 48_000) != nil)
    #expect(new.rig.scheduler.upcoming.map(\.plan.sound) == ["owl"])
    #expect(!DurableFile.exists(new.sounds.folder.restoreFolder))
    #expect(!new.folder.names.contains("restore"))
    #expect(new.sounds.folder.remembered() == (await new.sounds.sounds))
    await new.sounds.look()
    #expect(await new.sounds.sounds.allSatisfy { $0.isAvailable && !$0.isWaiting })
    #expect(new.rig.events.pending.filter { $0.kind == .soundAdded }.count == 2)
    let folder = try TemporaryFolder()
    try Files.write(copy, to: folder.store)
    try Store.check(fileAt: folder.store, isStrange: true)
    #expect(try Store(path: folder.store, isThere: true).book().alarms.count == 1)
  }

  @Test func aClockWithoutSoundsMakesACopyOfTheStoreAlone() async throws {
    let place = try await SoundPlace()
    let outgoing = try OutgoingSounds(place.sounds.shelf, minimal: nil)
    #expect(outgoing.size == 0 && outgoing.count == 0 && outgoing.notes.isEmpty)
    #expect(try await RestoreTests.restore(try await place.copy(), SoundPlace().rig).sounds == 0)
  }

  @Test func whatIsThereStaysAndWhatHasItsNameGivesWay() async throws {
    let copy = try await old.copy()
    let new = try await SoundPlace()
    // The same file, and another file of the same name.
    try await new.add("Morning.wav")
    try await new.add("Owl.wav", .sine(220, seconds: 1))
    let morning = SoundFolder.stamp(of: new.sounds.folder.path + "/Morning.wav")
    let restored = try await RestoreTests.restore(copy, new.rig)
    #expect(restored.sounds == 2)
    #expect(restored.notes == ["The sound file Owl.wav of before is gone: the copy's has taken its place."])
    #expect(try new.bytes("Owl.wav") == old.bytes("Owl.wav"))
    #expect(SoundFolder.stamp(of: new.sounds.folder.path + "/Morning.wav") == morning)
    try await new.add("Only here.wav", .sine(330, seconds: 1))
    let again = try await RestoreTests.restore(copy, new.rig)
    #expect(again.sounds == 2 && again.notes.isEmpty)
    #expect(await new.own == ["Morning.wav": "morning", "Owl.wav": "owl", "Only here.wav": "only-here"])
  }

  @Test func alarmsOfTheCopyFindWhatTheyMeant() async throws {
    let new = try await SoundPlace()
    try await new.add("owl!.wav", .sine(220, seconds: 1))
    #expect(await new.own == ["owl!.wav": "owl"])
    let restored = try await RestoreTests.restore(try await old.copy(), new.rig)
    #expect(await new.own == ["Morning.wav": "morning", "Owl.wav": "owl", "owl!.wav": "owl-2"])
    #expect(restored.notes == ["The sound file owl!.wav, which is not in the copy, is the sound owl-2 now."])
    // It is prepared again under that name.
    #expect(await new.sounds.sounds.first { $0.id == "owl-2" }?.isWaiting == true)
    #expect(new.sounds.shelf.holds("owl"))
  }

  @Test func whatIsNoSoundYetIsNotInTheCopyAndThatIsSaid() async throws {
    for name in ["no sound.txt", "a\u{1B}.wav"] {
      try Files.write("x", to: "\(old.sounds.folder.path)/\(name)")
    }
    unlink(old.sounds.folder.path + "/Morning.wav")
    var outgoing = try OutgoingSounds(old.sounds.shelf, minimal: nil)
    #expect(outgoing.count == 1)
    #expect(outgoing.notes == ["The sound file Morning.wav is not in the copy: it is gone."])
    await old.sounds.look()
    outgoing = try OutgoingSounds(old.sounds.shelf, minimal: nil)
    #expect(outgoing.count == 1)
    #expect(outgoing.notes.count == 2)
    #expect(outgoing.notes.contains { $0.contains("no sound.txt") && $0.contains("still being prepared") })
    #expect(try OutgoingSounds(old.sounds.shelf, minimal: "it failed").notes.last?.contains("it failed") == true)
  }

  enum Change: CaseIterable { case gone, shorter, longer, other }

  @Test(arguments: Change.allCases)
  func aSoundThatChangesMeanwhileMakesNoCopy(change: Change) async throws {
    let path = old.sounds.folder.path + "/Owl.wav"
    let outgoing = try OutgoingSounds(old.sounds.shelf, minimal: nil)
    var isChanged = false
    let error = try await #require(throws: ControlError.self) {
      try await outgoing.send(5000) { _ in
        guard !isChanged else { return }
        isChanged = true
        switch change {
        case .gone: unlink(path)
        case .shorter: truncate(path, 1000)
        case .longer: truncate(path, 1_000_000)
        case .other: rename(old.sounds.folder.path + "/Morning.wav", path)
        }
      }
    }
    #expect(error.code == .tryAgain)
    #expect(error.why.contains("wav"))
  }

  @Test func aSoundThatIsJustBeingAddedIsAddedAllTheSame() async throws {
    let copy = try await old.copy()
    let new = try await SoundPlace()
    let bytes = try MadeSound.sine(seconds: 1).wave()
    let number = try await new.sounds.begin(fileName: "a.wav", name: nil, size: bytes.count)
    try await new.sounds.take(number, Array(bytes[..<1000]))
    try await RestoreTests.restore(copy, new.rig)
    try await new.sounds.take(number, Array(bytes[1000...]))
    #expect(try await new.sounds.finish(number).id == "a")
    #expect(await new.own.count == 3)
  }

  @Test func aRingThatBeginsWhileSoundsArePreparedHasAllAsItWas() async throws {
    // Enough sounds that a ring can begin while they are prepared.
    for index in 0..<8 { try await old.add("\(index).wav", .sine(300 + Double(index), seconds: 1)) }
    let copy = try await old.copy()
    let new = try await SoundPlace()
    try await new.add("Owl.wav", .sine(220, seconds: 1))
    try await new.rig.enroll("door")
    try await new.rig.add("07:30", days: "daily")
    let before = (try new.files, await new.own)
    async let refusal = code { try await RestoreTests.restore(copy, new.rig) }
    #expect(await eventually { DurableFile.exists(new.sounds.folder.restoreFolder) })
    new.rig.time.advance(by: .seconds(1800))
    #expect(await new.rig.takeDue().count == 1)
    #expect(try await refusal == .tryAgain)
    #expect(try new.files == before.0)
    #expect(await new.own == before.1)
    #expect(!DurableFile.exists(new.sounds.folder.restoreFolder))
  }
}

struct SoundPlace {
  let rig: LedgerRig
  var folder: TemporaryFolder { rig.folder }

  init(adding files: String...) async throws {
    rig = try await LedgerRig()
    for file in files { try await add(file) }
  }

  var sounds: OwnSoundStore { rig.ownSounds }

  /// Does the same as `rouse sound add`.
  @discardableResult
  func add(_ file: String, _ sound: MadeSound = .sine(seconds: 1), as name: String? = nil) async throws -> OwnSound {
    let bytes = try sound.wave()
    let number = try await sounds.begin(fileName: file, name: name, size: bytes.count)
    try await sounds.take(number, bytes)
    return try await sounds.finish(number)
  }

  func bytes(_ file: String) throws -> [UInt8] {
    try Descriptor.contents(of: sounds.folder.path + "/" + file, limit: 1 << 22)
  }

  var own: [String: String] {
    get async { Dictionary(await sounds.sounds.map { ($0.file, $0.id) }) { first, _ in first } }
  }

  /// The contents of all original and prepared sound files, by path.
  var files: [String: [UInt8]] {
    get throws {
      var all: [String: [UInt8]] = [:]
      for base in [sounds.folder.path, sounds.folder.preparedFolder] {
        for name in DurableFile.names(in: base) where SoundFolder.stamp(of: base + "/" + name) != nil {
          all[base + "/" + name] = try Descriptor.contents(of: base + "/" + name, limit: 1 << 22)
        }
      }
      return all
    }
  }

  /// Returns the bytes that `rouse backup` writes.
  func copy() async throws -> [UInt8] {
    var bytes = try await RestoreTests.bytes(rig)
    let outgoing = try OutgoingSounds(sounds.shelf, minimal: nil)
    let size = bytes.count + outgoing.size
    try await outgoing.send(5000) { bytes += $0 }
    #expect(bytes.count == size)
    return bytes
  }

  /// Returns the error of a refused restore, and expects everything unchanged.
  func refusal(of bytes: [UInt8]) async throws -> ControlError {
    let before = (try files, await own, rig.views.all.map(\.id))
    let error = try await #require(throws: ControlError.self) { try await RestoreTests.restore(bytes, rig) }
    #expect(try files == before.0)
    #expect(await own == before.1)
    #expect(rig.views.all.map(\.id) == before.2)
    #expect(!DurableFile.exists(sounds.folder.restoreFolder))
    #expect(!DurableFile.exists(sounds.folder.preparedFolder + "/unfinished"))
    #expect(!folder.names.contains("restore"))
    #expect(!error.why.isEmpty && error.why.count < 500)
    return error
  }
}

/// Copies with invalid or false sounds, and disks that refuse them, leave nothing behind.
@Suite(.startsPrograms) struct HostileSoundTests {
  private typealias Entry = SoundArchive.Entry

  private let bytes: [UInt8]

  init() throws { bytes = try MadeSound.sine(seconds: 1).wave() }

  /// Returns a store followed by crafted sounds.
  private func copy(_ entries: [Entry], _ bytes: [[UInt8]]) async throws -> [UInt8] {
    var copy = try await store() + SoundArchive.head(of: entries)
    for bytes in bytes { copy += Self.withDigest(bytes) }
    return copy
  }

  private static func withDigest(_ bytes: [UInt8]) -> [UInt8] {
    let digest = SoundDigest()
    digest.add(bytes[...])
    return bytes + digest.finish()
  }

  private func store() async throws -> [UInt8] {
    try await RestoreTests.bytes(LedgerRig(enrolling: "bath", daily: "07:30"))
  }

  @Test(
    arguments: [
      ("../../x.wav", "x", nil), ("/etc/passwd", "x", nil), ("a/b.wav", "x", nil), ("", "x", nil), ("..", "x", nil),
      (".hidden", "x", nil), ("prepared", "x", nil), ("a\u{1B}[2J.wav", "x", nil), ("a\0.wav", "x", nil),
      (String(repeating: "a", count: 300), "x", nil),
      ("a.wav", "../x", nil), ("a.wav", "", nil), ("a.wav", "off", nil), ("a.wav", "A", nil),
      ("a.wav", "spoken words", nil), ("a.wav", String(repeating: "a", count: 100), nil),
      ("a.wav", "x", "a\u{7}"), ("a.wav", "x", ""), ("a.wav", "x", String(repeating: "a", count: 100_000)),
    ] as [(file: String, id: String, name: String?)])
  func anEntryThatLeadsElsewhereIsRefused(file: String, id: String, name: String?) async throws {
    let entry = Entry(file: file, id: id, name: name, size: bytes.count)
    let place = try await SoundPlace()
    let error = try await place.refusal(of: try await copy([entry], [bytes]))
    #expect(error.code == .badData)
    #expect(error.why.contains("sound 1 in it has a") && error.fix.contains("head -c "))
  }

  enum Lie: CaseIterable {
    case sameFile, sameID, tooMany, none, sizeNegative, sizeHuge, sizeZero, sizeMore, sizeLess, cut, cutInHead, longer,
      damagedSound, damagedList, noList, longList, deepList, noWord, onlyWord
  }

  @Test(arguments: Lie.allCases)
  func whatLiesIsRefused(lie: Lie) async throws {
    let good = Entry(file: "a.wav", id: "a", size: bytes.count)
    let other = Entry(file: "b.wav", id: "b", size: bytes.count)
    func sized(_ size: Int) -> Entry { Entry(file: "a.wav", id: "a", size: size) }
    var copy = try await copy([good], [bytes])
    let start = try await store().count
    switch lie {
    case .sameFile:
      copy = try await self.copy([good, Entry(file: "a.wav", id: "b", size: bytes.count)], [bytes, bytes])
    case .sameID: copy = try await self.copy([good, Entry(file: "b.wav", id: "a", size: bytes.count)], [bytes, bytes])
    case .tooMany: copy = try await self.copy((0...100).map { Entry(file: "\($0)", id: "\($0)", size: 1) }, [])
    case .none: copy = try await self.copy([], [])
    case .sizeNegative: copy = try await self.copy([sized(-1), other], [bytes])
    case .sizeHuge: copy = try await self.copy([sized(.max), other], [bytes, bytes])
    case .sizeZero: copy = try await self.copy([sized(0)], [[]])
    case .sizeMore: copy = try await self.copy([sized(bytes.count + 1)], [bytes])
    case .sizeLess: copy = try await self.copy([sized(bytes.count - 1)], [bytes])
    case .cut: copy.removeLast()
    case .cutInHead: copy = Array(copy[..<(start + 30)])
    case .longer: copy += [0]
    case .damagedSound: copy[copy.count - 1000] ^= 1
    case .damagedList: copy[start + 22] ^= 1
    case .noList: copy.replaceSubrange(start + 16..<start + 20, with: [0, 0, 0, 0])
    case .longList: copy.replaceSubrange(start + 16..<start + 20, with: [255, 255, 255, 255])
    case .deepList:
      let list = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
      copy = Array(copy[..<(start + 16)]) + [0, 1, 0x86, 0xA0] + Self.withDigest(list)
    case .noWord: copy[start] ^= 1
    case .onlyWord: copy = Array(copy[..<(start + 16)])
    }
    let place = try await SoundPlace(adding: "mine.wav")
    let error = try await place.refusal(of: copy)
    #expect(error.code == .badData)
    #expect(error.fix.contains("`head -c \(start) FILE > rest.sqlite`"))
    #expect(try await RestoreTests.restore(Array(copy[..<start]), place.rig).alarms == 1)
  }

  @Test func oneThatCannotBePlayedKeepsAllOut() async throws {
    for bad in [try MadeSound.silence().wave(), Array("no sound at all".utf8)] {
      let place = try await SoundPlace(adding: "mine.wav")
      for order in [[bytes, bad], [bad, bytes]] {
        let entries = order.enumerated().map { Entry(file: "\($0).wav", id: "\($0)", size: $1.count) }
        let error = try await place.refusal(of: try await copy(entries, order))
        #expect(error.code == .badData && error.fix.contains("head -c "))
      }
      let entry = Entry(file: "a.wav", id: "a", size: bytes.count)
      #expect(try await RestoreTests.restore(try await copy([entry], [bytes]), place.rig).sounds == 1)
    }
  }

  @Test func whatTheStoreIsRefusedForKeepsTheSoundsOut() async throws {
    var copy = try await copy([Entry(file: "mine.wav", id: "a", size: bytes.count)], [bytes])
    for index in 8192..<(try await store().count) { copy[index] = 0xA5 }
    let place = try await SoundPlace()
    try await place.add("mine.wav", .sine(220, seconds: 1))
    #expect(try await place.refusal(of: copy).code == .badData)
  }

  /// The store fails last, when the sounds are already in place.
  @Test func whereTheStoreTakesNothingTheSoundsGoAgain() async throws {
    let entries = ["mine.wav", "new.wav"].map { Entry(file: $0, id: String($0.dropLast(4)), size: bytes.count) }
    let place = try await SoundPlace()
    try await place.add("mine.wav", .sine(220, seconds: 1))
    // Has the id that the copy gives to another sound.
    try await place.add("new!.wav", .sine(330, seconds: 1))
    let copy = try await copy(entries, [bytes, bytes])
    // The copy of the previous state cannot be written.
    try Files.write([1], to: place.folder.path + "/backups")
    #expect(try await place.refusal(of: copy).code == .cannotWrite)
    await place.sounds.look()
    #expect(place.sounds.shelf.holds("mine") && place.sounds.shelf.holds("new"))
    unlink(place.folder.path + "/backups")
    #expect(try await RestoreTests.restore(copy, place.rig).sounds == 2)
    #expect(await place.own == ["mine.wav": "mine", "new.wav": "new", "new!.wav": "new-2"])
  }

  enum Trouble: CaseIterable { case indexCannotBeWritten, aFolderHasTheName, noPlaceToWait }

  @Test(arguments: Trouble.allCases)
  func aDiskThatRefusesChangesNothing(trouble: Trouble) async throws {
    let entries = ["0.wav", "1.wav", "mine.wav"].enumerated().map {
      Entry(file: $1, id: "id-\($0)", size: bytes.count)
    }
    let place = try await SoundPlace()
    try await place.add("mine.wav", .sine(220, seconds: 1))
    let folder = place.sounds.folder
    let blocker =
      switch trouble {
      case .indexCannotBeWritten: folder.preparedFolder + "/sounds.json.new"
      case .aFolderHasTheName: folder.path + "/1.wav"
      case .noPlaceToWait: folder.preparedFolder + "/unfinished"
      }
    try #require(mkdir(blocker, 0o700) == 0)
    let copy = try await copy(entries, [bytes, bytes, bytes])
    let before = try place.files
    let error = try await #require(throws: ControlError.self) { try await RestoreTests.restore(copy, place.rig) }
    #expect(error.code == .cannotWrite)
    try #require(rmdir(blocker) == 0)
    await place.sounds.look()
    #expect(try place.files == before)
    #expect(await place.own == ["mine.wav": "mine"])
    #expect(!DurableFile.exists(folder.restoreFolder) && !place.folder.names.contains("restore"))
    #expect(try await RestoreTests.restore(copy, place.rig).sounds == 3)
  }

  @Test func noMoreThanAsManyAsThereCanBe() async throws {
    let entries = (0..<100).map { Entry(file: "\($0).wav", id: "id-\($0)", size: bytes.count) }
    let place = try await SoundPlace(adding: "mine.wav")
    let error = try await place.refusal(of: try await copy(entries, entries.map { _ in bytes }))
    #expect(error.code == .usage && error.why.contains("101"))
  }

  @Test func aSoundThatIsBuiltInByNowKeepsItsFile() async throws {
    let place = try await SoundPlace()
    let copy = try await copy([Entry(file: "bell.wav", id: "bell", size: bytes.count)], [bytes])
    let restored = try await RestoreTests.restore(copy, place.rig)
    #expect(await place.own == ["bell.wav": "bell-2"])
    #expect(restored.notes.count == 1 && restored.notes[0].contains("rouse settings set sound bell-2"))
  }

  @Test func leftoversGoAtTheNextStart() async throws {
    let place = try await SoundPlace(adding: "mine.wav")
    try #require(mkdir(place.sounds.folder.restoreFolder, 0o700) == 0)
    try Files.write([1], to: place.sounds.folder.restoreFolder + "/0")
    _ = try OwnSoundStore(
      stateFolder: place.folder.path, program: .built, shelf: SoundShelf(), events: place.rig.events,
      time: place.rig.time, executor: try ThreadExecutor(name: "store"))
    #expect(!DurableFile.exists(place.sounds.folder.restoreFolder))
    #expect(await place.own == ["mine.wav": "mine"])
  }
}
