import Hardware

extension CodeReport {
  /// How many pixels of the reader's frame a module takes along the code's shortest side. Estimated: the code is taken for
  /// the smallest of its payload, in bytes with the correction level M, as this clock's cards are.
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

  /// Modules a side of the smallest code of so many bytes.
  static func modules(of count: Int) -> Int {
    let version = capacities.firstIndex { count <= $0 }.map { $0 + 1 } ?? capacities.count + 1
    return 17 + 4 * version
  }

  /// Bytes that fit a code of level M, from version 1 on (ISO/IEC 18004, table 7).
  private static let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
}
