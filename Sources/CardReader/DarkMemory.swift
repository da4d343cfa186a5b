import Hardware

/// The latest dark frames of live video. Their mean shows codes that no single frame shows.
struct DarkMemory {
  private var frames: [GrayFrame] = []
  private var sinceMean = 0

  /// The mean gray below which noise hides codes.
  private static let dark = 70
  private static let most = 8
  /// Frames between two means: making and reading one takes as long as several frames.
  private static let interval = 5
  /// After this many frames a mean is made in any case, to come within the cycle of all passes, which a ring relies on.
  static let longest = 15

  /// Adds a frame; returns the mean of the latest if it is due. `isTime` is whether the camera would not have to wait.
  mutating func mean(with frame: GrayFrame, brightness: Int, isTime: Bool) -> GrayFrame? {
    guard brightness < Self.dark else {
      frames = []
      return nil
    }
    if frames.count == Self.most { frames.removeFirst() }
    frames.append(frame)
    sinceMean += 1
    guard frames.count >= Self.interval, sinceMean >= (isTime ? Self.interval : Self.longest) else { return nil }
    sinceMean = 0
    return AlignedMean.of(frames[...])
  }
}
