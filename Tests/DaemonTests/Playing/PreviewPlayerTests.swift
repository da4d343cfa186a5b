import AlarmClock
import Control
import Glibc
import Hardware
import Storage
import Synchronization
import Testing

@testable import Daemon

@Suite struct PreviewPlayerTests {
  private let time = ManualTime(morning)
  private let outputs = FakeShared()
  private let events: EventLog
  private let player: PreviewPlayer

  init() throws {
    events = EventLog(time: time, log: try quietLog())
    player = PreviewPlayer(outputs: outputs, events: events, time: time)
  }

  private static let bell = Preview(sound: Preview.Sound(id: "bell", volume: 60), length: .seconds(10))
  private static let strong = Preview(
    shaking: Preview.Shaking(strength: .strong, pattern: .pulse), length: .seconds(4))

  private func begin(_ preview: Preview = bell, each: @escaping @Sendable () -> Void = {}) -> Task<
    PreviewPlayer.Ending, any Error
  > {
    Task { [player] in try await player.play(preview) { _, _ in each() } }
  }

  private func pass(_ duration: Duration) async { await time.pass(duration, step: .milliseconds(50)) }

  private var details: [String] { events.pending.compactMap(\.detail) }

  @Test func aPreviewPlaysForItsTimeAndThenGivesTheSpeakerBack() async throws {
    let preview = begin()
    #expect(await eventually { outputs.sound(of: .preview)?.sound == "bell" })
    #expect(outputs.sound(of: .preview)?.volume == 60)
    #expect(outputs.sound(of: .preview)?.end == time.monotonic + .seconds(10))
    #expect(
      await eventually {
        await pass(.milliseconds(500))
        return outputs.sound(of: .preview) == nil
      })
    #expect(try await preview.value == .over)
    #expect(events.pending.map(\.kind) == [.previewStarted, .previewEnded])
    #expect(details == ["bell 60%", "bell 60%: over"])
  }

  @Test func whoeverIsToldHoldsUpWordsButNotTheEnd() async throws {
    let (taken, taking) = AsyncStream<Void>.makeStream()
    let ended = Mutex<PreviewPlayer.Ending?>(nil)
    let preview = Task { [player] in
      let ending = try await player.play(Self.strong) { _, _ in for await _ in taken { return } }
      ended.withLock { $0 = ending }
    }
    #expect(await eventually { outputs.shaking(of: .preview) == .strong })
    #expect(
      await eventually {
        await pass(.milliseconds(500))
        return outputs.shaking(of: .preview) == nil
      })
    taking.finish()
    #expect(
      await eventually {
        await pass(.milliseconds(500))
        return ended.withLock { $0 } == .over
      })
    preview.cancel()
  }

  @Test func howFarItHasGotIsTold() async throws {
    let told = Mutex<[Duration]>([])
    let preview = Task { [player] in
      try await player.play(Self.bell) { elapsed, isPlaying in
        #expect(isPlaying)
        told.withLock { $0.append(elapsed) }
      }
    }
    // Time does not pass until the preview has begun.
    #expect(await eventually { !told.withLock { $0.isEmpty } })
    #expect(
      await eventually {
        await pass(.milliseconds(100))
        return told.withLock { $0.count } >= 20
      })
    player.stop()
    #expect(told.withLock { $0 == $0.sorted() && $0.first == .zero })
    time.advance(by: .seconds(1))
    #expect(try await preview.value == .stopped)
  }

  @Test func stopSilencesAtOnceAndSaysWhetherThereWasAnything() async throws {
    #expect(!player.stop())
    let preview = begin()
    #expect(await eventually { outputs.sound(of: .preview) != nil })
    #expect(player.stop())
    // The sound stops before the preview's task wakes.
    #expect(outputs.sound(of: .preview) == nil)
    #expect(!player.stop())
    time.advance(by: .milliseconds(200))
    #expect(try await preview.value == .stopped)
  }

  @Test func anotherPreviewReplacesItAndGoesOn() async throws {
    let first = begin()
    #expect(await eventually { outputs.sound(of: .preview)?.sound == "bell" })
    let second = begin(Preview(sound: Preview.Sound(id: "chime", volume: 20), length: .seconds(5)))
    #expect(await eventually { outputs.sound(of: .preview)?.sound == "chime" })
    #expect(await time.eventually(every: .milliseconds(100)) { details.contains("bell 60%: another took its place") })
    #expect(try await first.value == .replaced)
    #expect(outputs.sound(of: .preview)?.sound == "chime")
    player.stop()
    time.advance(by: .seconds(1))
    #expect(try await second.value == .stopped)
  }

  @Test func aClientThatGoesEndsIt() async throws {
    let preview = begin(Self.strong)
    #expect(await eventually { outputs.shaking(of: .preview) == .strong })
    preview.cancel()
    #expect(await eventually { outputs.shaking(of: .preview) == nil })
    await #expect(throws: CancellationError.self) { try await preview.value }
    #expect(details.last == "vibration strong, pulse: stopped")
  }

  static let takers: [(SpeakerStanding, PreviewPlayer.Ending)] = [
    (.dispossessed, .alarm), (.waiting(behind: .alarm), .alarm), (.waiting(behind: .timer), .timer),
  ]

  @Test(arguments: takers)
  func whoeverGoesBeforeItEndsIt(standing: SpeakerStanding, ending: PreviewPlayer.Ending) async throws {
    let preview = begin()
    #expect(await eventually { outputs.sound(of: .preview) != nil })
    outputs.stand(standing)
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    #expect(try await preview.value == ending)
    #expect(outputs.sound(of: .preview) == nil)
  }

  @Test(arguments: [(Claimant.alarm, PreviewPlayer.Ending.alarm), (.timer, .timer)])
  func whoeverTakesTheMotorEndsIt(claimant: Claimant, ending: PreviewPlayer.Ending) async throws {
    let preview = begin(Self.strong)
    #expect(await eventually { outputs.shaking(of: .preview) == .strong })
    outputs.vibrate(.light, by: claimant)
    #expect(await time.eventually(every: .milliseconds(100)) { outputs.shaking(of: .preview) == nil })
    #expect(try await preview.value == ending)
    #expect(outputs.shaking(of: claimant) == .light)
  }

  @Test func aSpeakerThatCannotBeOpenedIsTriedThreeTimesMoreAndThenGivenUp() async throws {
    let error = HardwareError(.speaker, "opening", code: EBUSY)
    outputs.stand(.failing(3, error))
    let preview = begin()
    #expect(await eventually { outputs.sound(of: .preview) != nil })
    await pass(.seconds(2))
    #expect(outputs.sound(of: .preview) != nil)
    outputs.stand(.failing(4, error))
    #expect(await time.eventually(every: .milliseconds(100)) { outputs.sound(of: .preview) == nil })
    await #expect(throws: error) { try await preview.value }
    #expect(details.last?.hasPrefix("bell 60%: failed: speaker: opening: EBUSY") == true)
  }

  static let both = Preview(sound: bell.sound, shaking: strong.shaking, length: .seconds(4))

  @Test(arguments: [strong, both])
  func aMotorThatFailsPassesNoTest(preview: Preview) async throws {
    let error = HardwareError(.vibration, "setting", code: EIO)
    outputs.failMotor(error)
    let playing = begin(preview)
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    await #expect(throws: error) { try await playing.value }
    #expect(details.last?.contains("failed: vibration: setting: EIO") == true)
  }

  @Test func aMotorThatIsWellAgainSoonIsFelt() async throws {
    outputs.failMotor(HardwareError(.vibration, "setting", code: EIO))
    let playing = begin(Self.strong)
    #expect(await eventually { outputs.shaking(of: .preview) == .strong })
    outputs.failMotor(nil)
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    #expect(try await playing.value == .over)
  }

  static let deaf: [SpeakerStanding] = [
    .starting, .none, .failing(1, HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT)),
  ]

  @Test(arguments: deaf)
  func aSpeakerThatNeverPlayedPassesNoTest(standing: SpeakerStanding) async throws {
    outputs.stand(standing)
    let playing = begin()
    #expect(await time.eventually(every: .milliseconds(100)) { events.pending.last?.kind == .previewEnded })
    let stalled = HardwareError(.speaker, "waiting for samples to be played", code: ETIMEDOUT)
    await #expect(throws: stalled) { try await playing.value }
  }

  @Test func aVibrationFollowsItsPattern() async throws {
    let preview = begin(Self.strong)
    #expect(
      await eventually {
        await pass(.milliseconds(50))
        return outputs.levels.contains(.off) && outputs.levels.last == .strong
      })
    #expect(outputs.levels.first == .strong)
    player.stop()
    time.advance(by: .seconds(1))
    #expect(try await preview.value == .stopped)
  }
}
