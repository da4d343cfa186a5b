import AlarmClock
import ControlService
import Hardware
import Machine
import Sound
import Synchronization

/// The outputs used with and without a ring. Calls return immediately, even if a device hangs.
protocol ShiningOutputs: Sendable {
  func show(_ face: DisplayFace)
  func light(_ isOn: Bool)
}

protocol FaceScreen: ShiningOutputs {
  /// Has the screen's own thread call `keeper`, which shows a face and returns how long it holds.
  func follow(_ keeper: @escaping @Sendable () -> Duration)
  /// Calls the keeper soon. Returns immediately.
  func askKeeper()
}

protocol RingOutputs: ShiningOutputs {
  func apply(_ demand: RingDemand)
  var devices: RingDevices { get }
  func isFitted(_ role: DeviceRole) -> Bool
  /// Whether every sounder of an alarm is off, or failed while being turned off.
  var isSilent: Bool { get }
}

/// The outputs that alarms share with other claimants. Calls return immediately, even if a device hangs.
protocol ClaimedOutputs: Sendable {
  /// Plays `sound` once it is the claimant's turn; `nil` ends the claim.
  func play(_ sound: SoundDemand?, by claimant: Claimant)
  /// Runs the motor once it is the claimant's turn; `nil` ends the claim.
  func vibrate(_ level: Vibration?, by claimant: Claimant)
}

protocol SharedOutputs: ClaimedOutputs {
  func standing(of claimant: Claimant) -> SpeakerStanding?
  var motorUser: Claimant? { get }
  var motorFailure: HardwareError? { get }
}

/// A board's devices, each on its own thread.
final class Outputs: RingOutputs, SharedOutputs, FaceScreen {
  private let buzzer: DeviceThread<Bool>?
  private let vibration: DeviceThread<VibrationLevel>?
  private let display: DeviceThread<DisplayFace>?
  private let lamp: DeviceThread<Bool>?
  private let lampIsLit = Atomic(false)
  /// All but the speaker.
  private let threads: [any KeptDevice]
  private let speaker: SpeakerThread?
  private let shakes = Mutex(Claims<Vibration>())
  private let buzzes = Mutex(Claims<Bool>())
  let health: DeviceHealth
  private let fitted: Set<DeviceRole>

  /// Starts the threads, which make every device inert.
  init(
    board: Board, shelf: SoundShelf = SoundShelf(), health: DeviceHealth, events: EventLog,
    notices: Notices = Notices(), time: any TimeSource
  ) throws(SystemError) {
    self.health = health
    fitted = board.fitting.roles
    func thread<Device: Sendable, State>(
      _ role: DeviceRole, _ device: Device?, _ initial: State, reassurance: Duration = .milliseconds(1500),
      _ apply: @escaping @Sendable (Device, State) throws(HardwareError) -> Void
    ) throws(SystemError) -> DeviceThread<State>? {
      guard let device else { return nil }
      return try DeviceThread(role, initial: initial, reassurance: reassurance, health: health, time: time) {
        state throws(HardwareError) in try apply(device, state)
      }
    }
    buzzer = try thread(.buzzer, board.buzzer, false) { device, on throws(HardwareError) in try device.set(on: on) }
    vibration = try thread(.vibration, board.vibration, .off) { device, level throws(HardwareError) in
      try device.set(level: level)
    }
    // Lit day and night, so repeated less often. The flashes of a ring set it twice a second anyway.
    display = try thread(.display, board.display, .dark, reassurance: VirtualTime.pause(.seconds(10))) {
      device, face throws(HardwareError) in try device.show(face)
    }
    lamp = try thread(.lamp, board.lamp, false) { device, on throws(HardwareError) in try device.set(on: on) }
    let threads: [(any KeptDevice)?] = [buzzer, vibration, display, lamp]
    self.threads = threads.compactMap(\.self)
    speaker = try board.speaker.map { device throws(SystemError) in
      try SpeakerThread(device, shelf: shelf, health: health, events: events, notices: notices, time: time)
    }
  }

  func apply(_ demand: RingDemand) {
    speaker?.want(demand.sound, by: .alarm, isExclusive: demand.isExclusive)
    vibrate(demand.isExclusive ? demand.vibration : nil, by: .alarm)
    beep(demand.isExclusive || demand.isBuzzing ? demand.isBuzzing : nil, by: .alarm)
    checkForHangs()
  }

  func beep(_ isOn: Bool?, by claimant: Claimant) {
    // Set under the lock, so that the calls of two claimants cannot overtake each other.
    buzzes.withLock { claims in
      claims[claimant] = isOn
      buzzer?.want(claims.foremost?.want ?? false)
    }
  }

  /// Whether the buzzer belongs to the claimant, also in the pauses between its beeps.
  func isBeeping(for claimant: Claimant) -> Bool {
    buzzes.withLock { $0.foremost?.claimant == claimant } && buzzer?.isSettled ?? false
  }

  func play(_ sound: SoundDemand?, by claimant: Claimant) { speaker?.want(sound, by: claimant) }

  func vibrate(_ level: Vibration?, by claimant: Claimant) {
    shakes.withLock { claims in
      claims[claimant] = level
      vibration?.want(VibrationLevel(claims.foremost?.want ?? .off))
    }
  }

  func announce(_ speech: Speech) { speaker?.announce(speech) }

  func standing(of claimant: Claimant) -> SpeakerStanding? { speaker?.standing(of: claimant) }

  var isSpeakerSilent: Bool { speaker?.isSilent ?? true }

  var motorUser: Claimant? { shakes.withLock { $0.foremost?.claimant } }

  /// Whether the motor runs as the claimant wants, and is not still.
  func isShaking(for claimant: Claimant) -> Bool {
    let isWanted = shakes.withLock { $0.foremost.map { $0.claimant == claimant && $0.want != .off } ?? false }
    return isWanted && vibration?.isSettled ?? false
  }

  var motorFailure: HardwareError? {
    vibration?.checkForHang()
    return health.failure(of: .vibration)?.error
  }

  /// Whether an alarm has speaker and motor, also in the pauses of its pattern.
  var isTakenByAlarm: Bool { shakes.withLock { $0[.alarm] != nil } }

  /// The speaker's mixer level when it was last read, 0…100 %, or `nil` if unknown.
  var mixerVolume: Int? {
    get { speaker?.mixerVolume }
    set { speaker?.mixerVolume = newValue }
  }

  func show(_ face: DisplayFace) { display?.want(face) }
  func follow(_ keeper: @escaping @Sendable () -> Duration) { display?.follow(keeper) }
  func askKeeper() { display?.askKeeper() }

  var shownFace: DisplayFace? { display?.state }

  func light(_ isOn: Bool) {
    lampIsLit.store(isOn && lamp != nil, ordering: .relaxed)
    lamp?.want(isOn)
  }

  var isLampLit: Bool { lampIsLit.load(ordering: .relaxed) }

  var devices: RingDevices {
    var devices = RingDevices(
      speaker: speakerProof, buzzer: isWell(.buzzer), vibration: isWell(.vibration), camera: isWell(.camera))
    devices.isTurnedDown = speaker?.isTurnedDown ?? false
    return devices
  }

  var speakerProof: SpeakerProof { speaker?.proof ?? .failed }

  func isFitted(_ role: DeviceRole) -> Bool { fitted.contains(role) }

  private func isWell(_ role: DeviceRole) -> Bool { isFitted(role) && health.failure(of: role) == nil }

  var isSilent: Bool {
    // A device that another claimant uses does not make an alarm heard.
    let shakesForOthers = shakes.withLock { $0.foremost.map { $0.claimant != .alarm } ?? false }
    let beepsForOthers = buzzes.withLock { $0.foremost.map { $0.claimant != .alarm } ?? false }
    return speaker?.isSilentForAlarms ?? true && (beepsForOthers || buzzer?.isSettled ?? true)
      && (shakesForOthers || vibration?.isSettled ?? true)
  }

  func tellAgain() { for thread in threads { thread.tellAgain() } }

  func tellDisplayAgain() { display?.tellAgain() }

  /// Plays silence until turned off, to find out whether the speaker works.
  func playSilence(_ isOn: Bool) {
    play(isOn ? SoundDemand(sound: Settings.builtInSound, volume: 0, start: .zero) : nil, by: .probe)
  }

  /// Turns everything off for good.
  func close() {
    speaker?.close()
    for thread in threads { thread.close() }
  }

  var isSettled: Bool { speaker?.isSilent ?? true && isSettledButForTheSpeaker }

  var isSettledButForTheSpeaker: Bool { threads.allSatisfy(\.isSettled) }

  func checkForHangs() {
    for thread in threads { thread.checkForHang() }
    speaker?.checkForHang()
  }
}

extension VibrationLevel {
  init(_ vibration: Vibration) {
    switch vibration {
    case .off: self = .off
    case .light: self = .light
    case .medium: self = .medium
    case .strong: self = .strong
    }
  }
}

/// The users of speaker and motor, by descending priority.
enum Claimant: Int, CaseIterable, Sendable {
  case alarm, timer, preview
  case test
  case noise
  /// Silence, to find out whether the speaker plays.
  case probe
}

typealias Claims<Want> = [Claimant: Want]

extension Claims where Key == Claimant {
  /// The claim with the highest priority.
  var foremost: (claimant: Claimant, want: Value)? {
    self.min { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }
}
