import Control
import Sound
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Sounds that an earlier run prepared: some turn out to be inaudible, and minimal mode leaves them alone.
@Suite(.startsPrograms) struct RefusedSoundTests {
  private let state: TemporaryFolder
  private let folder: SoundFolder
  private let shelf = SoundShelf()
  private let events: EventLog
  private let time = ManualTime(morning)

  init() throws {
    state = try TemporaryFolder()
    folder = SoundFolder(path: state.path + "/sounds")
    events = EventLog(time: time, log: try quietLog())
    try folder.make()
    let remembered = try [("bats", 20_000.0), ("owls", 440)].map { id, frequency in
      let sound = MadeSound.sine(frequency, rate: 48_000)
      try sound.write(.wav, to: "\(folder.path)/\(id).wav")
      try sound.write(.wav, to: folder.preparedPath(of: id))
      let stamp = try #require(SoundFolder.stamp(of: "\(folder.path)/\(id).wav"))
      let facts = SoundFacts(format: .wav, title: nil, seconds: 2, gain: 0)
      return OwnSound(file: "\(id).wav", stamp: stamp, id: id, facts: facts, isWaiting: false)
    }
    try folder.remember(remembered)
  }

  @Test func minimalModeLeavesPeoplesSoundsAlone() async throws {
    let before = folder.remembered()
    let ownSounds = try OwnSoundStore(
      stateFolder: state.path, program: SoundProgram(path: "/nowhere"), shelf: shelf, events: events, time: time,
      minimal: "it ended badly 3 times")
    #expect(!shelf.holds("owls"))
    let told = await ownSounds.lookAgain()
    #expect(told == "your own sounds are left alone in minimal mode: it ended badly 3 times")
    await #expect(throws: ControlError.minimal("whales.wav is not added", "it ended badly 3 times")) {
      try await ownSounds.begin(fileName: "whales.wav", name: nil, size: 1000)
    }
    await #expect(throws: ControlError.minimal("the sound owls is not removed", "it ended badly 3 times")) {
      try await ownSounds.remove("owls")
    }
    #expect(shelf.views.allSatisfy { $0.category != "own" })
    #expect(DurableFile.exists(folder.preparedPath(of: "owls")))
    #expect(folder.remembered() == before)
  }

  /// An earlier version accepted 20 kHz as a sound, and alarms may use it.
  @Test func aSoundOfAnEarlierVersionIsJudgedAtTheNextStart() async throws {
    let ownSounds = try OwnSoundStore(
      stateFolder: state.path, program: .built, shelf: shelf, events: events, time: time)
    let run = Task { await ownSounds.run() }
    #expect(await eventually { !shelf.holds("bats") && folder.remembered().allSatisfy { !$0.isWaiting } })
    run.cancel()
    await run.value
    #expect(shelf.holds("owls") && shelf.knownIDs.contains("owls") && !shelf.knownIDs.contains("bats"))
    let bats = try #require(folder.remembered().first { $0.id == "bats" })
    #expect(bats.problem == .refused(.inaudible) && !DurableFile.exists(folder.preparedPath(of: "bats")))
    #expect(events.pending.contains { $0.kind == .soundFailed && $0.detail?.contains("nobody would hear it") == true })
  }

  private static let bats = OwnSound(
    file: "bats.wav", stamp: FileStamp(size: 1, modified: 1), id: "bats", problem: .refused(.inaudible),
    isWaiting: false)

  @Test func aRefusedSoundFallsBackToTheToneAndSaysWhy() {
    shelf.show([Self.bats], in: SoundFolder(path: "/nowhere"))
    #expect(shelf.source(of: "bats", rate: 48_000) == nil)
    #expect(LostSound("whales", on: shelf).words == "whales is gone")
    let words = LostSound("bats", on: shelf).words
    #expect(words.hasPrefix("bats cannot be played: nobody would hear it") && !words.contains("gone"), "\(words)")
  }
}
