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
  /// Most of a frame is darker than this where nothing lights it.
  private static let dark = 30
  /// How much brighter than the rest a code is, on average over its dark and its light modules, that shines by itself: one
  /// on paper has its light from where the rest has it.
  private static let contrast = 4

  /// Whether what is within the outline shines by itself, in a frame that is dark otherwise.
  func isGlowing(within outline: Outline) -> Bool {
    let (xs, ys) = (outline.corners.map(\.x), outline.corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
    let columns = (left..<right).clamped(to: 0..<width)
    let rows = (top..<bottom).clamped(to: 0..<height)
    guard !columns.isEmpty, !rows.isEmpty else { return false }
    let median = medianBrightness
    guard median < Self.dark else { return false }
    var sum = 0
    for y in rows { for x in columns { sum += Int(pixels[y * width + x]) } }
    return sum / (columns.count * rows.count) >= max(Self.dark, Self.contrast * median)
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
