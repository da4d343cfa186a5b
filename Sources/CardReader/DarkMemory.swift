import Hardware

/// The last frames of live video while it is dark, for their mean: it reads codes that no frame alone shows.
struct DarkMemory {
  private var frames: [GrayFrame] = []
  private var sinceMean = 0

  /// The mean grey below which noise hides codes.
  private static let dark = 70
  private static let most = 8
  /// Frames from one mean to the next: making and reading one takes as long as some frames.
  private static let interval = 5
  /// After so many it is made though there is no time: as every pass, it comes within the cycle that a ring waits for.
  static let longest = 15

  /// Takes the next frame; the mean of the last ones, when it is due.
  ///
  /// - Parameter isTime: whether the camera does not have to wait for it.
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
