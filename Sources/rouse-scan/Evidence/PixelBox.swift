import Hardware

/// A rectangle of a frame. Its edges lie on a coarse grid, so that they reveal little about the contents.
struct PixelBox: Hashable {
  let columns: Range<Int>
  let rows: Range<Int>

  /// Contains the whole code, its quiet zone, and the reader's uncertainty about its position.
  ///
  /// - Parameter share: the margin on each side, as a fraction of the code's longer side.
  init(around outline: Outline, margin share: Double, in frame: GrayFrame) {
    // Limits points far outside the frame, for which just outside is enough.
    let xs = outline.corners.map { min(max($0.x, -frame.width), 2 * frame.width) }
    let ys = outline.corners.map { min(max($0.y, -frame.height), 2 * frame.height) }
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
    let margin = max(Self.grid, Int(Double(max(right - left, bottom - top)) * share))
    columns = Self.snapped(left - margin, right + margin, within: frame.width)
    rows = Self.snapped(top - margin, bottom + margin, within: frame.height)
  }

  init(of frame: GrayFrame) { (columns, rows) = (0..<frame.width, 0..<frame.height) }

  private init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  func overlaps(_ other: PixelBox) -> Bool { columns.overlaps(other.columns) && rows.overlaps(other.rows) }

  func union(_ other: PixelBox) -> PixelBox {
    PixelBox(columns: Self.span(columns, other.columns), rows: Self.span(rows, other.rows))
  }

  private static func span(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
    min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }

  private static let grid = 16

  private static func snapped(_ low: Int, _ high: Int, within length: Int) -> Range<Int> {
    let start = min(max(low, 0), length - 1) / grid * grid
    let end = (min(max(high, 0), length - 1) / grid + 1) * grid
    return start..<min(end, length)
  }
}

extension GrayFrame {
  /// Returns the frame with each box filled with its own mean gray, so that one number is all that remains of it.
  func covered(_ boxes: some Sequence<PixelBox>) -> GrayFrame {
    var pixels = pixels
    for box in boxes {
      var sum = 0
      for y in box.rows { for x in box.columns { sum += Int(self.pixels[y * width + x]) } }
      let mean = UInt8(sum / max(1, box.rows.count * box.columns.count))
      for y in box.rows { for x in box.columns { pixels[y * width + x] = mean } }
    }
    return GrayFrame(width: width, height: height, pixels: pixels) ?? self
  }
}
