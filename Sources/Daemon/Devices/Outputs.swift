import AlarmClock
import Hardware

/// What a ring drives. Calls return at once, whatever the devices do.
protocol RingOutputs: Sendable {
  /// Makes the sounders and the motor do what a ring demands from now on.
  func apply(_ demand: RingDemand)
  func show(_ face: DisplayFace)
  func light(_ isOn: Bool)
  /// How the devices are that a ring counts on.
  var devices: RingDevices { get }
  /// Every sounder is off, or failed while it was turned off.
  var isSilent: Bool { get }
}

/// A board's devices, each on its own thread.
final class Outputs: RingOutputs {
  private let buzzer: DeviceThread<Bool>?
  private let vibration: DeviceThread<VibrationLevel>?
  private let display: DeviceThread<DisplayFace>?
  private let lamp: DeviceThread<Bool>?
  private let speaker: SpeakerThread?
  private let health: DeviceHealth
  private let hasCamera: Bool

  /// Starts the threads, which make every device inert.
  init(board: Board, health: DeviceHealth, events: EventLog, time: any TimeSource) throws(SystemError) {
    self.health = health
    hasCamera = board.camera != nil
    if let device = board.buzzer {
      buzzer = try DeviceThread(.buzzer, initial: false, health: health, time: time) { on throws(HardwareError) in
        try device.set(on: on)
      }
    } else {
      buzzer = nil
    }
    if let device = board.vibration {
      vibration = try DeviceThread(.vibration, initial: .off, health: health, time: time) {
        level throws(HardwareError) in
        try device.set(level: level)
      }
    } else {
      vibration = nil
    }
    if let device = board.display {
      let dark = DisplayFace(text: "", brightness: nil)
      display = try DeviceThread(.display, initial: dark, health: health, time: time) { face throws(HardwareError) in
        try device.show(face)
      }
    } else {
      display = nil
    }
    if let device = board.lamp {
      lamp = try DeviceThread(.lamp, initial: false, health: health, time: time) { on throws(HardwareError) in
        try device.set(on: on)
      }
    } else {
      lamp = nil
    }
    speaker = try board.speaker.map { device throws(SystemError) in
      try SpeakerThread(device, health: health, events: events, time: time)
    }
  }

  func apply(_ demand: RingDemand) {
    speaker?.want(demand.sound)
    vibration?.want(VibrationLevel(demand.vibration))
    buzzer?.want(demand.isBuzzing)
    checkForHangs()
  }

  func show(_ face: DisplayFace) { display?.want(face) }

  func light(_ isOn: Bool) { lamp?.want(isOn) }

  var devices: RingDevices {
    RingDevices(
      speaker: speakerProof, buzzer: buzzer != nil && health.failure(of: .buzzer) == nil,
      vibration: vibration != nil && health.failure(of: .vibration) == nil,
      camera: hasCamera && health.failure(of: .camera) == nil)
  }

  var speakerProof: SpeakerProof { speaker?.proof ?? .failed }

  var isSilent: Bool {
    speaker?.isSilent ?? true && buzzer?.isSettled ?? true && vibration?.isSettled ?? true
  }

  /// Has every device but the speaker do once more what it does already.
  func tellAgain() {
    buzzer?.tellAgain()
    vibration?.tellAgain()
    display?.tellAgain()
    lamp?.tellAgain()
  }

  /// Plays what nobody hears, until told otherwise, so that the speaker's health is known.
  func playSilence(_ isOn: Bool) {
    speaker?.want(
      isOn ? RingDemand.SoundDemand(sound: Settings.builtInSound, volume: 0, fadeIn: .zero, start: .zero) : nil)
  }

  /// Everything off.
  func silence() {
    apply(.silence)
    light(false)
    show(DisplayFace(text: "", brightness: nil))
  }

  /// Every device did what it was last told, or failed.
  var isSettled: Bool { isSilent && isSettledButForTheSpeaker }

  var isSettledButForTheSpeaker: Bool {
    buzzer?.isSettled ?? true && vibration?.isSettled ?? true && display?.isSettled ?? true && lamp?.isSettled ?? true
  }

  func checkForHangs() {
    buzzer?.checkForHang()
    vibration?.checkForHang()
    display?.checkForHang()
    lamp?.checkForHang()
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
