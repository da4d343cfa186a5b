import Hardware

/// What every device of a mock board does at one moment. Its JSON writes `null` for what is not set:
///
///     {"buzzer":{"on":false},"vibration":{"level":"off","duty":0},
///      "speaker":{"playing":false,"sound":null,"volume":null},"lamp":{"on":false},
///      "display":{"text":"07:30","brightness":8},"camera":{"open":false},"failing":{"speaker":"EBUSY"}}
public struct MockState: Codable, Hashable, Sendable {
  /// A device that is on or off.
  public struct Switch: Codable, Hashable, Sendable {
    public var on: Bool

    public init(on: Bool) { self.on = on }
  }

  public struct Vibration: Codable, Hashable, Sendable {
    public var level: VibrationLevel
    /// The share of full power, 0…1.
    public var duty: Double

    public init(level: VibrationLevel, duty: Double) {
      self.level = level
      self.duty = duty
    }
  }

  public struct Speaker: Codable, Hashable, Sendable {
    /// Samples are being heard.
    public var playing: Bool
    /// What the device is open for; nil: it is closed.
    public var sound: String?
    /// 0…100 per cent; nil: it is closed.
    public var volume: Int?

    public init(playing: Bool, sound: String?, volume: Int?) {
      self.playing = playing
      self.sound = sound
      self.volume = volume
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(playing, forKey: .playing)
      try container.encode(sound, forKey: .sound)
      try container.encode(volume, forKey: .volume)
    }
  }

  public struct Display: Codable, Hashable, Sendable {
    public var text: String
    /// 0…15; nil: off.
    public var brightness: Int?

    public init(text: String, brightness: Int?) {
      self.text = text
      self.brightness = brightness
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try container.encode(brightness, forKey: .brightness)
    }
  }

  public struct Camera: Codable, Hashable, Sendable {
    public var open: Bool

    public init(open: Bool) { self.open = open }
  }

  public var buzzer: Switch
  public var vibration: Vibration
  public var speaker: Speaker
  public var lamp: Switch
  public var display: Display
  public var camera: Camera
  /// By the role's name, how each device fails that does: an errno's symbol, or `stall`.
  public var failing: [String: String]

  public init(
    buzzer: Switch, vibration: Vibration, speaker: Speaker, lamp: Switch, display: Display, camera: Camera,
    failing: [String: String]
  ) {
    self.buzzer = buzzer
    self.vibration = vibration
    self.speaker = speaker
    self.lamp = lamp
    self.display = display
    self.camera = camera
    self.failing = failing
  }
}
