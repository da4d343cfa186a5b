import Hardware

/// One way of conditioning a frame before libzbar looks at it.
///
/// libzbar compares each line with a mean over a wide window at a fixed offset of three grey levels, so it misses dim and
/// flat pictures and never reads light-on-dark codes. A black-and-white picture of the local contrast is what it likes.
public enum Pass: String, CaseIterable, Hashable, Sendable, Codable {
  /// The frame as it is.
  case raw
  /// Smoothed a little, thresholded over 31 pixels: the best single pass, cheaper than `raw`.
  case threshold31
  /// For codes that are light on dark.
  case inverted
  /// Unsmoothed, over 15 pixels: small, blurred and half-covered codes.
  case threshold15
  /// Half size, turned by 45 degrees: grainy and tilted codes.
  case halfTurned
  /// Turned by 45 degrees, smoothed more, thresholded over 41 pixels: the darkest frames.
  case turnedThreshold41

  func condition(_ raster: Raster) -> Raster {
    switch self {
    case .raw:
      raster
    case .threshold31:
      Smoothed(raster, by: .three).thresholded(window: 31)
    case .inverted:
      raster.inverted()
    case .threshold15:
      Smoothed(raster, by: .one).thresholded(window: 15)
    case .halfTurned:
      raster.halved().rotated45()
    case .turnedThreshold41:
      Smoothed(raster.rotated45(), by: .five).thresholded(window: 41)
    }
  }

  /// An outline in the conditioned picture of `raster`, as it lies in `raster`.
  func outline(_ outline: Outline, in raster: Raster) -> Outline {
    switch self {
    case .raw, .threshold31, .inverted, .threshold15:
      outline
    case .halfTurned:
      outline.mapped { point in
        let half = Raster.turnedBack(point, width: raster.width / 2, height: raster.height / 2)
        return FramePoint(x: half.x * 2, y: half.y * 2)
      }
    case .turnedThreshold41:
      outline.mapped { Raster.turnedBack($0, width: raster.width, height: raster.height) }
    }
  }
}

extension Outline {
  fileprivate func mapped(_ transform: (FramePoint) -> FramePoint) -> Outline {
    Outline(
      topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft))
  }
}
