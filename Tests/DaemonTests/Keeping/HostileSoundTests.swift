import Control
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

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
