import CardReader
import Hardware
import ScanLine

extension CodeReport {
  /// Converts the outline to thousandths of the frame.
  init(_ sighting: CardReader.Sighting, in frame: GrayFrame) {
    func thousandths(_ value: Int, of side: Int) -> Int { min(max(value, -side), 2 * side) * 1000 / side }
    let corners = sighting.outline.corners.map { point in
      FramePoint(x: thousandths(point.x, of: frame.width), y: thousandths(point.y, of: frame.height))
    }
    self.init(
      payload: sighting.payload, outline: Outline(corners: corners),
      glows: frame.isGlowing(within: sighting.outline))
  }
}

extension GrayFrame {
  /// An unlit frame has a median below this. In the frames drawn by `rouse-bench card`, screens in the dark have
  /// medians of 13 to 30, and paper in good light 98 or more.
  private static let dark = 40
  /// A fifth of a glowing code, such as its light modules, is at least this bright, because a camera exposes for long
  /// in the dark. On those screens that fifth is 175 to 255; on paper in near darkness at most 84.
  private static let dazzling = 150
  private static let dazzlingShare = 5

  /// Whether the area within the outline glows in an otherwise dark frame.
  func isGlowing(within outline: Outline) -> Bool {
    let (xs, ys) = (outline.corners.map(\.x), outline.corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
    let columns = (left..<right).clamped(to: 0..<width)
    let rows = (top..<bottom).clamped(to: 0..<height)
    guard !columns.isEmpty, !rows.isEmpty else { return false }
    guard medianBrightness < Self.dark else { return false }
    var count = 0
    for y in rows { for x in columns where pixels[y * width + x] >= Self.dazzling { count += 1 } }
    return count >= columns.count * rows.count / Self.dazzlingShare
  }

  private var medianBrightness: Int {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in pixels { counts[Int(pixel)] += 1 }
    var left = pixels.count / 2
    for (gray, count) in counts.enumerated() {
      left -= count
      if left < 0 { return gray }
    }
    return 255
  }
}
