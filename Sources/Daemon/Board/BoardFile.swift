import Hardware
import JSON5Files
import LinuxHardware

/// What is wrong with a board file.
typealias BoardFileProblem = FileProblem

/// A board file: JSON5, which devices the board has and how they are reached. A device left out is not fitted.
struct BoardFile: Decodable, Sendable {
  var name: String
  var buzzer: Wiring.Switch?
  var vibration: Wiring.Motor?
  var speaker: Wiring.Speaker?
  var display: Wiring.Display?
  var lamp: Wiring.Switch?
  var camera: Wiring.Camera?
  var light: Wiring.Light?
  var room: Wiring.Room?
  var power: Wiring.Power?
  var button: Wiring.Button?

  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["name"] + DeviceRole.allCases.map(\.rawValue))
    name = try fields.text("name")
    buzzer = try fields.optional("buzzer")
    vibration = try fields.optional("vibration")
    speaker = try fields.optional("speaker")
    display = try fields.optional("display")
    lamp = try fields.optional("lamp")
    camera = try fields.optional("camera")
    light = try fields.optional("light")
    room = try fields.optional("room")
    power = try fields.optional("power")
    button = try fields.optional("button")
    guard buzzer != nil || speaker != nil else {
      throw BoardFileProblem("it has neither a buzzer nor a speaker, so no alarm could be heard", at: [])
    }
    if let (pin, roles) = sharedPin {
      throw BoardFileProblem("the \(roles.joined(separator: " and the ")) cannot share \(pin)", at: [])
    }
  }

  /// What is left of a broken board file: the buzzer, or else the speaker, and the camera; nil: neither sounder.
  ///
  /// Each is read by itself, so that a mistake elsewhere in the file does not take it away.
  static func essentials(of text: [UInt8]) throws(BoardFileProblem) -> BoardFile {
    // A number that the reader traps at takes no more away than its own device.
    BoardFile(try JSON5File.read(Essentials.self, from: text, malformedNumbersAsNull: true))
  }

  private init(_ essentials: Essentials) {
    name = "minimal"
    buzzer = essentials.buzzer
    speaker = essentials.buzzer == nil ? essentials.speaker : nil
    camera = essentials.camera
  }

  private struct Essentials: Decodable {
    var buzzer: Wiring.Switch?
    var speaker: Wiring.Speaker?
    var camera: Wiring.Camera?

    enum CodingKeys: CodingKey { case buzzer, speaker, camera }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      func readable<Value: Decodable>(_ key: CodingKeys) -> Value? {
        // What cannot be read is done without; the full start has said what is wrong with it.
        do { return try fields.decodeIfPresent(Value.self, forKey: key) } catch { return nil }
      }
      buzzer = readable(.buzzer)
      speaker = readable(.speaker)
      camera = readable(.camera)
      guard buzzer != nil || speaker != nil else {
        throw BoardFileProblem("it has neither a buzzer nor a speaker that can be understood", at: [])
      }
    }
  }

  /// The board that `--board mock` means: every device a mock.
  static let mock = """
    {
      name: "mock",
      buzzer: { driver: "mock" },
      vibration: { driver: "mock", duty: { light: 0.4, medium: 0.7, strong: 1 } },
      speaker: { driver: "mock" },
      display: { driver: "mock" },
      lamp: { driver: "mock" },
      camera: { driver: "mock" },
      light: { driver: "mock" },
      room: { driver: "mock" },
      power: { driver: "mock" },
      button: { driver: "mock" },
    }
    """

  /// Reads JSON5 text.
  static func parse(_ text: [UInt8]) throws(BoardFileProblem) -> BoardFile {
    try JSON5File.read(BoardFile.self, from: text)
  }

  /// No real device is driven.
  var isMock: Bool { mocks.allSatisfy(\.self) }
  var hasMock: Bool { mocks.contains(true) }

  private var mocks: [Bool] {
    var mocks = switches.map { $0.output == .mock }
    if let speaker { mocks.append(speaker == .mock) }
    if let display { mocks.append(display.isMock) }
    if let camera { mocks.append(camera == .mock) }
    if let light { mocks.append(light == .mock) }
    if let room { mocks.append(room == .mock) }
    if let power { mocks.append(power == .mock) }
    if let button { mocks.append(button == .mock) }
    return mocks
  }

  private var switches: [(role: DeviceRole, output: Wiring.Switch)] {
    [(DeviceRole.buzzer, buzzer), (.vibration, vibration?.output), (.lamp, lamp)].compactMap { role, output in
      output.map { (role, $0) }
    }
  }

  /// A line or a channel that two devices are said to have.
  private var sharedPin: (pin: String, roles: [String])? {
    var pins = lines.map { (role: $0.role, pin: $0.wiring.pin) }
    for user in switches {
      if case .pwm(let channel) = user.output {
        pins.append((user.role, "channel \(channel.channel) of \(channel.device)"))
      }
    }
    let users = Dictionary(grouping: pins, by: \.pin)
    return users.first { $0.value.count > 1 }.map { ($0.key, $0.value.map(\.role.rawValue)) }
  }
}

extension BoardFile {
  /// All GPIO lines in the file.
  private var lines: [BoardNeeds.Line] {
    var lines = switches.compactMap { user -> BoardNeeds.Line? in
      if case .line(let line) = user.output { BoardNeeds.Line(role: user.role, wiring: line) } else { nil }
    }
    lines += (display?.lines ?? []).map { BoardNeeds.Line(role: .display, wiring: $0) }
    if case .line(let line, _)? = button { lines.append(BoardNeeds.Line(role: .button, wiring: line)) }
    return lines
  }
}

/// What a board asks of the kernel that does not find itself, as USB does.
struct BoardNeeds: Sendable {
  /// A GPIO line that a device has.
  struct Line: Sendable {
    var role: DeviceRole
    var wiring: GPIOLine
  }

  /// The display's I2C bus.
  var bus: String?
  var channels: [DeviceRole: PWMChannel] = [:]
  /// An output or the display is on a GPIO line.
  var hasLines = false
  var lines: [Line] = []
}

extension BoardFile {
  var needs: BoardNeeds {
    var needs = BoardNeeds()
    needs.lines = lines
    if case .ht16k33(let bus, _, _)? = display { needs.bus = bus }
    needs.hasLines = lines.contains { $0.role != .button }
    for (role, output) in switches {
      switch output {
      case .pwm(let channel): needs.channels[role] = channel
      case .line, .mock: break
      }
    }
    return needs
  }

  /// What the board is likely to suffer from, though nothing is wrong with the file.
  var warnings: [String] {
    let missing = camera == nil ? ["it has no camera, so that no card can end a ring before `silence-after`"] : []
    return missing + collisions
  }

  private var collisions: [String] {
    guard case .alsa(let card)? = speaker, let id = card.cardID else { return [] }
    var warnings: [String] = []
    for (role, output) in switches {
      switch output {
      case .pwm(let channel) where Self.analogueCards.contains(id) && channel.isOfBroadcomChip:
        warnings.append(
          "the \(role.rawValue) and the headphone jack share PWM \(channel.channel): on a Raspberry Pi one disturbs "
            + "the other; use a USB or I2S sound card, or a GPIO line for the \(role.rawValue)")
      case .line(let line) where Self.looksLikeI2S(id) && line.isOfI2S:
        warnings.append(
          "the \(role.rawValue) is on a line of I2S (GPIO 18 to 21), which the sound card \(id) is likely to use"
        )
      default: break
      }
    }
    return warnings
  }

  /// The names of a Raspberry Pi's own analogue output, made from PWM 0 and 1.
  private static let analogueCards: Set = ["Headphones", "ALSA", "b1"]

  private static func looksLikeI2S(_ card: String) -> Bool {
    card.hasPrefix("sndrpi") || card.hasPrefix("MAX98357A") || card.hasPrefix("IQaudIO")
  }
}

extension PWMChannel {
  fileprivate var isOfBroadcomChip: Bool { device.hasSuffix("20c000.pwm") && (0...1).contains(channel) }
}

extension GPIOLine {
  fileprivate var isOfI2S: Bool {
    switch line {
    case .offset(let offset): chip.hasPrefix("pinctrl-") && (18...21).contains(offset)
    case .name(let name): ["GPIO18", "GPIO19", "GPIO20", "GPIO21"].contains(name)
    }
  }
}

extension GPIOLine {
  /// What makes it unlike the others on the board, as far as the file tells.
  fileprivate var pin: String {
    switch line {
    case .offset(let offset): "line \(offset) of \(chip)"
    case .name(let name): "line \(name) of \(chip)"
    }
  }
}
