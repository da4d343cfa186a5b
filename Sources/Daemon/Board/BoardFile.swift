import Hardware
import JSON5Files
import LinuxHardware

typealias BoardFileProblem = FileProblem

/// A JSON5 file that says which devices a board has and how to reach them. A device left out is not fitted.
struct BoardFile: Decodable, Sendable {
  var name: String
  private(set) var wiring: [DeviceRole: any DeviceWiring] = [:]

  var vibration: Wiring.Motor? { wiring[.vibration] as? Wiring.Motor }
  var speaker: Wiring.Speaker? { wiring[.speaker] as? Wiring.Speaker }
  var display: Wiring.Display? { wiring[.display] as? Wiring.Display }

  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, known: ["name"] + DeviceRole.allCases.map(\.rawValue))
    name = try fields.text("name")
    for role in DeviceRole.allCases { wiring[role] = try fields.wiring(of: role) }
    guard wiring[.buzzer] != nil || wiring[.speaker] != nil else {
      throw BoardFileProblem("it has neither a buzzer nor a speaker, so no alarm could be heard", at: [])
    }
    if let (pin, roles) = sharedPin {
      throw BoardFileProblem("the \(roles.joined(separator: " and the ")) cannot share \(pin)", at: [])
    }
  }

  /// Reads the buzzer, or else the speaker, and the camera from a broken file. Throws if both sounders are missing.
  static func essentials(of text: [UInt8]) throws(BoardFileProblem) -> BoardFile {
    // The reader would trap at a malformed number, which must affect only its own device.
    BoardFile(try JSON5File.read(Essentials.self, from: text, malformedNumbersAsNull: true))
  }

  private init(_ essentials: Essentials) {
    name = "minimal"
    wiring = essentials.wiring
  }

  private struct Essentials: Decodable {
    var wiring: [DeviceRole: any DeviceWiring] = [:]

    init(from decoder: any Decoder) throws {
      let fields = try Fields(decoder)
      for role in [DeviceRole.buzzer, .speaker, .camera] where role != .speaker || wiring[.buzzer] == nil {
        // A device that cannot be read is left out. The full start has reported why.
        do { wiring[role] = try fields.wiring(of: role) } catch { continue }
      }
      guard wiring[.buzzer] != nil || wiring[.speaker] != nil else {
        throw BoardFileProblem("it has neither a buzzer nor a speaker that can be understood", at: [])
      }
    }
  }

  /// The board file for `--board mock`.
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

  static func parse(_ text: [UInt8]) throws(BoardFileProblem) -> BoardFile {
    try JSON5File.read(BoardFile.self, from: text)
  }

  var isMock: Bool { wiring.values.allSatisfy(\.isMock) }
  var hasMock: Bool { wiring.values.contains(where: \.isMock) }

  private var pinned: [(role: DeviceRole, wiring: any DeviceWiring)] {
    [DeviceRole.buzzer, .vibration, .lamp, .display, .button].compactMap { role in wiring[role].map { (role, $0) } }
  }

  private var sharedPin: (pin: String, roles: [String])? {
    let lines = needs.lines.map { (role: $0.role, pin: $0.wiring.pin) }
    let channels = pinned.compactMap { role, wiring in
      wiring.channel.map { (role: role, pin: "channel \($0.channel) of \($0.device)") }
    }
    let users = Dictionary(grouping: lines + channels, by: \.pin)
    return users.first { $0.value.count > 1 }.map { ($0.key, $0.value.map(\.role.rawValue)) }
  }
}

extension Fields {
  fileprivate func wiring(of role: DeviceRole) throws -> (any DeviceWiring)? {
    func read<Value: DeviceWiring>(_ type: Value.Type) throws -> (any DeviceWiring)? {
      try optional(role.rawValue, as: type)
    }
    return try read(role.wiring)
  }
}

/// The things a board needs from the kernel that are not detected automatically, as USB devices are.
struct BoardNeeds: Sendable {
  struct Line: Sendable {
    var role: DeviceRole
    var wiring: GPIOLine
  }

  /// The display's I2C bus.
  var bus: String?
  var channels: [DeviceRole: PWMChannel] = [:]
  /// Whether an output or the display uses a GPIO line.
  var hasLines = false
  var lines: [Line] = []
}

extension BoardFile {
  var needs: BoardNeeds {
    var needs = BoardNeeds()
    for (role, wiring) in pinned {
      needs.lines += wiring.lines.map { BoardNeeds.Line(role: role, wiring: $0) }
      needs.channels[role] = wiring.channel
    }
    if case .ht16k33(let bus, _, _)? = display { needs.bus = bus }
    needs.hasLines = needs.lines.contains { $0.role != .button }
    return needs
  }

  var warnings: [String] {
    let noCamera = "it has no camera, so that no card can end a ring before `silence-after`"
    return (wiring[.camera] == nil ? [noCamera] : []) + collisions
  }

  private var collisions: [String] {
    guard case .alsa(let card)? = speaker, let id = card.cardID else { return [] }
    var warnings: [String] = []
    for (role, wiring) in pinned where [.buzzer, .vibration, .lamp].contains(role) {
      if let channel = wiring.channel, Self.analogueCards.contains(id),
        channel.device.hasSuffix("20c000.pwm"), (0...1).contains(channel.channel)
      {
        warnings.append(
          "the \(role.rawValue) and the headphone jack share PWM \(channel.channel): on a Raspberry Pi one disturbs "
            + "the other; use a USB or I2S sound card, or a GPIO line for the \(role.rawValue)")
      }
      if Self.looksLikeI2S(id), wiring.lines.contains(where: \.isOfI2S) {
        warnings.append(
          "the \(role.rawValue) is on a line of I2S (GPIO 18 to 21), which the sound card \(id) is likely to use")
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

extension GPIOLine {
  fileprivate var isOfI2S: Bool {
    switch line {
    case .offset(let offset): chip.hasPrefix("pinctrl-") && (18...21).contains(offset)
    case .name(let name): ["GPIO18", "GPIO19", "GPIO20", "GPIO21"].contains(name)
    }
  }

  fileprivate var pin: String {
    switch line {
    case .offset(let offset): "line \(offset) of \(chip)"
    case .name(let name): "line \(name) of \(chip)"
    }
  }
}
