import FoundationEssentials

/// A board file: JSON5, which devices the board has and how they are reached. A device left out is not fitted.
struct BoardFile: Decodable, Sendable {
  var name: String
  var buzzer: Device?
  var vibration: Motor?
  var speaker: Device?
  var display: Device?
  var lamp: Device?
  var camera: Device?

  /// How a device is driven.
  enum Driver: String, CaseIterable, Decodable, Sendable {
    case mock
  }

  struct Device: Decodable, Sendable {
    var driver: Driver

    init(from decoder: any Decoder) throws {
      let container = try decoder.strictContainer(keyedBy: Key.self)
      driver = try container.decodeDriver(forKey: .driver)
    }

    enum Key: String, CodingKey, CaseIterable { case driver }
  }

  struct Motor: Decodable, Sendable {
    var driver: Driver
    var duty: Duty

    init(from decoder: any Decoder) throws {
      let container = try decoder.strictContainer(keyedBy: Key.self)
      driver = try container.decodeDriver(forKey: .driver)
      duty = try container.decodeIfPresent(Duty.self, forKey: .duty) ?? Duty()
    }

    enum Key: String, CodingKey, CaseIterable { case driver, duty }
  }

  /// The share of the PWM period that each level means, 0…1.
  struct Duty: Decodable, Sendable {
    var light = 0.4
    var medium = 0.7
    var strong = 1.0

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.strictContainer(keyedBy: Key.self)
      light = try container.decodeIfPresent(Double.self, forKey: .light) ?? light
      medium = try container.decodeIfPresent(Double.self, forKey: .medium) ?? medium
      strong = try container.decodeIfPresent(Double.self, forKey: .strong) ?? strong
      guard 0 < light, light <= medium, medium <= strong, strong <= 1 else {
        throw BoardFileProblem("the duties have to rise: 0 < light <= medium <= strong <= 1", at: container.codingPath)
      }
    }

    enum Key: String, CodingKey, CaseIterable { case light, medium, strong }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.strictContainer(keyedBy: Key.self)
    name = try container.decode(String.self, forKey: .name)
    buzzer = try container.decodeIfPresent(Device.self, forKey: .buzzer)
    vibration = try container.decodeIfPresent(Motor.self, forKey: .vibration)
    speaker = try container.decodeIfPresent(Device.self, forKey: .speaker)
    display = try container.decodeIfPresent(Device.self, forKey: .display)
    lamp = try container.decodeIfPresent(Device.self, forKey: .lamp)
    camera = try container.decodeIfPresent(Device.self, forKey: .camera)
    guard buzzer != nil || speaker != nil else {
      throw BoardFileProblem("it has neither a buzzer nor a speaker, so no alarm could be heard", at: [])
    }
  }

  enum Key: String, CodingKey, CaseIterable {
    case name, buzzer, vibration, speaker, display, lamp, camera
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
    }
    """

  /// Reads JSON5 text. `path` is for messages.
  static func parse(_ text: [UInt8], path: String) throws(BoardFileProblem) -> BoardFile {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(BoardFile.self, from: Data(text))
    } catch {
      throw BoardFileProblem(error)
    }
  }
}

/// What is wrong with a board file.
struct BoardFileProblem: Error, CustomStringConvertible {
  var description: String

  init(_ description: String, at path: [any CodingKey]) {
    let place = path.map(\.stringValue).joined(separator: ".")
    self.description = place.isEmpty ? description : "\(place): \(description)"
  }

  init(_ error: any Error) {
    switch error {
    case let problem as BoardFileProblem: self = problem
    case DecodingError.keyNotFound(let key, let context):
      self.init("`\(key.stringValue)` is missing", at: context.codingPath)
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("this value is of the wrong type", at: context.codingPath)
    case DecodingError.dataCorrupted(let context):
      let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      self.init("it is not JSON5: \(reason)", at: context.codingPath)
    default: self.init("\(error)", at: [])
    }
  }
}

extension Decoder {
  /// A container that refuses keys it does not know, by name: a misspelt key must not be ignored.
  fileprivate func strictContainer<Key: CodingKey & CaseIterable>(
    keyedBy: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let known = Set(Key.allCases.map(\.stringValue))
    let given = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    if let unknown = given.sorted().first(where: { !known.contains($0) }) {
      throw BoardFileProblem(
        "there is no key `\(unknown)`; the keys here are: \(Key.allCases.map(\.stringValue).joined(separator: ", "))",
        at: codingPath)
    }
    return try container(keyedBy: Key.self)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeDriver(forKey key: Key) throws -> BoardFile.Driver {
    let name = try decode(String.self, forKey: key)
    guard let driver = BoardFile.Driver(rawValue: name) else {
      let known = BoardFile.Driver.allCases.map(\.rawValue).joined(separator: ", ")
      throw BoardFileProblem("there is no driver `\(name)`; this version has: \(known)", at: codingPath + [key])
    }
    return driver
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
