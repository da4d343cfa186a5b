/// Holds a picture before the mock camera.
public struct ShowPicture: Command {
  public static let name = "mock.show"
  /// For the history.
  public var pictureName: String
  /// 640 x 480 bytes of grey in base64.
  public var pixels: String
  /// nil: until hidden.
  public var milliseconds: Int?
  /// Whether it waits, for some seconds at most, until a ring has seen that nothing lies there.
  public var isBrought: Bool
  /// Milliseconds until then; the answer comes at once.
  public var after: Int?
  public init(pictureName: String, pixels: String, milliseconds: Int?, isBrought: Bool = true, after: Int? = nil) {
    (self.pictureName, self.pixels, self.milliseconds) = (pictureName, pixels, milliseconds)
    (self.isBrought, self.after) = (isBrought, after)
  }
}

public struct HidePicture: Command {
  public static let name = "mock.hide"
  public init() {}
}

public struct FailDevice: Command {
  public static let name = "mock.fail"
  public var device: String
  /// As `EBUSY` or `16`, or `stall`: it takes everything and does nothing.
  public var error: String
  public init(device: String, error: String) { (self.device, self.error) = (device, error) }
}

public struct HealDevice: Command {
  public static let name = "mock.heal"
  public var device: String
  public init(device: String) { self.device = device }
}

/// Sets the mixer in front of the mock speaker.
public struct SetMockMixer: Command {
  public static let name = "mock.mixer"
  /// 0…100.
  public var percent: Int
  public init(percent: Int) { self.percent = percent }
}

/// Makes the room of the mock light sensor so light.
public struct SetMockLux: Command {
  public static let name = "mock.lux"
  /// 0…200,000.
  public var lux: Double
  /// The share by which what is measured may differ from that, 0…1; nil: not at all.
  public var noise: Double?
  public init(lux: Double, noise: Double? = nil) { (self.lux, self.noise) = (lux, noise) }
}

/// Makes the room of the mock sensor so warm, or so humid; nil: as it is.
public struct SetMockRoom: Command {
  public static let name = "mock.room"
  /// In degrees Celsius, -60…100.
  public var temperature: Double?
  /// 0…100 per cent.
  public var humidity: Double?
  public init(temperature: Double? = nil, humidity: Double? = nil) {
    (self.temperature, self.humidity) = (temperature, humidity)
  }
}

/// Lets the voltage of the mock supply drop or rise.
public struct SetMockPower: Command {
  public static let name = "mock.power"
  public var low: Bool
  public init(low: Bool) { self.low = low }
}

/// Makes the mock board's processor so hot.
public struct SetMockProcessor: Command {
  public static let name = "mock.processor"
  /// In degrees Celsius, -40…125.
  public var temperature: Double
  public init(temperature: Double) { self.temperature = temperature }
}

/// Presses the mock button.
public struct PressMockButton: Command {
  public static let name = "mock.press"
  public init() {}
}

public struct GetMockState: Command {
  public static let name = "mock.state"
  public typealias Reply = MockStateView
  public init() {}
}

public struct GetMockHistory: Command {
  public static let name = "mock.history"
  public struct Reply: Codable, Sendable {
    public var history: [MockEntryView]
    /// How many older entries the bounded history has let go.
    public var dropped: Int
    public init(history: [MockEntryView], dropped: Int) { (self.history, self.dropped) = (history, dropped) }
  }
  public init() {}
}

public struct MockEntryView: Codable, Sendable, Hashable {
  public var sequence: Int
  public var time: String
  public var nanoseconds: String
  public var device: String
  public var action: String
  @OrNull public var detail: String?
  public init(sequence: Int, time: String, nanoseconds: String, device: String, action: String, detail: String?) {
    (self.sequence, self.time, self.nanoseconds) = (sequence, time, nanoseconds)
    (self.device, self.action, self.detail) = (device, action, detail)
  }
}

/// What every device of the mock board does at this moment.
public struct MockStateView: Codable, Sendable, Hashable {
  public struct Switch: Codable, Sendable, Hashable {
    public var on = false
  }
  public struct Motor: Codable, Sendable, Hashable {
    /// `off`, `light`, `medium` or `strong`.
    public var level = ""
    /// 0…1.
    public var duty = 0.0
  }
  public struct Speaker: Codable, Sendable, Hashable {
    public var playing = false
    @OrNull public var sound: String? = nil
    @OrNull public var volume: Int? = nil
    /// What the mixer in front of it is at, 0…100 per cent.
    public var mixer = 0
  }
  public struct Display: Codable, Sendable, Hashable {
    public var text = ""
    @OrNull public var brightness: Int? = nil
    /// What it has to show something with; nil: an older clock does not say.
    public var shape: DisplayShapeView? = nil
  }
  public struct Camera: Codable, Sendable, Hashable {
    public var open = false
    @OrNull public var picture: String? = nil
  }
  public struct Light: Codable, Sendable, Hashable {
    public var lux = 0.0
  }
  public struct Room: Codable, Sendable, Hashable {
    /// In degrees Celsius.
    public var temperature = 0.0
    /// 0…100 per cent; nil: it does not measure it.
    @OrNull public var humidity: Double? = nil
  }
  public struct Power: Codable, Sendable, Hashable {
    /// The supply's voltage is too low.
    public var low = false
    /// The processor's temperature, in degrees Celsius; nil: nobody measures it.
    @OrNull public var processor: Double? = nil
  }
  public struct Button: Codable, Sendable, Hashable {
    /// The daemon listens to it.
    public var open = false
  }
  public var buzzer = Switch()
  public var vibration = Motor()
  public var speaker = Speaker()
  public var display = Display()
  public var lamp = Switch()
  public var camera = Camera()
  public var light = Light()
  public var room = Room()
  public var power = Power()
  public var button = Button()
  /// The devices that were made to fail, and how.
  public var failing: [String: String] = [:]

  package init() {}
}

/// What a display has to show something with.
public struct DisplayShapeView: Codable, Sendable, Hashable {
  /// `7-segment` or `14-segment`.
  public var segments: String
  public var digits: Int
  /// The digits that a colon stands behind, counted from 1.
  public var colons: [Int]
  /// The digits that have a dot.
  public var dots: [Int]

  public init(segments: String, digits: Int, colons: [Int], dots: [Int]) {
    (self.segments, self.digits, self.colons, self.dots) = (segments, digits, colons, dots)
  }
}
