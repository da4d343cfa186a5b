import CLinux
import Control
import Glibc
import Sound
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

@Suite(.startsPrograms) final class SoundRetryTests {
  private let folder: TemporaryFolder
  private let time = ManualTime(morning)
  private let events: EventLog
  private var runs: [Task<Void, Never>] = []

  init() throws {
    folder = try TemporaryFolder()
    events = EventLog(time: time, log: try quietLog())
  }

  deinit { for run in runs { run.cancel() } }

  /// Starts the store as the service does; `script`, if given, replaces `rouse-sound` and causes `problem`.
  private func start(_ script: String? = nil, _ problem: SoundProblem? = nil) throws -> (OwnSoundStore, SoundShelf) {
    let limit = problem == .tookTooLong ? .milliseconds(300) : HangDetector.longest
    var program = SoundProgram.built
    if let script {
      program = SoundProgram(path: folder.path + "/program", limit: limit)
      try Files.write("#!/bin/sh\necho >>\(folder.path)/runs\n\(script)\n", to: program.path)
      try #require(chmod(program.path, 0o700) == 0)
    }
    let shelf = SoundShelf()
    let ownSounds = try OwnSoundStore(
      stateFolder: folder.path, program: program, shelf: shelf, events: events, time: time)
    try ownSounds.folder.make()
    runs.append(Task { await ownSounds.run() })
    return (ownSounds, shelf)
  }

  private func stop() async {
    for run in runs {
      run.cancel()
      await run.value
    }
    runs = []
  }

  private func put(_ sound: MadeSound, _ name: String, in ownSounds: OwnSoundStore) throws {
    let temporary = "\(folder.path)/arriving"
    try sound.write(.wav, to: temporary)
    try #require(rename(temporary, "\(ownSounds.folder.path)/\(name)") == 0)
  }

  static let ends: [(String, SoundProblem)] = [
    ("kill -TERM $$", .interrupted), ("kill -INT $$", .interrupted), ("kill -HUP $$", .interrupted),
    ("kill -KILL $$", .interrupted), ("exec sleep 60", .tookTooLong),
  ]

  @Test(arguments: ends)
  func whatWasEndedFromOutsideOrTookTooLongIsTriedAgainByTheNextStart(script: String, problem: SoundProblem)
    async throws
  {
    let (ownSounds, shelf) = try start(script, problem)
    try put(.sine(), "a.wav", in: ownSounds)
    try #require(await eventually { await ownSounds.sounds.first?.problem == problem })
    #expect(!shelf.holds("a"))
    #expect(await ownSounds.sounds.map(\.isWaiting) == [false])
    await stop()
    let (again, others) = try start()
    #expect(await eventually { others.holds("a") })
    #expect(await again.sounds.map(\.problem) == [nil])
  }

  @Test(arguments: ends)
  func theGoodCopyOfAFileThatIsPreparedAnewIsKept(script: String, problem: SoundProblem) async throws {
    let (first, before) = try start()
    try put(.sine(seconds: 1), "a.wav", in: first)
    try #require(await eventually { before.holds("a") })
    await stop()
    let (ownSounds, shelf) = try start(script, problem)
    try put(.sine(seconds: 3), "a.wav", in: ownSounds)
    try #require(await eventually { await ownSounds.sounds.first?.problem == problem })
    #expect(shelf.holds("a"))
    var source = try #require(shelf.source(of: "a", rate: 48_000))
    #expect(source.next(100).count == 100)
    #expect(shelf.views.last?.problem == problem.why)
    await stop()
    let (_, others) = try start()
    #expect(await eventually { others.views.last?.description.contains("3.0s") ?? false })
    #expect(others.views.last?.problem == nil)
  }

  @Test func nothingMoreIsBegunWhileTheServiceIsBeingStopped() async throws {
    let (ownSounds, _) = try start("kill -TERM $$")
    await stop()
    try put(.sine(), "a.wav", in: ownSounds)
    try put(.sine(), "b.wav", in: ownSounds)
    let (again, _) = try start("kill -TERM $$")
    try #require(await eventually { await again.sounds.first?.problem == .interrupted })
    await stop()
    #expect(await again.sounds.map(\.isWaiting) == [false, true])
    #expect(try Descriptor.contents(of: folder.path + "/runs").count == 1)
  }

  /// Lengths in bytes of prepared copies, as a power cut or a full disk may leave them.
  @Test(arguments: [0, 20, 44, 50_000])
  func aPreparedCopyThatWasCutOffIsMadeAnewByTheNextStart(length: off_t) async throws {
    let (ownSounds, shelf) = try start()
    try put(.sine(), "a.wav", in: ownSounds)
    try #require(await eventually { shelf.holds("a") })
    await stop()
    let path = ownSounds.folder.preparedPath(of: "a")
    #expect(ownSounds.folder.holdsPrepared("a"))
    try #require(truncate(path, length) == 0)
    #expect(!ownSounds.folder.holdsPrepared("a"))
    let (again, _) = try start()
    #expect(await eventually { again.folder.holdsPrepared("a") })
  }

  @Test func aLookTriesAgainWhatWasInterrupted() async throws {
    let (ownSounds, _) = try start("kill -KILL $$")
    try put(.sine(), "a.wav", in: ownSounds)
    try #require(await eventually { await ownSounds.sounds.first?.problem == .interrupted })
    #expect(events.pending.map(\.kind) == [.soundFailed])
    await ownSounds.look()
    #expect(await ownSounds.sounds.map(\.isWaiting) == [true])
  }
}

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
    #expect(shelf.own.isEmpty)
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
  @Test func aFileIsToldOfWhenItIsWholeComesGoesOrChangesItsRightsAndNotWhenItIsRead() throws {
    let (folder, watch) = (try TemporaryFolder(), Descriptor(rouse_watch_create()))
    let (sounds, elsewhere) = (folder.path + "/sounds", folder.path + "/a.wav")
    let sound = sounds + "/a.wav"
    try #require(mkdir(sounds, 0o700) == 0 && rouse_watch_whole_files(watch.number, sounds) >= 0)
    /// Whether anything has been reported. The kernel queues an event before the call that caused it returns.
    func isTold() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 4096)
      return read(watch.number, &buffer, buffer.count) > 0
    }
    let file = open(sound, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    #expect(file >= 0 && !isTold())
    #expect(write(file, "half", 4) == 4)
    #expect(!isTold())
    close(file)
    #expect(isTold())
    #expect(chmod(sound, 0o644) == 0)
    #expect(isTold())
    _ = try Descriptor.contents(of: sound)
    #expect(!isTold())
    try Files.write("whole", to: elsewhere)
    #expect(!isTold())
    for (from, to) in [(elsewhere, sound), (sound, elsewhere), (elsewhere, sound)] {
      #expect(rename(from, to) == 0)
      #expect(isTold())
    }
    #expect(unlink(sound) == 0)
    #expect(isTold())
  }
}
