/// Holds a picture in front of the mock camera.
public struct ShowPicture: Command {
  public static let name = "mock.show"
  /// Appears in the history.
  public var pictureName: String
  /// 640 x 480 bytes of gray in base64.
  public var pixels: String
  /// `nil` to show it until it is hidden.
  public var milliseconds: Int?
  /// Whether to wait, for a few seconds at most, until a ring has seen that the view is empty.
  public var isBrought: Bool
  /// A delay in milliseconds; the answer comes at once.
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
  /// For example `EBUSY` or `16`, or `stall` to accept everything and do nothing.
  public var error: String
  public init(device: String, error: String) { (self.device, self.error) = (device, error) }
}

public struct HealDevice: Command {
  public static let name = "mock.heal"
  public var device: String
  public init(device: String) { self.device = device }
}

/// Sets the volume of the mixer in front of the mock speaker.
public struct SetMockMixer: Command {
  public static let name = "mock.mixer"
  /// 0 to 100.
  public var percent: Int
  public init(percent: Int) { self.percent = percent }
}

/// Sets the ambient light of the mock light sensor.
public struct SetMockLux: Command {
  public static let name = "mock.lux"
  /// 0 to 200,000.
  public var lux: Double
  /// The relative noise of measurements, 0 to 1; `nil` for none.
  public var noise: Double?
  public init(lux: Double, noise: Double? = nil) { (self.lux, self.noise) = (lux, noise) }
}

/// Sets the readings of the mock room sensor; `nil` leaves a value unchanged.
public struct SetMockRoom: Command {
  public static let name = "mock.room"
  /// In degrees Celsius, -60 to 100.
  public var temperature: Double?
  /// 0 to 100 percent.
  public var humidity: Double?
  public init(temperature: Double? = nil, humidity: Double? = nil) {
    (self.temperature, self.humidity) = (temperature, humidity)
  }
}

/// Sets whether the voltage of the mock supply is too low.
public struct SetMockPower: Command {
  public static let name = "mock.power"
  public var low: Bool
  public init(low: Bool) { self.low = low }
}

/// Sets the temperature of the mock board's processor.
public struct SetMockProcessor: Command {
  public static let name = "mock.processor"
  /// In degrees Celsius, -40 to 125.
  public var temperature: Double
  public init(temperature: Double) { self.temperature = temperature }
}

/// Presses the mock button.
public struct PressMockButton: Command {
  public static let name = "mock.press"
  public init() {}
}

public typealias GetMockState = PlainCommand<MockStateView>

public typealias GetMockHistory = PlainCommand<MockHistoryView>

public struct MockHistoryView: PlainReply {
  public static let command = "mock.history"
  public var history: [MockEntryView]
  /// The number of older entries dropped from the bounded history.
  public var dropped: Int
  public init(history: [MockEntryView], dropped: Int) { (self.history, self.dropped) = (history, dropped) }
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

/// The current state of all devices of the mock board.
public struct MockStateView: PlainReply, Hashable {
  public static let command = "mock.state"
  public struct Switch: Codable, Sendable, Hashable {
    public var on = false
  }
  public struct Motor: Codable, Sendable, Hashable {
    /// `off`, `light`, `medium` or `strong`.
    public var level = ""
    /// 0 to 1.
    public var duty = 0.0
  }
  public struct Speaker: Codable, Sendable, Hashable {
    public var playing = false
    @OrNull public var sound: String? = nil
    @OrNull public var volume: Int? = nil
    /// The volume of the mixer, 0 to 100 percent.
    public var mixer = 0
  }
  public struct Display: Codable, Sendable, Hashable {
    public var text = ""
    @OrNull public var brightness: Int? = nil
    /// `nil` from an older clock.
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
    /// 0 to 100 percent, or `nil` if not measured.
    @OrNull public var humidity: Double? = nil
  }
  public struct Power: Codable, Sendable, Hashable {
    /// Whether the supply voltage is too low.
    public var low = false
    /// In degrees Celsius, or `nil` if not measured.
    @OrNull public var processor: Double? = nil
  }
  public struct Button: Codable, Sendable, Hashable {
    /// Whether the daemon is listening to the button.
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
  /// Injected failures by device.
  public var failing: [String: String] = [:]

  package init() {}
}

/// The digits, colons and dots of a display.
public struct DisplayShapeView: Codable, Sendable, Hashable {
  /// `7-segment` or `14-segment`.
  public var segments: String
  public var digits: Int
  /// The digits followed by a colon, counted from 1.
  public var colons: [Int]
  /// The digits with a dot, counted from 1.
  public var dots: [Int]

  public init(segments: String, digits: Int, colons: [Int], dots: [Int]) {
    (self.segments, self.digits, self.colons, self.dots) = (segments, digits, colons, dots)
  }
}
