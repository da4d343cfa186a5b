/// One of the three ringed squares in the corners of a QR code (ISO/IEC 18004, 6.3.3): seven modules wide, and on every
/// line through its centre one dark module, one light, three dark, one light, one dark.
struct FinderPattern {
  /// The centre, in pixels from the picture's top left corner; that pixel's own centre is (0.5, 0.5).
  var x: Float
  var y: Float
  /// The width of a module along rows and columns, in pixels: up to 1.4 times too large in a code that is turned.
  var module: Float
  /// On how many of the rows looked at it was found.
  var hits: Int
  /// Light on dark.
  let isInverted: Bool

  /// The smallest code has 14 modules from one centre to the next; half of that is seen of one tilted by 60 degrees.
  func isFarEnough(from other: FinderPattern) -> Bool { distance(to: other) > 5 * max(module, other.module) }

  func distance(to other: FinderPattern) -> Float {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}

/// Looks for finder patterns in a black-and-white picture.
struct FinderSearch {
  private let raster: Raster
  private let pixels: UnsafeBufferPointer<UInt8>
  private var found: [FinderPattern] = []

  /// The finder patterns of a thresholded raster, those first that were found on most rows.
  static func patterns(in raster: Raster) -> [FinderPattern] {
    raster.pixels.withUnsafeBufferPointer { pixels in
      var search = FinderSearch(raster: raster, pixels: pixels)
      // A module is two pixels wide at least, so that the core of a pattern is met three times.
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

  /// Checks a suspicion from a row along the column, the row again and the diagonals.
  private mutating func examine(x: Int, y: Int, colour: UInt8) {
    guard let column = cross(x: x, y: y, dx: 0, dy: 1, colour: colour) else { return }
    let centreY = y + column.offset
    guard let row = cross(x: x, y: centreY, dx: 1, dy: 0, colour: colour) else { return }
    let centreX = x + row.offset
    let diagonals = [1, -1].filter { cross(x: centreX, y: centreY, dx: $0, dy: 1, colour: colour) != nil }
    guard !diagonals.isEmpty else { return }
    let pattern = FinderPattern(
      x: Float(x) + row.exactOffset + 0.5, y: Float(y) + column.exactOffset + 0.5,
      module: Float(row.total + column.total) / 14, hits: 1, isInverted: colour != 0)
    for index in found.indices where found[index].isInverted == pattern.isInverted {
      let known = found[index]
      if abs(known.x - pattern.x) < 2 * known.module, abs(known.y - pattern.y) < 2 * known.module,
        pattern.module < 1.5 * known.module, known.module < 1.5 * pattern.module
      {
        let weight = Float(known.hits)
        found[index].x = (known.x * weight + pattern.x) / (weight + 1)
        found[index].y = (known.y * weight + pattern.y) / (weight + 1)
        found[index].module = (known.module * weight + pattern.module) / (weight + 1)
        found[index].hits += 1
        return
      }
    }
    // A picture of nothing but patterns must not take long.
    if found.count < Self.mostFound { found.append(pattern) }
  }

  private struct Crossing {
    /// Steps from where it was looked to the middle of the core.
    var exactOffset: Float
    var total: Int
    var offset: Int { Int(exactOffset.rounded()) }
  }

  /// The pattern's five runs along a line through (x, y), which lies in its core; nil if they are not in proportion.
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

  /// Half of the core without the starting pixel, the ring's gap and the ring, going outwards.
  private func arm(x: Int, y: Int, dx: Int, dy: Int, colour: UInt8) -> (Int, Int, Int)? {
    let step = dy * raster.width + dx
    // Steps until the picture ends.
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
  /// Pixels from the centre to beyond the pattern.
  private static let longestArm = 150
}

/// The lengths of the last five runs of one colour.
private struct Runs {
  private var lengths: (Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0)

  mutating func append(_ length: Int) {
    lengths = (lengths.1, lengths.2, lengths.3, lengths.4, length)
  }

  var core: Int { lengths.2 }
  var fourth: Int { lengths.3 }
  var last: Int { lengths.4 }
  var total: Int { lengths.0 + lengths.1 + lengths.2 + lengths.3 + lengths.4 }

  /// Whether they stand as 1:1:3:1:1. What is compared is from edge to like edge, so that ink that looks too wide or too
  /// narrow, by blur or by the threshold, does not matter.
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
