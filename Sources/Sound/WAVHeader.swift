/// The header of a prepared sound: a WAV file with one `fmt ` and one `data` chunk, 16-bit mono PCM at 48 kHz.
public struct WAVHeader: Hashable, Sendable {
  /// In bytes.
  public static let length = 44
  public static let bytesPerFrame = 2

  /// The number of samples that follow, 1…`mostFrames`.
  public let frames: Int

  static let mostFrames = Int(SoundPreparation.longest) * SoundPreparation.rate

  /// `nil` for no samples, or more than a prepared sound may have.
  public init?(frames: Int) {
    guard (1...Self.mostFrames).contains(frames) else { return nil }
    self.frames = frames
  }

  /// `nil` unless the bytes equal those that `bytes` gives for this many samples.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    let size = bytes[40...].reversed().reduce(0) { $0 << 8 | Int($1) }
    self.init(frames: size / Self.bytesPerFrame)
    guard self.bytes == bytes else { return nil }
  }

  public var fileSize: Int { Self.length + frames * Self.bytesPerFrame }

  public var bytes: [UInt8] {
    let rate = SoundPreparation.rate
    return Array("RIFF".utf8) + Self.number(fileSize - 8, bytes: 4) + Array("WAVEfmt ".utf8)
      + Self.number(16, bytes: 4)  // of the `fmt ` chunk
      + Self.number(1, bytes: 2)  // PCM
      + Self.number(1, bytes: 2)  // channels
      + Self.number(rate, bytes: 4) + Self.number(rate * Self.bytesPerFrame, bytes: 4)
      + Self.number(Self.bytesPerFrame, bytes: 2) + Self.number(8 * Self.bytesPerFrame, bytes: 2)
      + Array("data".utf8) + Self.number(frames * Self.bytesPerFrame, bytes: 4)
  }

  private static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
