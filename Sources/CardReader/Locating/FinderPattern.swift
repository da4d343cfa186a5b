/// One of the three ringed squares in the corners of a QR code (ISO/IEC 18004, 6.3.3), seven modules wide. Every line
/// through its center crosses one dark module, one light, three dark, one light, one dark.
struct FinderPattern {
  /// The center, in pixels from the picture's top left corner. The center of that pixel is (0.5, 0.5).
  var center: SIMD2<Float>
  /// The width of a module along rows and columns, in pixels; up to 1.4 times too large in a rotated code.
  var module: Float
  /// The number of scanned rows that showed the pattern; 0 if its position is assumed.
  var hits: Int
  /// Whether the pattern is light on dark.
  let isInverted: Bool

  /// The centers of the smallest code are 14 modules apart, and tilting it by 60 degrees halves that.
  func isFarEnough(from other: FinderPattern) -> Bool { distance(to: other) > 5 * max(module, other.module) }

  func distance(to other: FinderPattern) -> Float {
    let way = other.center - center
    return way.dot(way).squareRoot()
  }
}

struct FinderSearch {
  private let raster: Raster
  private let pixels: UnsafeBufferPointer<UInt8>
  private var found: [FinderPattern] = []

  /// Returns the finder patterns of a thresholded raster, those found on the most rows first.
  static func patterns(in raster: Raster) -> [FinderPattern] {
    raster.pixels.withUnsafeBufferPointer { pixels in
      var search = FinderSearch(raster: raster, pixels: pixels)
      // A module is at least two pixels wide, so every second row still meets the core three times.
      for y in stride(from: 1, to: raster.height - 1, by: 2) { search.scanRow(y) }
      return search.found.filter { $0.hits > 1 }.sorted { $0.hits > $1.hits }
    }
  }

  private init(raster: Raster, pixels: UnsafeBufferPointer<UInt8>) {
    self.raster = raster
    self.pixels = pixels
  }

  private mutating func scanRow(_ y: Int) {
    let line = y * raster.width
    var runs = Runs()
    var start = 0
    var colour = pixels[line]
    for x in 1..<raster.width where pixels[line + x] != colour {
      runs.append(x - start)
      if runs.arePattern {
        examine(x: x - runs.last - runs.fourth - runs.core / 2, y: y, colour: colour)
      }
      (start, colour) = (x, pixels[line + x])
    }
  }

  /// Checks a candidate from a row along the column, the row again, and the diagonals.
  private mutating func examine(x: Int, y: Int, colour: UInt8) {
    guard let column = cross(x: x, y: y, dx: 0, dy: 1, colour: colour) else { return }
    let centreY = y + column.offset
    guard let row = cross(x: x, y: centreY, dx: 1, dy: 0, colour: colour) else { return }
    let centreX = x + row.offset
    let diagonals = [1, -1].filter { cross(x: centreX, y: centreY, dx: $0, dy: 1, colour: colour) != nil }
    guard !diagonals.isEmpty else { return }
    let pattern = FinderPattern(
      center: [Float(x) + row.exactOffset + 0.5, Float(y) + column.exactOffset + 0.5],
      module: Float(row.total + column.total) / 14, hits: 1, isInverted: colour != 0)
    for index in found.indices where found[index].isInverted == pattern.isInverted {
      let known = found[index]
      let way = known.center - pattern.center
      if abs(way.x) < 2 * known.module, abs(way.y) < 2 * known.module,
        pattern.module < 1.5 * known.module, known.module < 1.5 * pattern.module
      {
        let weight = Float(known.hits)
        found[index].center = (known.center * weight + pattern.center) / (weight + 1)
        found[index].module = (known.module * weight + pattern.module) / (weight + 1)
        found[index].hits += 1
        return
      }
    }
    if found.count < Self.mostFound { found.append(pattern) }
  }

  private struct Crossing {
    var exactOffset: Float
    var total: Int
    var offset: Int { Int(exactOffset.rounded()) }
  }

  /// Measures the pattern's five runs along a line through (x, y) in its core; `nil` if they are out of proportion.
  private func cross(x: Int, y: Int, dx: Int, dy: Int, colour: UInt8) -> Crossing? {
    guard x >= 0, y >= 0, x < raster.width, y < raster.height, pixels[y * raster.width + x] == colour else {
      return nil
    }
    guard let ahead = arm(x: x, y: y, dx: dx, dy: dy, colour: colour),
      let behind = arm(x: x, y: y, dx: -dx, dy: -dy, colour: colour)
    else { return nil }
    var runs = Runs()
    runs.append(behind.2)
    runs.append(behind.1)
    runs.append(behind.0 + ahead.0 + 1)
    runs.append(ahead.1)
    runs.append(ahead.2)
    guard runs.arePattern else { return nil }
    return Crossing(exactOffset: Float(ahead.0 - behind.0) / 2, total: runs.total)
  }

  /// Returns the lengths of the half core (without the starting pixel), the gap and the ring, going outward.
  private func arm(x: Int, y: Int, dx: Int, dy: Int, colour: UInt8) -> (Int, Int, Int)? {
    let step = dy * raster.width + dx
    let columns = dx > 0 ? raster.width - 1 - x : dx < 0 ? x : Int.max
    let rows = dy > 0 ? raster.height - 1 - y : dy < 0 ? y : Int.max
    let limit = min(columns, rows, Self.longestArm)
    var at = y * raster.width + x
    var done = 0
    func run(of wanted: Bool) -> Int {
      var length = 0
      while done < limit, (pixels[at + step] == colour) == wanted {
        at += step
        done += 1
        length += 1
      }
      return length
    }
    let core = run(of: true)
    let gap = run(of: false)
    let ring = run(of: true)
    return gap > 0 && ring > 0 ? (core, gap, ring) : nil
  }

  private static let mostFound = 500
  private static let longestArm = 150
}

private struct Runs {
  private var lengths: (Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0)

  mutating func append(_ length: Int) {
    lengths = (lengths.1, lengths.2, lengths.3, lengths.4, length)
  }

  var core: Int { lengths.2 }
  var fourth: Int { lengths.3 }
  var last: Int { lengths.4 }
  var total: Int { lengths.0 + lengths.1 + lengths.2 + lengths.3 + lengths.4 }

  /// Whether the lengths are about 1:1:3:1:1. Measures between like edges, because blur thickens or thins the ink.
  var arePattern: Bool {
    let total = total
    guard lengths.0 > 0, total >= 12 else { return false }
    let tolerance = total * 3 / 4
    return lengths.2 >= lengths.1 && lengths.2 >= lengths.3 && lengths.2 > lengths.0 && lengths.2 > lengths.4
      && abs(7 * (lengths.0 + lengths.1) - 2 * total) <= tolerance
      && abs(7 * (lengths.1 + lengths.2) - 4 * total) <= tolerance
      && abs(7 * (lengths.2 + lengths.3) - 4 * total) <= tolerance
      && abs(7 * (lengths.3 + lengths.4) - 2 * total) <= tolerance
  }
}
