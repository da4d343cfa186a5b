import FoundationEssentials
import Hardware

extension ScanReport: Codable {
  private enum Key: CodingKey {
    case opened, failed, frame, closed, evidence
  }

  private struct Nothing: Codable {}

  private struct AnyKind: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch values.allKeys {
    case [.opened]: self = .opened(try values.decode(OpenedReport.self, forKey: .opened))
    case [.failed]: self = .failed(try values.decode(HardwareError.self, forKey: .failed))
    case [.frame]: self = .frame(try values.decode(FrameReport.self, forKey: .frame))
    case [.closed]:
      _ = try values.decode(Nothing.self, forKey: .closed)
      self = .closed
    case [.evidence]: self = .evidence(try values.decode(EvidenceReport.self, forKey: .evidence))
    case []:
      // Chooses the first name alphabetically, so that the result is always the same.
      guard let name = try decoder.container(keyedBy: AnyKind.self).allKeys.map(\.stringValue).min() else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "it is empty"))
      }
      throw UnknownKind(name: name)
    default:
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "more than one of opened, failed, frame, closed, evidence"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .opened(let report): try values.encode(report, forKey: .opened)
    case .failed(let error): try values.encode(error, forKey: .failed)
    case .frame(let frame): try values.encode(frame, forKey: .frame)
    case .closed: try values.encode(Nothing(), forKey: .closed)
    case .evidence(let report): try values.encode(report, forKey: .evidence)
    }
  }
}

extension FrameReport: Codable {
  private enum Key: CodingKey {
    case number, brightness, codes, isCodeInView, obstacle, isMoving, backdrop, picture, sharpness
  }

  private struct Picture: Codable {
    var width: Int
    var height: Int
    /// Sent as base64.
    var pixels: Data
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    number = try values.decode(Int.self, forKey: .number)
    brightness = try values.decode(Int.self, forKey: .brightness)
    codes = try values.decode([CodeReport].self, forKey: .codes)
    isCodeInView = try values.decode(Bool.self, forKey: .isCodeInView)
    obstacle = try values.decodeIfPresent(String.self, forKey: .obstacle).flatMap(ReadingObstacle.init)
    isMoving = try values.decodeIfPresent(Bool.self, forKey: .isMoving) ?? false
    let blocks = try values.decodeIfPresent(String.self, forKey: .backdrop)
    backdrop = blocks.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
    sharpness = try values.decodeIfPresent(Int.self, forKey: .sharpness)
    guard values.contains(.picture) else { return }
    let sent = try values.decode(Picture.self, forKey: .picture)
    guard let size = PictureSize(width: sent.width, height: sent.height),
      let frame = GrayFrame(width: size.width, height: size.height, pixels: [UInt8](sent.pixels))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .picture, in: values, debugDescription: "the picture's pixels do not match its size")
    }
    picture = frame
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(number, forKey: .number)
    try values.encode(brightness, forKey: .brightness)
    try values.encode(codes, forKey: .codes)
    try values.encode(isCodeInView, forKey: .isCodeInView)
    try values.encodeIfPresent(obstacle, forKey: .obstacle)
    if isMoving { try values.encode(true, forKey: .isMoving) }
    if !backdrop.isEmpty { try values.encode(Data(backdrop).base64EncodedString(), forKey: .backdrop) }
    try values.encodeIfPresent(sharpness, forKey: .sharpness)
    let sent = picture.map { Picture(width: $0.width, height: $0.height, pixels: Data($0.pixels)) }
    try values.encodeIfPresent(sent, forKey: .picture)
  }
}

extension CodeReport: Codable {
  private enum Key: CodingKey {
    case payload, outline, glows
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    guard let payload = Hexadecimal.bytes(try values.decode(String.self, forKey: .payload)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .payload, in: values, debugDescription: "a payload is not hexadecimal")
    }
    let sides = try values.decode([Int].self, forKey: .outline)
    guard sides.count == 8 else {
      throw DecodingError.dataCorruptedError(
        forKey: .outline, in: values, debugDescription: "an outline has four corners")
    }
    func corner(_ index: Int) -> FramePoint { FramePoint(x: sides[2 * index], y: sides[2 * index + 1]) }
    self.init(
      payload: payload, outline: Outline(corners: (0..<4).map(corner)),
      glows: try values.decode(Bool.self, forKey: .glows))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Hexadecimal.text(payload), forKey: .payload)
    try values.encode(outline.corners.flatMap { [$0.x, $0.y] }, forKey: .outline)
    try values.encode(glows, forKey: .glows)
  }
}
