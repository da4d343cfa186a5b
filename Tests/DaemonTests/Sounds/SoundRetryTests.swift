import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// Sounds whose preparation failed although their files are fine.
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

  /// The program's behavior, and the problem reported.
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
    // It is not retried before the next start.
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
