import Hardware

/// What `rouse-scan` tells the daemon, one JSON value a line:
/// `{"opened":{}}`, `{"failed":{…}}`, `{"frame":{"number":1,"brightness":90,"payloads":["68690a"]}}`.
public enum ScanReport: Hashable, Sendable {
  /// The camera delivers, or delivers again.
  case opened
  /// The camera refused; it is tried again.
  case failed(HardwareError)
  case frame(FrameReport)
}

/// One frame, looked at.
public struct FrameReport: Hashable, Sendable {
  /// Counts the frames looked at from 1; skipped ones do not count.
  public var number: Int
  /// The mean grey, 0 black … 255 white.
  public var brightness: Int
  /// The codes seen, byte for byte; hexadecimal on the line.
  public var payloads: [[UInt8]]

  public init(number: Int, brightness: Int, payloads: [[UInt8]]) {
    self.number = number
    self.brightness = brightness
    self.payloads = payloads
  }
}

extension ScanReport: Codable {
  private enum Key: CodingKey {
    case opened, failed, frame
  }

  private struct Nothing: Codable {}

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch values.allKeys {
    case [.opened]: self = .opened
    case [.failed]: self = .failed(try values.decode(HardwareError.self, forKey: .failed))
    case [.frame]: self = .frame(try values.decode(FrameReport.self, forKey: .frame))
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not one of opened, failed, frame"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .opened: try values.encode(Nothing(), forKey: .opened)
    case .failed(let error): try values.encode(error, forKey: .failed)
    case .frame(let frame): try values.encode(frame, forKey: .frame)
    }
  }
}

extension FrameReport: Codable {
  private enum Key: CodingKey {
    case number, brightness, payloads
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    number = try values.decode(Int.self, forKey: .number)
    brightness = try values.decode(Int.self, forKey: .brightness)
    payloads = try values.decode([String].self, forKey: .payloads).map { text in
      guard let payload = Hexadecimal.bytes(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .payloads, in: values, debugDescription: "a payload is not hexadecimal")
      }
      return payload
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(number, forKey: .number)
    try values.encode(brightness, forKey: .brightness)
    try values.encode(payloads.map { Hexadecimal.text($0) }, forKey: .payloads)
  }
}
