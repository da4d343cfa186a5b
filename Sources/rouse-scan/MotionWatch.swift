import Hardware

/// Detects motion in front of the camera, also in the dark, by comparing the mean grays of blocks to those of the last
/// second.
///
/// Pixel noise hardly affects a block's mean. If all blocks change by the same factor, the exposure changed or somebody
/// switched on a light. Daylight changes too slowly to count.
struct MotionWatch {
  private static let columns = 16
  private static let rows = 12
  /// A block counts as changed if its mean differs by more than this, in grays of 0…255, and by more than this share.
  private static let leastChange: Float = 2
  private static let leastShare: Float = 0.1
  /// Fewer blocks are noise; more are a change of light.
  private static let movingBlocks = 3...(columns * rows * 3 / 4)
  /// The common factor of all blocks that still counts as the same exposure. Otherwise the comparison starts over.
  private static let steadyGain: ClosedRange<Float> = 0.9...1.1
  /// A single frame may be damaged.
  private static let leastFrames = 2
  /// The weight of a new frame in the mean of the last second, at 15 frames a second.
  private static let freshness: Float = 0.1

  private var usual: [Float] = []
  private var movingFrames = 0
  /// The mean grays of the last frame's blocks, row by row; empty if the frame has fewer pixels than blocks.
  private(set) var blocks: [UInt8] = []

  mutating func look(at frame: GrayFrame) -> Bool {
    let means = Self.blockMeans(of: frame)
    blocks = means.map { UInt8($0) }
    let isComparable = usual.count == means.count
    guard isComparable, let gain = Self.gain(from: usual, to: means), Self.steadyGain.contains(gain) else {
      (usual, movingFrames) = (means, 0)
      return false
    }
    let changed = zip(usual, means).count { usual, mean in
      abs(mean - gain * usual) > max(Self.leastChange, Self.leastShare * usual)
    }
    movingFrames = Self.movingBlocks.contains(changed) ? movingFrames + 1 : 0
    for index in usual.indices { usual[index] += Self.freshness * (means[index] - usual[index]) }
    return movingFrames >= Self.leastFrames
  }

  /// Returns the median factor by which blocks became brighter, or `nil` without blocks.
  private static func gain(from usual: [Float], to means: [Float]) -> Float? {
    // Adding one avoids a division by zero for black blocks.
    let factors = zip(usual, means).map { ($1 + 1) / ($0 + 1) }.sorted()
    return factors.isEmpty ? nil : factors[factors.count / 2]
  }

  private static func blockMeans(of frame: GrayFrame) -> [Float] {
    let (width, height) = (frame.width / columns, frame.height / rows)
    guard width > 0, height > 0 else { return [] }
    return frame.pixels.withUnsafeBufferPointer { pixels in
      (0..<columns * rows).map { block in
        let (left, top) = (block % columns * width, block / columns * height)
        var sum = 0
        for y in top..<top + height {
          let row = y * frame.width + left
          for index in row..<row + width { sum &+= Int(pixels[index]) }
        }
        return Float(sum) / Float(width * height)
      }
    }
  }
}
