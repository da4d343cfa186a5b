import Glibc
import Hardware
import Machine
import MockHardware
import TestSupport
import Testing

@testable import AlarmClock
@testable import Daemon

/// Every device fails in every way at every step of a ring. The ring stays audible while one sounder works,
/// its card ends it, and then everything is off.
@Suite(.serialized) struct FaultTests {
  enum Step: String, CaseIterable, Sendable {
    case beforeDue, atTheFirstCall, afterTheFirstSound, asTheBuzzerJoins, whileLooking, atDismissal, afterwards
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var device: DeviceRole
    var failure: MockFailure
    var step: Step
    /// Whether the vibration motor, the display and the lamp fail at the same time.
    var hasCompany: Bool

    var testDescription: String {
      "\(device.rawValue) \(failure) \(step.rawValue)\(hasCompany ? " with company" : "")"
    }
  }

  static let failures: [MockFailure] = [.error(EIO), .error(EBUSY), .error(ENODEV), .stall]
  static let faults: [Fault] = DeviceRole.allCases.flatMap { device in
    failures.flatMap { failure in
      Step.allCases.flatMap { step in
        [false, true].map { Fault(device: device, failure: failure, step: step, hasCompany: $0) }
      }
    }
  }

  /// Number of boards run in parallel. A ring mostly waits for devices, which retry by the machine's real clock.
  private static let lanes = 48

  private func inLanes(_ count: Int, _ body: @escaping @Sendable (FaultRig, Int) async throws -> Void) async throws {
    let next = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.lanes {
        group.addTask {
          do {
            let rig = try FaultRig()
            // Otherwise threads that wait for a stalled device would never end.
            defer { rig.healAll() }
            while case let index = next.take(), index < count {
              try await body(rig, index)
            }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
  }

  @Test(.takesLong) func whateverFailsWheneverTheRingIsHeardAndItsCardEndsIt() async throws {
    let tried = Counter()
    try await inLanes(Self.faults.count) { rig, index in
      let fault = Self.faults[index]
      do { try await Self.ring(fault, "fault\(index)", on: rig) } catch {
        throw Failure("\(fault.testDescription): \(error)")
      }
      _ = tried.take()
    }
    #expect(tried.value == Self.faults.count)
    figure("faults tried: \(tried.value) (device × failure × step of a ring)")
  }

  /// When the buzzer joins a speaker that plays. On a busy machine, a device's thread may run only minutes later.
  private static let buzzerAfter: Duration = .seconds(9_000)

  private static func ring(_ fault: Fault, _ name: String, on rig: FaultRig) async throws {
    /// Makes the device fail at this step: at once, or with its next call if `isTrapped`.
    func strike(_ step: Step, atTheNextCall isTrapped: Bool) {
      guard fault.step == step else { return }
      if fault.hasCompany {
        for role in [DeviceRole.vibration, .display, .lamp] where role != fault.device {
          rig.mock.fail(role, .error(EIO))
        }
      }
      if isTrapped { rig.trap.arm(fault.device, fault.failure) } else { rig.mock.fail(fault.device, fault.failure) }
    }
    let camera = rig.mock.camera

    strike(.beforeDue, atTheNextCall: false)
    strike(.atTheFirstCall, atTheNextCall: true)
    let id = rig.begin(name, buzzerAfter: buzzerAfter)
    let begin = rig.time.monotonic
    try await rig.wait(for: "it is heard once due") { rig.isHeard }
    rig.trap.spring()
    strike(.afterTheFirstSound, atTheNextCall: false)
    try await rig.wait(for: "it is heard after the first sound") { rig.isHeard }

    let elapsed = rig.time.monotonic - begin
    #expect(elapsed < buzzerAfter / 2, "\(fault.testDescription): nobody waits for the buzzer's time")

    rig.time.advance(by: buzzerAfter - elapsed - .milliseconds(100))
    strike(.asTheBuzzerJoins, atTheNextCall: true)
    try await rig.wait(for: "the buzzer's time comes") { rig.time.monotonic > begin + buzzerAfter }
    try await rig.wait(for: "the buzzer joins") { rig.mock.buzzer.isOn || rig.mock.buzzer.failure != nil }
    rig.trap.spring()
    try await rig.wait(for: "the camera looks") { camera.isOpen || camera.failure != nil }
    strike(.whileLooking, atTheNextCall: false)
    try await rig.wait(for: "it is heard while the card is looked for") { rig.isHeard }
    #expect(rig.ringer.isRinging, "\(fault.testDescription)")

    // A failing camera cannot see a card, so the ring continues until the camera works again.
    if camera.failure != nil {
      try rig.show(card: true)
      try await rig.wait(for: "it is heard without a camera") { rig.isHeard }
      #expect(rig.ringer.isRinging, "\(fault.testDescription)")
      rig.mock.heal(.camera)
    }
    strike(.atDismissal, atTheNextCall: true)
    try rig.show(card: true)
    if fault.device == .camera, fault.step == .atDismissal {
      // The current call may already have seen the card; if not, the next one fails.
      try await rig.wait(for: "the camera fails, or saw the card") { camera.failure != nil || !rig.ringer.isRinging }
      try await rig.wait(for: "it is heard, or over") { rig.isHeard || !rig.ringer.isRinging }
      rig.trap.disarm()
      rig.mock.heal(.camera)
    }
    try await rig.bringCard()
    try rig.show(card: false)
    strike(.afterwards, atTheNextCall: false)
    try await rig.wait(for: "everything is off") { rig.isAtRest }
    rig.healAll()
    try await rig.wait(for: "what is well again is off too") { rig.isAtRest && rig.outputs.isSettled }
    try await rig.wait(for: "its outcome is told") { rig.outcomes.all.contains { $0.armed.id == id } }
    #expect(
      rig.outcomes.all.filter { $0.armed.id == id }.map(\.outcome) == [.dismissed(cardID: "id-grey")],
      "\(fault.testDescription)")
  }

  @Test func soundersThatFailInTurnHandTheRingOn() async throws {
    let pairs = Self.failures.flatMap { first in Self.failures.map { (first, $0) } }
    let handovers = Counter()
    try await inLanes(pairs.count) { rig, index in
      let (ofSpeaker, ofBuzzer) = pairs[index]
      _ = rig.begin("turn\(index)", buzzerAfter: .seconds(900_000))
      try await rig.wait(for: "it is heard once due") { rig.isHeard }
      for round in 0..<4 {
        let (broken, failure) = round % 2 == 0 ? (DeviceRole.speaker, ofSpeaker) : (.buzzer, ofBuzzer)
        rig.mock.heal(broken == .speaker ? .buzzer : .speaker)
        rig.mock.fail(broken, failure)
        try await rig.wait(for: "it is heard though the \(broken) fails (\(failure), round \(round))") { rig.isHeard }
        _ = handovers.take()
      }
      rig.healAll()
      try await rig.bringCard()
      try rig.show(card: false)
      try await rig.wait(for: "everything is off") { rig.isAtRest }
    }
    figure("sounders failing in turn: \(handovers.value) hand-overs, each heard")
    #expect(handovers.value == pairs.count * 4)
  }
}

/// Prints a line for the table of figures in a single write, so that other tests' output cannot split it.
private func figure(_ text: String) {
  let line = Array("figure: \(text)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

/// A PCM whose hardware pointer moves only after the first opening, like I2S on a Raspberry Pi 5.
private final class PlaysOnce: AudioOutput {
  let openings = Box(0)
  private let played = Box(0)
  private let playsAgain: Bool

  init(playsAgain: Bool) { self.playsAgain = playsAgain }

  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat {
    openings.value += 1
    played.value = 0
    return AudioFormat(rate: 48_000, mixerVolume: nil)
  }

  func play(_ samples: [Float]) throws(HardwareError) -> Int {
    usleep(1000)
    if playsAgain || openings.value == 1 { played.value += samples.count }
    return played.value
  }

  func close() {}
}

@Suite struct SpeakerReplayTests {
  private let time = ManualTime(morning)
  private let health: DeviceHealth

  init() throws { health = try DeviceHealth(at: time) }

  private func outputs(_ speaker: PlaysOnce) throws -> Outputs {
    var board = try BoardChoice.board("mock", time: time)
    board.fit(.speaker, speaker)
    return try Outputs(board: board, health: health, events: health.events, time: time)
  }

  private var sound: SoundDemand { SoundDemand(sound: "tone", volume: 50, start: time.monotonic) }

  private func replay(on outputs: Outputs) async -> Bool? {
    outputs.play(sound, by: .test)
    #expect(await eventually { outputs.standing(of: .test) == .playing })
    outputs.play(nil, by: .test)
    let replay = Task { [time, sound] in await SpeakerReplay(outputs: outputs, time: time).run(sound) }
    let passing = Task { [time] in
      while !Task.isCancelled {
        time.advance(by: .milliseconds(20))
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    defer { passing.cancel() }
    return await replay.value
  }

  @Test(arguments: [false, true]) func findsASpeakerThatPlaysOnlyTheFirstTime(playsAgain: Bool) async throws {
    let speaker = PlaysOnce(playsAgain: playsAgain)
    let outputs = try outputs(speaker)
    #expect(await replay(on: outputs) == playsAgain)
    #expect(health.failure(of: .speaker)?.error.code == (playsAgain ? nil : ETIMEDOUT))
    #expect(playsAgain ? speaker.openings.value == 2 : speaker.openings.value >= 2)
    if playsAgain { #expect(await eventually { outputs.isSpeakerSilent }) }
  }

  @Test func anAlarmFindsTheSilentSpeakerFailedWithinTheGrace() async throws {
    let outputs = try outputs(PlaysOnce(playsAgain: false))
    outputs.play(sound, by: .preview)
    #expect(await eventually { outputs.standing(of: .preview) == .playing })
    outputs.play(nil, by: .preview)
    #expect(await eventually { outputs.isSpeakerSilent })
    outputs.apply(RingDemand(sound: sound, vibration: .off, isBuzzing: false, isLit: false, isExclusive: true))
    #expect(outputs.devices.speaker == .pending)
    time.advance(by: SpeakerProof.grace)
    #expect(outputs.devices.speaker == .failed)
    #expect(await time.eventually(every: .milliseconds(100)) { health.failure(of: .speaker)?.error.code == ETIMEDOUT })
    outputs.close()
  }
}
