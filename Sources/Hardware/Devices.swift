// The hardware-abstraction protocols: a device's role in at most three requirements. Calls may block in the
// kernel, so the daemon gives each device a thread of its own.

/// Makes one loud noise: an active buzzer, or a passive one at its pitch.
public protocol Buzzer: Sendable {
  func set(on: Bool) throws(HardwareError)
}

/// Shakes, at a share of full power.
public protocol VibrationMotor: Sendable {
  /// Which share a level means is the board's matter (`duty`, 0…1 of the PWM period).
  func set(level: VibrationLevel) throws(HardwareError)
}

/// How strongly a motor shakes.
public enum VibrationLevel: String, CaseIterable, Hashable, Sendable {
  case off, light, medium, strong
}

/// Four or more digits with a colon, or 14-segment letters.
public protocol SegmentDisplay: Sendable {
  /// One write for a change of text and brightness together, so nothing tears. Asked for a face that it shows already, it makes
  /// sure of that: it throws where the display is gone, and one that lost power comes back.
  func show(_ face: DisplayFace) throws(HardwareError)
}

/// What a segment display shows.
public struct DisplayFace: Hashable, Sendable {
  /// Letters and digits from the left; a `:` lights the colon behind the digit before it, a `.` the dot of that digit,
  /// and neither takes a digit. `DisplayShape` says which of them a display has.
  public var text: String
  /// What seven segments show in place of a text that they cannot draw; nil: the same.
  public var sevenSegmentText: String?
  /// 0…15 (HT16K33 data sheet, dimming set); nil: off.
  public var brightness: Int?
  /// The whole face goes on and off once a second, by the display itself.
  public var isBlinking: Bool

  public init(text: String, sevenSegmentText: String? = nil, brightness: Int?, isBlinking: Bool = false) {
    self.text = text
    self.sevenSegmentText = sevenSegmentText
    self.brightness = brightness
    self.isBlinking = isBlinking
  }

  /// No segment is lit.
  public static let dark = DisplayFace(text: "", brightness: nil)

  /// What seven segments show of it.
  public var onSevenSegments: String { sevenSegmentText ?? text }
}

/// A light for the card.
public protocol Lamp: Sendable {
  func set(on: Bool) throws(HardwareError)
}

/// A PCM playback device.
public protocol AudioOutput: Sendable {
  /// Opens the device and its mixer for a stream; says the rate it got and how loud the mixer is. Opening again reopens.
  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat
  /// Queues mono samples, -1…1, blocking while the device's buffer is full; returns the frames *played* since
  /// `open`. A number that no longer advances means that nothing is heard. Throws `HardwareError.turnedDown` within 2 s
  /// when somebody has turned down the mixer that `open` has set; opened again, it is set again.
  func play(_ samples: [Float]) throws(HardwareError) -> Int
  /// Fades out within 50 ms where the device allows, and releases it. A mixer that `open` has set is put back to what it
  /// was, unless somebody has set it meanwhile.
  func close() throws(HardwareError)
}

/// What is about to be played, for the device's mixer and for whoever asks what plays.
public struct AudioStream: Hashable, Sendable {
  public var sound: String
  /// 0…100 per cent.
  public var volume: Int
  /// The mixer is set to the level that the board names, as an alarm needs it; otherwise it is read, and stays as people
  /// have it.
  public var setsMixer: Bool

  public init(sound: String, volume: Int, setsMixer: Bool) {
    self.sound = sound
    self.volume = volume
    self.setsMixer = setsMixer
  }
}

/// What a playback device negotiated.
public struct AudioFormat: Hashable, Sendable {
  /// Frames a second.
  public var rate: Int
  /// What the mixer in front of the device is at now, 0…100 per cent as alsamixer shows them, 0 also when it is muted;
  /// nil: there is none, or it cannot be read.
  public var mixerVolume: Int?
  /// Why it may not be heard as loud as it should, though it plays: the mixer in front of it refused.
  public var problem: HardwareError?

  public init(rate: Int, mixerVolume: Int?, problem: HardwareError? = nil) {
    self.rate = rate
    self.mixerVolume = mixerVolume
    self.problem = problem
  }
}

/// A source of grey frames.
public protocol Camera: Sendable {
  func open() throws(HardwareError)
  /// Blocks until the next frame, 2 s at most (then ETIMEDOUT).
  func frame() throws(HardwareError) -> GrayFrame
  func close()
}
