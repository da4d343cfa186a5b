import Glibc
import Hardware
import MockHardware
import Sound
import TestDevices
import TestSupport
import Testing

@testable import AlarmClock
@testable import ControlService
@testable import Daemon
@testable import Machine

/// A speaker that plays although its mixer could not be set.
private struct MutedOutput: AudioOutput {
  static let problem = HardwareError(.speaker, "setting the mixer", code: EIO)
  let output = MockAudioOutput()

  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat {
    AudioFormat(rate: try output.open(stream).rate, mixerVolume: 0, problem: Self.problem)
  }
  func play(_ samples: [Float]) throws(HardwareError) -> Int { try output.play(samples) }
  func close() throws(HardwareError) { try output.close() }
}

@Suite struct DeviceTests {
  private let time = ManualTime(morning)
  private let health: DeviceHealth
  private var events: EventLog { health.events }
  private let chip = MockTM1637()
  private let lever = Lever()
  private let output = MockAudioOutput()

  init() throws { health = try DeviceHealth(at: time) }

  private func thread() throws -> DeviceThread<Int> {
    try DeviceThread(.lamp, initial: 0, health: health, time: time) { [lever] value throws(HardwareError) in
      try lever.set(value)
    }
  }

  @Test func aDeviceIsMadeInertAtFirstAndThenDoesWhatIsWantedLast() async throws {
    let thread = try thread()
    #expect(await eventually { lever.told == [0] })
    lever.isBlocked.value = true
    for value in 1...50 { thread.want(value) }
    lever.isBlocked.value = false
    #expect(await eventually { thread.isSettled && lever.told.last == 50 })
    // At most one intermediate value, the one already under way.
    #expect(lever.told.count <= 3)
  }

  @Test func aClosedDeviceIsInertWhateverIsWantedLater() async throws {
    let thread = try thread()
    let calls = Counter()
    thread.follow { [unowned thread] in
      thread.want(calls.take() + 1)
      return .milliseconds(1)
    }
    #expect(await eventually { lever.told.count > 3 })
    thread.close()
    #expect(await eventually { thread.isSettled && lever.told.last == 0 })
    let called = calls.value
    lever.isBlocked.value = true
    thread.want(50)
    thread.askKeeper()
    thread.tellAgain()
    #expect(!thread.isSettled)
    lever.isBlocked.value = false
    #expect(await eventually { thread.isSettled })
    #expect(lever.told.last == 0 && calls.value == called)
  }

  @Test func aFailingDeviceIsTriedAgainUntilItRecovers() async throws {
    let thread = try thread()
    #expect(await eventually { lever.told == [0] })
    lever.failure.value = ENODEV
    thread.want(1)
    #expect(await eventually { health.failure(of: .lamp)?.error.code == ENODEV })
    thread.want(2)
    lever.failure.value = nil
    #expect(await eventually { lever.told.last == 2 && health.failure(of: .lamp) == nil })
    #expect(lever.told == [0, 2])
    #expect(await eventually { events.pending.map(\.kind) == [.deviceFailed, .deviceRecovered] })
  }

  @Test func aBlockingDeviceHoldsNobodyUpAndIsReported() async throws {
    lever.isBlocked.value = true
    let thread = try thread()
    thread.want(1)
    await eventually {
      time.advance(by: .seconds(3))
      thread.checkForHang()
      return health.failure(of: .lamp)?.error.code == ETIMEDOUT
    }
    lever.isBlocked.value = false
    #expect(await eventually { lever.told.last == 1 && health.failure(of: .lamp) == nil })
  }

  @Test func failingDevicesWaitLongerEachTimeButAtMostASecond() {
    let delays = [0, 1, 2, 1_000_000].map { Backoff.delay(afterFailures: $0) }
    #expect(delays == [100, 100, 200, 1000].map { .milliseconds($0) })
  }

  @Test func aDeviceThatLostItsStateWhileItFailedIsToldAgain() async throws {
    let buzzer = MockSwitch(.buzzer)
    let thread = try DeviceThread(.buzzer, initial: false, health: health, time: time) { on throws(HardwareError) in
      try buzzer.set(on: on)
    }
    thread.want(true)
    #expect(await eventually { buzzer.isOn })
    buzzer.fail(.error(ENODEV))
    #expect(await eventually { health.failure(of: .buzzer) != nil })
    buzzer.heal()
    #expect(await eventually { buzzer.isOn && health.failure(of: .buzzer) == nil })
  }

  @Test func aKeeperIsAskedAtOnceAfterWhatItSaidAndWhenItIsTold() async throws {
    let (hold, asked) = (Box(Duration.seconds(3600)), Box(0))
    let thread = try thread()
    thread.follow {
      asked.value += 1
      thread.want(asked.value)
      return hold.value
    }
    #expect(await eventually { lever.told == [0, 1] || lever.told == [1] })
    #expect(thread.state == 1)
    thread.askKeeper()
    #expect(await eventually { lever.told.last == 2 })
    // From here on the keeper's short hold brings it back without `askKeeper`.
    hold.value = .milliseconds(1)
    thread.askKeeper()
    #expect(await eventually { asked.value > 5 })
    hold.value = .seconds(3600)
    #expect(await eventually { lever.told.last == asked.value && thread.isSettled })
  }

  @Test func whatChangesWhileTheDeviceIsToldIsAskedForAtOnce() async throws {
    let wanted = Box(1)
    let thread = try thread()
    #expect(await eventually { lever.told == [0] })
    lever.happening.value = {
      wanted.value = 2
      thread.askKeeper()
    }
    thread.follow {
      thread.want(wanted.value)
      return .seconds(3600)
    }
    #expect(await eventually { lever.told == [0, 1, 2] })
  }

  @Test func whatOthersWantIsDoneThoughTheKeeperIsNotDue() async throws {
    let thread = try thread()
    thread.follow {
      thread.want(1)
      return .seconds(3600)
    }
    #expect(await eventually { lever.told.last == 1 })
    thread.want(7)
    #expect(await eventually { lever.told.last == 7 })
    // A failed device is given its last wanted state again, whoever wanted it.
    lever.failure.value = EIO
    thread.tellAgain()
    #expect(await eventually { health.failure(of: .lamp) != nil })
    lever.failure.value = nil
    #expect(await eventually { health.failure(of: .lamp) == nil })
    #expect(thread.state == 7 && lever.told.last == 7)
  }

  private func display(reassurance: Duration) throws -> DeviceThread<DisplayFace> {
    let display = TM1637(lines: chip, shape: try #require(TM1637.usualShape(digits: 4)))
    let thread = try DeviceThread(
      .display, initial: DisplayFace(text: "", brightness: nil), reassurance: reassurance, health: health, time: time
    ) { face throws(HardwareError) in try display.show(face) }
    thread.want(DisplayFace(text: "07:30", brightness: 8))
    return thread
  }

  @Test("what looks after the devices finds an unplugged one", arguments: [true, false])
  func anUnpluggedDisplayIsFoundByWhoeverTellsItAgain(isLit: Bool) async throws {
    let thread = try display(reassurance: .seconds(3600))
    if !isLit { thread.want(DisplayFace(text: "", brightness: nil)) }
    await eventually { thread.isSettled && chip.state.step == (isLit ? 4 : nil) && health.proof(of: .display) != nil }
    chip.beDeaf(for: .max)
    thread.tellAgain()
    #expect(await eventually { health.failure(of: .display)?.error.code == EPROTO })
    chip.beDeaf(for: 0)
    #expect(await eventually { health.failure(of: .display) == nil })
  }

  @Test func alsoWhereNobodyAsksItIsFoundAndOneThatLostPowerComesBack() async throws {
    let thread = try display(reassurance: .milliseconds(20))
    #expect(await eventually { chip.state.step == 4 })
    let segments = chip.state.segments
    chip.losePower()
    #expect(await eventually { chip.state.step == 4 && chip.state.segments == segments })
    chip.beDeaf(for: .max)
    #expect(await eventually { health.failure(of: .display)?.error.code == EPROTO })
    // A display at rest is not checked.
    chip.beDeaf(for: 0)
    thread.want(DisplayFace(text: "", brightness: nil))
    #expect(await eventually { thread.isSettled && health.failure(of: .display) == nil && chip.state.step == nil })
  }

  @Test("who is awake already makes sure of the display, so that both are one wakeup")
  func aReassuranceDoesNotWaitForItsOwnWakeup() async throws {
    let (asked, spans) = (Box(ContinuousClock.now), Box([Duration]()))
    let thread = try DeviceThread(.lamp, initial: 0, reassurance: .seconds(1), health: health, time: time) {
      _ throws(HardwareError) in
      spans.value.append(ContinuousClock.now - asked.value)
    }
    thread.follow {
      asked.value = .now
      thread.want(1)
      return .milliseconds(960)
    }
    // The first calls show a new value. A separate wakeup would come at least 40 ms after the keeper's.
    #expect(await eventually { spans.value.count > 2 && (spans.value.last ?? .seconds(1)) < .milliseconds(30) })
  }

  private func speaker(
    _ output: some AudioOutput, shelf: SoundShelf = SoundShelf(), notices: Notices = Notices()
  ) throws -> SpeakerThread {
    try SpeakerThread(output, shelf: shelf, health: health, events: events, notices: notices, time: time)
  }

  private func silence(_ speaker: SpeakerThread) async {
    speaker.want(nil, by: .alarm)
    #expect(await eventually { speaker.isSilent })
  }

  private func sound(_ name: String = "tone") -> SoundDemand {
    SoundDemand(sound: name, volume: 50, fadeIn: .zero, start: time.monotonic)
  }

  @Test func aSpeakerThatPlaysIsProvenAndFallsSilentWhenTold() async throws {
    let speaker = try speaker(output)
    #expect(speaker.isSilent)
    speaker.want(sound(), by: .alarm)
    #expect(!speaker.isSilent)
    #expect(await eventually { speaker.proof == .proven })
    #expect(output.playback.stream?.volume == 50)
    await silence(speaker)
    #expect(output.playback.stream == nil)
    #expect(events.pending.map(\.kind) == [.audioStarted, .audioStopped])
  }

  @Test func aSpeakerThatFailsIsSaidSoAndComesBack() async throws {
    output.fail(.error(EBUSY))
    let speaker = try speaker(output)
    speaker.want(sound(), by: .alarm)
    #expect(await eventually { speaker.proof == .failed })
    #expect(health.failure(of: .speaker)?.error.code == EBUSY)
    output.heal()
    #expect(await eventually { speaker.proof == .proven })
    #expect(health.failure(of: .speaker) == nil)
    output.fail(.error(ENODEV))
    #expect(await eventually { speaker.proof == .failed })
    await silence(speaker)
  }

  @Test func aSpeakerWhoseMixerRefusesPlaysAndIsNotReliedOn() async throws {
    let speaker = try speaker(MutedOutput())
    speaker.want(sound(), by: .alarm)
    #expect(await eventually { events.pending.contains { $0.kind == .audioStarted } })
    #expect(speaker.proof == .failed)
    #expect(health.failure(of: .speaker)?.error == MutedOutput.problem)
    await silence(speaker)
  }

  @Test func aSpeakerThatTakesSamplesAndPlaysNoneHasFailedAfterTheGrace() async throws {
    output.fail(.stall)
    let speaker = try speaker(output)
    speaker.want(sound(), by: .alarm)
    #expect(speaker.proof == .pending)
    time.advance(by: SpeakerProof.grace)
    #expect(speaker.proof == .failed)
    speaker.checkForHang()
    #expect(health.failure(of: .speaker)?.error.code == ETIMEDOUT)
    output.heal()
    #expect(await eventually { speaker.proof == .proven })
  }

  @Test(
    arguments: [
      ("bell", "chime", "bell"), ("owls", "chime", "chime"), ("owls", "whales", "tone"), ("owls", nil, "tone"),
    ] as [(String, String?, String)])
  func aSoundThatIsGoneIsReplacedByTheDefaultAndThenByTheTone(
    chosen: String, fallback: String?, played: String
  ) async throws {
    let notices = Notices()
    let speaker = try speaker(output, notices: notices)
    var wanted = sound(chosen)
    wanted.fallback = fallback
    speaker.want(wanted, by: .alarm)
    #expect(await eventually { output.playback.stream?.sound == played })
    #expect(await eventually { events.pending.contains { $0.kind == .audioStarted } })
    let detail = "\(played) 50%" + (chosen == played ? "" : ": the sound \(chosen) is gone")
    #expect(events.pending.first { $0.kind == .audioStarted }?.detail == detail)
    let lost = events.pending.filter { $0.kind == .soundMissing }.compactMap(\.detail)
    #expect(lost.first == (chosen == played ? nil : "\(chosen) is gone: \(played) plays in its place"))
    #expect(notices.take().isEmpty == (chosen == played))
    await silence(speaker)
  }

  @Test func aSoundThatIsThereAndCannotBePlayedIsNotToldAsGone() async throws {
    let folder = try TemporaryFolder()
    let shelf = SoundShelf()
    // The shelf lists the sound, but its prepared copy does not exist.
    let facts = SoundFacts(format: .wav, title: nil, seconds: 1, gain: 0)
    shelf.show(
      [OwnSound(file: "owls.wav", stamp: FileStamp(size: 1, modified: 1), id: "owls", facts: facts)],
      in: SoundFolder(path: folder.path))
    let notices = Notices()
    let speaker = try speaker(MockAudioOutput(), shelf: shelf, notices: notices)
    speaker.want(sound("owls"), by: .alarm)
    #expect(await eventually { events.pending.contains { $0.kind == .audioStarted } })
    #expect(events.pending.first { $0.kind == .audioStarted }?.detail == "tone 50%: the sound owls could not be played")
    let lost = events.pending.filter { $0.kind == .soundMissing }.map(\.detail)
    #expect(lost == ["owls could not be played: tone plays in its place"])
    let notice = try #require(notices.take().first)
    #expect(notice.hasPrefix("The sound owls could not be played, and tone played in its place."), "\(notice)")
    await silence(speaker)
  }

  enum Step: Sendable {
    case failed(Int32)
    case looked(Int32?)
    case worked
  }

  @Test(
    arguments: [
      ([.looked(ENODEV)], ENODEV), ([.looked(ENODEV), .looked(nil)], nil),
      // A check only proves that the device is present.
      ([.failed(EBUSY), .looked(nil)], EBUSY), ([.failed(EBUSY), .looked(ENODEV)], EBUSY),
      ([.failed(EBUSY), .worked], nil),
      // The device was missing when it was used, and is present again.
      ([.failed(ENODEV), .looked(nil)], nil),
      ([.looked(ENODEV), .failed(EIO), .looked(nil)], EIO), ([.looked(ENODEV), .worked], nil),
    ] as [(steps: [Step], failure: Int32?)])
  func aLookTakesBackAbsenceAndNothingElse(steps: [Step], failure: Int32?) throws {
    for step in steps {
      switch step {
      case .failed(let code): health.failed(HardwareError(.camera, "using it", code: code))
      case .looked(let code): health.looked(for: .camera, code.map { HardwareError(.camera, "looking", code: $0) })
      case .worked: health.worked(.camera)
      }
    }
    #expect(health.failure(of: .camera)?.error.code == failure)
    let wasProven = steps.contains { if case .worked = $0 { true } else { false } }
    #expect((health.proof(of: .camera) != nil) == wasProven)
  }
}

/// A device under the test's control that records the values it is given. One thread uses it.
final class Lever: Sendable {
  private let values = Box<[Int]>([])
  let failure = Box<Int32?>(nil)
  let isBlocked = Box(false)
  let happening = Box<(@Sendable () -> Void)?>(nil)

  var told: [Int] { values.value }

  func set(_ value: Int) throws(HardwareError) {
    while isBlocked.value { usleep(1000) }
    let event = happening.value
    happening.value = nil
    event?()
    if let failure = failure.value { throw HardwareError(.lamp, "turning", code: failure) }
    // A device that is to be active is given its value repeatedly.
    if told.last != value { values.value.append(value) }
  }
}
