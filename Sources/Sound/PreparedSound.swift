import Glibc

/// The endless samples of a sound prepared by `rouse-sound`, read from its file a few kilobytes at a time. Reading may
/// block as long as the disk does.
///
/// The file is not mapped into memory, because a file that shrinks during playback would crash the process.
public struct PreparedSound {
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// An errno value.
    case unreadable(Int32)
    /// The file is not, or no longer, what `rouse-sound` wrote.
    case damaged

    public var description: String {
      switch self {
      case .unreadable(let code): "it cannot be read: \(String(cString: strerror(code)))"
      case .damaged: "its prepared copy is damaged"
      }
    }
  }

  private let file: OpenFile
  private let frames: Int
  private let rate: Int

  /// Decoded samples; those before `used` have been consumed.
  private var block: [Float] = []
  private var used = 0
  /// Where the block ends in the file, in frames.
  private var position = 0
  /// Four consecutive samples. The next output lies between the middle two.
  private var window: (Float, Float, Float, Float) = (0, 0, 0, 0)
  /// The distance from the second sample, in units of 1/`rate` of the way to the third.
  private var phase = 0

  /// - Parameter rate: frames per second of the device, more than 0.
  public init(path: String, rate: Int) throws(Failure) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard number >= 0 else { throw .unreadable(errno) }
    try self.init(descriptor: number, rate: rate)
  }

  /// Takes ownership of an open descriptor.
  init(descriptor: Int32, rate: Int) throws(Failure) {
    precondition(rate > 0)
    file = OpenFile(descriptor)
    self.rate = rate
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG,
      let header = WAVHeader(try file.bytes(WAVHeader.length, at: 0)), Int(status.st_size) == header.fileSize
    else { throw .damaged }
    frames = header.frames
    let first = try nextFrame()
    window = (first, first, try nextFrame(), try nextFrame())
  }

  public mutating func next(_ count: Int) throws(Failure) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(count)
    for _ in 0..<count {
      samples.append(interpolated)
      phase += SoundPreparation.rate
      while phase >= rate {
        phase -= rate
        window = (window.1, window.2, window.3, try nextFrame())
      }
    }
    return samples
  }

  /// At a device rate of 48 kHz, this is the second sample itself.
  private var interpolated: Float { CubicCurve.value(window, at: Float(phase) / Float(rate)) }

  private mutating func nextFrame() throws(Failure) -> Float {
    if used == block.count { try readBlock() }
    defer { used += 1 }
    return block[used]
  }

  private mutating func readBlock() throws(Failure) {
    if position == frames { position = 0 }
    let count = min(Self.blockFrames, frames - position)
    let offset = WAVHeader.length + position * WAVHeader.bytesPerFrame
    let bytes = try file.bytes(count * WAVHeader.bytesPerFrame, at: offset)
    block = (0..<count).map { index in
      Float(Int16(truncatingIfNeeded: Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8)) / 32768
    }
    used = 0
    position += count
  }

  private static let blockFrames = 4096
}

private final class OpenFile: Sendable {
  private let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Throws `damaged` if the file ends early.
  func bytes(_ count: Int, at offset: Int) throws(PreparedSound.Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    while length < count {
      let step = bytes.withUnsafeMutableBytes {
        pread(number, $0.baseAddress.map { $0 + length }, count - length, off_t(offset + length))
      }
      if step > 0 {
        length += step
      } else if step == 0 {
        throw .damaged
      } else if errno != EINTR {
        throw .unreadable(errno)
      }
    }
    return bytes
  }
}
