import Hardware

extension CodeReport {
  /// The estimated pixels per module on the shortest side, for the payload's smallest code in byte mode with level M.
  public var pixelsPerModule: Double {
    let corners = outline.corners.map { point in
      (x: Double(point.x * GrayFrame.cameraWidth) / 1000, y: Double(point.y * GrayFrame.cameraHeight) / 1000)
    }
    let sides = corners.indices.map { index in
      let (one, next) = (corners[index], corners[(index + 1) % corners.count])
      return ((one.x - next.x) * (one.x - next.x) + (one.y - next.y) * (one.y - next.y)).squareRoot()
    }
    return (sides.min() ?? 0) / Double(Self.modules(of: payload.count))
  }

  /// Returns the modules per side of the smallest code for this many bytes.
  static func modules(of count: Int) -> Int {
    let version = capacities.firstIndex { count <= $0 }.map { $0 + 1 } ?? capacities.count + 1
    return 17 + 4 * version
  }

  /// Bytes that fit into a code of level M, from version 1 (ISO/IEC 18004, table 7).
  private static let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
}
