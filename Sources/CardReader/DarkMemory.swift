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

  /// Takes the next frame; the mean of the last ones, when it is due.
  mutating func mean(with frame: GrayFrame, brightness: Int) -> GrayFrame? {
    guard brightness < Self.dark else {
      frames = []
      return nil
    }
    if frames.count == Self.most { frames.removeFirst() }
    frames.append(frame)
    sinceMean += 1
    guard frames.count >= Self.interval, sinceMean >= Self.interval else { return nil }
    sinceMean = 0
    return AlignedMean.of(frames[...])
  }
}
