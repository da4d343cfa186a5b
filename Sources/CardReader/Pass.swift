import Hardware

/// One way of looking at a frame. libzbar reads the code in each: in the whole frame, conditioned, or in a drawing of a code
/// that was found in it.
///
/// libzbar compares each line with a mean over a wide window at a fixed offset of three grey levels, so it misses dim and
/// flat pictures and never reads light-on-dark codes. A black-and-white picture of the local contrast is what it likes.
public enum Pass: String, CaseIterable, Hashable, Sendable, Codable {
  /// Codes are located in the frame thresholded over 15 pixels, at three sizes, and drawn anew: blurred, tilted,
  /// half-covered and inverted codes.
  case redrawn15
  /// As `redrawn15`, thresholded over 31 pixels: smaller and grainier codes.
  case redrawn31
  /// As `redrawn15`, smoothed more, thresholded over 21 pixels: the darkest frames.
  case redrawn21
  /// As `redrawn31`, in the frame at double size: codes so far away that their modules take two pixels.
  case redrawnDouble
  case raw
  /// Smoothed a little, thresholded over 31 pixels: the best single pass over whole frames, cheaper than `raw`.
  case threshold31
  /// Unsmoothed, over 15 pixels: small, blurred and half-covered codes.
  case threshold15
  /// Half size, turned by 45 degrees: grainy and tilted codes.
  case halfTurned
  /// For codes that are light on dark.
  case inverted

  /// Whether it hands the whole frame at its full size to libzbar.
  var scansEveryPixel: Bool {
    switch self {
    case .raw, .threshold31, .threshold15, .inverted: true
    case .redrawn15, .redrawn31, .redrawn21, .redrawnDouble, .halfTurned: false
    }
  }

  static let recipe31 = Level.Recipe(kernel: .three, window: 31)
  static let recipe15 = Level.Recipe(kernel: .three, window: 15)
  static let recipe21 = Level.Recipe(kernel: .five, window: 21)

  /// An outline in the conditioned picture of `raster`, as it lies in `raster`.
  func outline(_ outline: Outline, in raster: Raster) -> Outline {
    guard self == .halfTurned else { return outline }
    func back(_ point: FramePoint) -> FramePoint {
      let half = Raster.turnedBack(point, width: raster.width / 2, height: raster.height / 2)
      return FramePoint(x: half.x * 2, y: half.y * 2)
    }
    return Outline(
      topLeft: back(outline.topLeft), topRight: back(outline.topRight), bottomRight: back(outline.bottomRight),
      bottomLeft: back(outline.bottomLeft))
  }
}
