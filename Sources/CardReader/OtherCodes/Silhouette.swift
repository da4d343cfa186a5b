import Hardware

struct Silhouette {
  let width: Int
  let height: Int
  private let dark: [Bool]

  /// `nil` if the picture has too little contrast.
  init?(_ frame: GrayFrame, isInverted: Bool) {
    guard let least = frame.pixels.min(), let most = frame.pixels.max(), most - least >= 40 else { return nil }
    let middle = least + (most - least) / 2
    width = frame.width
    height = frame.height
    dark = frame.pixels.map { ($0 <= middle) != isInverted }
  }

  /// Whether a pixel is dark. Pixels beyond the edges are light.
  func isDark(_ x: Int, _ y: Int) -> Bool {
    (0..<width).contains(x) && (0..<height).contains(y) && dark[y * width + x]
  }

  func isDark(_ place: SIMD2<Float>) -> Bool {
    isDark(Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
  }

  /// The bounding box of a group of dark pixels connected by their sides.
  struct Box {
    var (left, top, right, bottom): (Int, Int, Int, Int)
    var area = 0
    var size: SIMD2<Float> { SIMD2(Float(right - left + 1), Float(bottom - top + 1)) }
    var center: SIMD2<Float> { SIMD2(Float(left), Float(top)) + size / 2 }
    var isSquare: Bool { abs(size.x - size.y) <= max(1, size.max() / 8) }
  }

  var boxes: [Box] {
    var boxes: [Box] = []
    var rest = dark
    var pending: [Int] = []
    for start in rest.indices where rest[start] {
      var box = Box(left: start % width, top: start / width, right: start % width, bottom: start / width)
      rest[start] = false
      pending.append(start)
      while let index = pending.popLast() {
        let (x, y) = (index % width, index / width)
        box.left = min(box.left, x)
        box.right = max(box.right, x)
        box.top = min(box.top, y)
        box.bottom = max(box.bottom, y)
        box.area += 1
        for (isInside, next) in [
          (x > 0, index - 1), (x < width - 1, index + 1), (y > 0, index - width), (y < height - 1, index + width),
        ] where isInside && rest[next] {
          rest[next] = false
          pending.append(next)
        }
      }
      boxes.append(box)
    }
    return boxes
  }

  /// Returns the lengths of the runs of equal color in a row or column, starting with a light run that may be empty.
  func runs(line: Int, isColumn: Bool) -> [Int] {
    var runs = [0]
    var isDark = false
    for place in 0..<(isColumn ? height : width) {
      let next = isColumn ? self.isDark(line, place) : self.isDark(place, line)
      if next != isDark { runs.append(0) }
      isDark = next
      runs[runs.count - 1] += 1
    }
    return runs
  }
}
