import FoundationEssentials
import Hardware

/// A frame kept to find out why a card was not read during a ring. Codes that were read in it, or in frames near it in
/// time, are covered with gray.
public struct EvidenceReport: Hashable, Sendable {
  /// Sent as base64.
  public var png: Data
  /// Milliseconds from the frame to the release of the camera.
  public var age: Int
  /// The mean gray of the whole frame, from 0 (black) to 255 (white).
  public var brightness: Int
  /// The reason why a code could not be read, if known.
  public var obstacle: ReadingObstacle?
  /// Whether a code was in view that was not read.
  public var isCodeInView: Bool
  /// The passes that read a code in the frame during the ring.
  public var passes: [String]
  public var covered: Int

  public init(
    png: [UInt8], age: Int, brightness: Int, obstacle: ReadingObstacle?, isCodeInView: Bool, passes: [String],
    covered: Int
  ) {
    self.png = Data(png)
    self.age = age
    self.brightness = brightness
    self.obstacle = obstacle
    self.isCodeInView = isCodeInView
    self.passes = passes
    self.covered = covered
  }

  /// The maximum number of frames per use of the camera.
  public static let mostFrames = 15
  /// The maximum size of a PNG in bytes. A frame of pure noise takes 310,000.
  public static let mostBytes = 1 << 19
}

extension EvidenceReport: Codable {
  /// The report ends up in files, so only values that are possible for a frame are accepted.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func check(_ isGood: Bool, _ key: CodingKeys) throws {
      guard isGood else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "it is not that of a frame")
      }
    }
    png = try values.decode(Data.self, forKey: .png)
    try check(png.starts(with: Self.signature) && png.count <= Self.mostBytes, .png)
    age = try values.decode(Int.self, forKey: .age)
    try check((0...Self.oldest).contains(age), .age)
    brightness = try values.decode(Int.self, forKey: .brightness)
    try check((0...255).contains(brightness), .brightness)
    obstacle = try values.decodeIfPresent(String.self, forKey: .obstacle).flatMap(ReadingObstacle.init)
    isCodeInView = try values.decode(Bool.self, forKey: .isCodeInView)
    passes = try values.decode([String].self, forKey: .passes)
    try check(passes.count <= 64 && passes.allSatisfy(Self.isName), .passes)
    covered = try values.decode(Int.self, forKey: .covered)
    try check((0...1000).contains(covered), .covered)
  }

  /// The first bytes of a PNG (PNG, section 5.2).
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Milliseconds: one day, longer than any ring.
  private static let oldest = 86_400_000

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
  }
}
