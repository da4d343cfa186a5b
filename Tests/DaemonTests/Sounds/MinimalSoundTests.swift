import Control
import Glibc
import Sound
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Minimal mode does not read, lose or change people's own sounds.
@Suite(.startsPrograms) struct MinimalSoundTests {
  @Test func minimalModeLeavesPeoplesSoundsAlone() async throws {
    let state = try TemporaryFolder()
    let time = ManualTime(morning)
    let folder = SoundFolder(path: state.path + "/sounds")
    try folder.make()
    let facts = SoundFacts(format: .wav, title: nil, seconds: 1, gain: 0)
    try MadeSound.sine().write(.wav, to: folder.path + "/owls.wav")
    try MadeSound.sine().write(.wav, to: folder.preparedPath(of: "owls"))
    let stamp = try #require(SoundFolder.stamp(of: folder.path + "/owls.wav"))
    let owls = OwnSound(file: "owls.wav", stamp: stamp, id: "owls", facts: facts, isWaiting: false)
    try folder.remember([owls])

    let shelf = SoundShelf()
    let ownSounds = try OwnSoundStore(
      stateFolder: state.path, program: SoundProgram(path: "/nowhere"), shelf: shelf,
      events: EventLog(time: time, log: try quietLog()), time: time, minimal: "it ended badly 3 times")
    #expect(!shelf.holds("owls"))
    let told = await ownSounds.lookAgain()
    #expect(told == "your own sounds are left alone in minimal mode: it ended badly 3 times")
    await #expect(throws: ControlError.minimal("bats.wav is not added", "it ended badly 3 times")) {
      try await ownSounds.begin(fileName: "bats.wav", name: nil, size: 1000)
    }
    await #expect(throws: ControlError.minimal("the sound owls is not removed", "it ended badly 3 times")) {
      try await ownSounds.remove("owls")
    }
    #expect(shelf.views.allSatisfy { $0.category != "own" })
    #expect(DurableFile.exists(folder.preparedPath(of: "owls")))
    #expect(folder.remembered() == [owls])
  }
}
