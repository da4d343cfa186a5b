import Hardware

/// What every device of a mock board does at one moment.
public struct MockState: Hashable, Sendable {
  /// A device that is on or off.
  public struct Switch: Hashable, Sendable {
    public var on: Bool

    public init(on: Bool) { self.on = on }
  }

  public struct Vibration: Hashable, Sendable {
    public var level: VibrationLevel
    /// The share of full power, 0…1.
    public var duty: Double

    public init(level: VibrationLevel, duty: Double) {
      self.level = level
      self.duty = duty
    }
  }

  public struct Speaker: Hashable, Sendable {
    /// Samples are being heard.
    public var playing: Bool
    /// What the device is open for; nil: it is closed.
    public var sound: String?
    /// 0…100 per cent; nil: it is closed.
    public var volume: Int?
    /// What the mixer in front of it is at, 0…100 per cent.
    public var mixer: Int

    public init(playing: Bool, sound: String?, volume: Int?, mixer: Int) {
      self.playing = playing
      self.sound = sound
      self.volume = volume
      self.mixer = mixer
    }
  }

  public struct Display: Hashable, Sendable {
    public var text: String
    /// 0…15; nil: off.
    public var brightness: Int?

    public init(text: String, brightness: Int?) {
      self.text = text
      self.brightness = brightness
    }
  }

  public struct Camera: Hashable, Sendable {
    public var open: Bool

    public init(open: Bool) { self.open = open }
  }

  /// What is before the light sensor.
  public struct Light: Hashable, Sendable {
    public var lux: Double

    public init(lux: Double) { self.lux = lux }
  }

  /// The air around the room's sensor.
  public struct Room: Hashable, Sendable {
    /// In degrees Celsius.
    public var temperature: Double
    /// 0…100 per cent; nil: it does not measure it.
    public var humidity: Double?

    public init(temperature: Double, humidity: Double?) {
      self.temperature = temperature
      self.humidity = humidity
    }
  }

  public struct Power: Hashable, Sendable {
    /// The supply's voltage is too low.
    public var low: Bool
    /// The processor's temperature, in degrees Celsius; nil: nobody measures it.
    public var processor: Double?

    public init(low: Bool, processor: Double?) {
      self.low = low
      self.processor = processor
    }
  }

  public struct Button: Hashable, Sendable {
    /// Somebody listens to it.
    public var open: Bool

    public init(open: Bool) { self.open = open }
  }

  public var buzzer: Switch
  public var vibration: Vibration
  public var speaker: Speaker
  public var lamp: Switch
  public var display: Display
  public var camera: Camera
  public var light: Light
  public var room: Room
  public var power: Power
  public var button: Button
  /// By the role's name, how each device fails that does: an errno's symbol, or `stall`.
  public var failing: [String: String]

  public init(
    buzzer: Switch, vibration: Vibration, speaker: Speaker, lamp: Switch, display: Display, camera: Camera,
    light: Light, room: Room, power: Power, button: Button, failing: [String: String]
  ) {
    self.buzzer = buzzer
    self.vibration = vibration
    self.speaker = speaker
    self.lamp = lamp
    self.display = display
    self.camera = camera
    self.light = light
    self.room = room
    self.power = power
    self.button = button
    self.failing = failing
  }
}
