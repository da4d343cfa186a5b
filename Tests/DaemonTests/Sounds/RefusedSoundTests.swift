import AlarmClock
import Control
import Sound
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Accepted sounds that turn out to be inaudible.
@Suite(.startsPrograms) struct RefusedSoundTests {
  /// An earlier version accepted 20 kHz as a sound, and alarms may use it.
  @Test func aSoundOfAnEarlierVersionIsJudgedAtTheNextStart() async throws {
    let state = try TemporaryFolder()
    let folder = SoundFolder(path: state.path + "/sounds")
    try folder.make()
    var remembered: [OwnSound] = []
    for (id, frequency) in [("bats", 20_000.0), ("owls", 440)] {
      let sound = MadeSound.sine(frequency, rate: 48_000)
      try sound.write(.wav, to: "\(folder.path)/\(id).wav")
      try sound.write(.wav, to: folder.preparedPath(of: id))
      let stamp = try #require(SoundFolder.stamp(of: "\(folder.path)/\(id).wav"))
      let facts = SoundFacts(format: .wav, title: nil, seconds: 2, gain: 0)
      remembered.append(OwnSound(file: "\(id).wav", stamp: stamp, id: id, facts: facts, isWaiting: false))
    }
    try folder.remember(remembered)

    let shelf = SoundShelf()
    let time = ManualTime(morning)
    let events = EventLog(time: time, log: try quietLog())
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
    let shelf = SoundShelf()
    shelf.show([Self.bats], in: SoundFolder(path: "/nowhere"))
    #expect(shelf.source(of: "bats", rate: 48_000) == nil)
    #expect(LostSound("whales", on: shelf).words == "whales is gone")
    let words = LostSound("bats", on: shelf).words
    #expect(words.hasPrefix("bats cannot be played: nobody would hear it") && !words.contains("gone"), "\(words)")
  }
}
