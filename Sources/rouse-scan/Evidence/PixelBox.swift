import Hardware

/// An upright part of a frame. Its edges lie on a coarse grid, and so tell little of what is within.
struct PixelBox: Hashable {
  let columns: Range<Int>
  let rows: Range<Int>

  /// Holds the whole code, its quiet zone, and what the reader is wrong by about where it lies.
  ///
  /// - Parameter share: how far it reaches beyond the code on each side, as a part of the code's longer side.
  init(around outline: Outline, margin share: Double, in frame: GrayFrame) {
    // A point far beyond the frame says no more than one just beyond it.
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

  /// The smallest that holds both.
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
  /// With each of these places filled by one grey, its own mean: one number is all that is left of what was there.
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
