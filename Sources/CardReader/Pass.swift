import Hardware

/// One way to examine a frame. libzbar reads either the conditioned frame or a drawing of a code located in it.
///
/// libzbar compares each line to a wide mean with a fixed offset of three gray levels. It therefore misses dim and flat
/// pictures, and never reads light-on-dark codes. It works best on a black-and-white picture of the local contrast.
public enum Pass: String, CaseIterable, Hashable, Sendable, Codable {
  /// Redraws codes found at three sizes, thresholded over 15 pixels: for blurred, tilted, covered and inverted ones.
  case redrawn15
  /// Like `redrawn15`, thresholded over 31 pixels: for smaller and noisier codes.
  case redrawn31
  /// Like `redrawn15`, with more smoothing and thresholded over 21 pixels: for the darkest frames.
  case redrawn21
  /// Like `redrawn31`, in the frame at double size: for distant codes with modules of two pixels.
  case redrawnDouble
  case raw
  /// Slightly smoothed, thresholded over 31 pixels: the best single pass over whole frames, and cheaper than `raw`.
  case threshold31
  /// Unsmoothed, thresholded over 15 pixels: for small, blurred and half-covered codes.
  case threshold15
  /// Half size, rotated by 45 degrees: for noisy and tilted codes.
  case halfTurned
  /// For codes that are light on dark.
  case inverted

  /// Whether the pass gives libzbar the whole frame at full size.
  var scansEveryPixel: Bool {
    [.raw, .threshold31, .threshold15, .inverted].contains(self)
  }

  static let recipe31 = Level.Recipe(kernel: .three, window: 31)
  static let recipe15 = Level.Recipe(kernel: .three, window: 15)
  static let recipe21 = Level.Recipe(kernel: .five, window: 21)

  /// Maps an outline from the conditioned picture back to `raster`.
  func outline(_ outline: Outline, in raster: Raster) -> Outline {
    guard self == .halfTurned else { return outline }
    func back(_ point: FramePoint) -> FramePoint {
      let half = Raster.turnedBack(point, width: raster.width / 2, height: raster.height / 2)
      return FramePoint(x: half.x * 2, y: half.y * 2)
    }
    return Outline(corners: outline.corners.map(back))
  }
}
