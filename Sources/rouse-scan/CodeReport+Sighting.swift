import CardReader
import Hardware
import ScanLine

extension CodeReport {
  /// What is told of a code that was read in a frame.
  init(_ sighting: CardReader.Sighting, in frame: GrayFrame) {
    func thousandths(_ value: Int, of side: Int) -> Int { min(max(value, -side), 2 * side) * 1000 / side }
    func corner(_ point: FramePoint) -> FramePoint {
      FramePoint(x: thousandths(point.x, of: frame.width), y: thousandths(point.y, of: frame.height))
    }
    let outline = sighting.outline
    self.init(
      payload: sighting.payload,
      outline: Outline(
        topLeft: corner(outline.topLeft), topRight: corner(outline.topRight), bottomRight: corner(outline.bottomRight),
        bottomLeft: corner(outline.bottomLeft)), glows: frame.isGlowing(within: outline))
  }
}

extension GrayFrame {
  /// Most of a frame is darker than this where nothing lights it. Of the frames that `rouse-bench card` draws, those of a
  /// screen in the dark have medians of 13 to 30, and those of paper in good light 98 and more.
  private static let dark = 40
  /// A fifth of a code that shines by itself, as its light modules do, is as bright as this: a camera in the dark exposes
  /// for long. On those screens it is 175 to 255; on paper in so little light that the rest is dark, 84 at most.
  private static let dazzling = 150
  private static let dazzlingShare = 5

  /// Whether what is within the outline shines by itself, in a frame that is dark otherwise.
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

  /// The grey that half of the pixels are darker than.
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
