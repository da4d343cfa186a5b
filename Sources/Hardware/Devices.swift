import Glibc

// One protocol per device, with at most three requirements. Calls may block in the kernel, so the daemon gives each
// device its own thread.

/// A device that is on or off: a buzzer, active or driven at its pitch, or the lamp that lights the card.
public protocol SwitchedDevice: Sendable {
  func set(on: Bool) throws(HardwareError)
}

/// A motor that shakes the sleeper at a share of full power.
public protocol VibrationMotor: Sendable {
  /// The board file maps each level to a PWM duty (`duty`, 0…1).
  func set(level: VibrationLevel) throws(HardwareError)
}

/// The strength of the vibration.
public enum VibrationLevel: String, CaseIterable, Hashable, Sendable {
  case off, light, medium, strong
}

/// A display of four or more 7-segment digits or 14-segment letters.
public protocol SegmentDisplay: Sendable {
  /// Changes text and brightness in one write, so that the display never shows a mix of old and new. Showing the same
  /// face again checks the display: the call throws if the display is gone, and restores one that lost power.
  func show(_ face: DisplayFace) throws(HardwareError)
}

/// A text and how to show it on a segment display.
public struct DisplayFace: Hashable, Sendable {
  /// Letters and digits from the left. `:` lights the colon after the previous digit and `.` the dot of that digit;
  /// neither takes a digit. `DisplayShape` lists the colons and dots that a display has.
  public var text: String
  /// Replacement text for seven segments, if they cannot draw `text`.
  public var sevenSegmentText: String?
  /// 0…15 (HT16K33 data sheet, dimming set), or `nil` for off.
  public var brightness: Int?
  /// Whether the display itself blinks the whole face once a second.
  public var isBlinking: Bool

  public init(text: String, sevenSegmentText: String? = nil, brightness: Int?, isBlinking: Bool = false) {
    self.text = text
    self.sevenSegmentText = sevenSegmentText
    self.brightness = brightness
    self.isBlinking = isBlinking
  }

  public static let dark = DisplayFace(text: "", brightness: nil)

  public var onSevenSegments: String { sevenSegmentText ?? text }

  public func text(on shape: DisplayShape) -> String { shape.segments == .seven ? onSevenSegments : text }

  /// Throws EINVAL for a brightness outside 0…15.
  public func checkBrightness() throws(HardwareError) {
    guard let brightness, !(0...15).contains(brightness) else { return }
    throw HardwareError(.display, "setting the brightness \(brightness) (valid: 0 to 15)", code: EINVAL)
  }
}

/// A PCM playback device.
public protocol AudioOutput: Sendable {
  /// Opens the device and its mixer for a stream, and returns the negotiated rate and the mixer volume. Closes a
  /// previous stream first.
  func open(_ stream: AudioStream) throws(HardwareError) -> AudioFormat
  /// Queues mono samples (-1…1), blocking while the device's buffer is full. Returns the number of frames *played*
  /// since `open`; if it stops growing, nothing is audible. Throws `HardwareError.turnedDown` within 2 s if somebody
  /// turns down a mixer that `open` has set; opening again sets the mixer again.
  func play(_ samples: [Float]) throws(HardwareError) -> Int
  /// Fades out within 50 ms if the device can, and releases it. Restores the mixer volume that `open` replaced, unless
  /// somebody has changed it since.
  func close() throws(HardwareError)
}

/// A sound about to be played, for setting the mixer and for reporting what plays.
public struct AudioStream: Hashable, Sendable {
  public var sound: String
  /// Percent, 0…100.
  public var volume: Int
  /// Whether to set the mixer to the board's level, as an alarm needs. Otherwise the mixer is only read.
  public var setsMixer: Bool

  public init(sound: String, volume: Int, setsMixer: Bool) {
    self.sound = sound
    self.volume = volume
    self.setsMixer = setsMixer
  }
}

/// The format and mixer state of an open playback device.
public struct AudioFormat: Hashable, Sendable {
  /// Frames per second.
  public var rate: Int
  /// The current mixer volume in percent (0…100) as in alsamixer, 0 if muted. `nil` if there is no readable mixer.
  public var mixerVolume: Int?
  /// Why the mixer could not be set: the device plays, but perhaps too quietly.
  public var problem: HardwareError?

  public init(rate: Int, mixerVolume: Int?, problem: HardwareError? = nil) {
    self.rate = rate
    self.mixerVolume = mixerVolume
    self.problem = problem
  }
}

/// A source of gray frames.
public protocol Camera: Sendable {
  func open() throws(HardwareError)
  /// Blocks until the next frame. Throws ETIMEDOUT after 2 s.
  func frame() throws(HardwareError) -> GrayFrame
  func close()
}
