import Hardware

/// The mean of several frames of one scene, each aligned to the newest and stretched to the full range of grays.
///
/// A dark frame is mostly noise; averaging eight cuts it to a third. Stretching keeps the gray levels gained by adding.
enum AlignedMean {
  /// `nil` without frames, or if their sizes differ or are below 64 pixels.
  static func of(_ frames: ArraySlice<GrayFrame>) -> GrayFrame? {
    guard let newest = frames.last, newest.width >= 64, newest.height >= 64,
      frames.allSatisfy({ $0.width == newest.width && $0.height == newest.height })
    else { return nil }
    let reference = Pyramid(Raster(newest))
    var sums = newest.pixels.map { UInt16($0) }
    var shift = Shift.zero
    // From the newest back, because hands move little between two frames.
    for frame in frames.dropLast().reversed() {
      shift = Pyramid(Raster(frame)).shift(onto: reference, near: shift)
      add(frame, shiftedBy: shift, to: &sums)
    }
    guard let pixels = stretched(sums) else { return nil }
    return GrayFrame(width: newest.width, height: newest.height, pixels: pixels)
  }

  private static func stretched(_ sums: [UInt16]) -> [UInt8]? {
    var (low, high) = (UInt16.max, UInt16.min)
    for sum in sums { (low, high) = (min(low, sum), max(high, sum)) }
    guard high > low else { return nil }
    let range = Int(high - low)
    // There are few distinct sums but many pixels, and divisions are slow on a small processor.
    let greys = (0...range).map { UInt8($0 * 255 / range) }
    return greys.withUnsafeBufferPointer { greys in sums.map { greys[Int($0 &- low)] } }
  }

  private static func add(_ frame: GrayFrame, shiftedBy shift: Shift, to sums: inout [UInt16]) {
    let inner = max(0, -shift.x)..<min(frame.width, frame.width - shift.x)
    frame.pixels.withUnsafeBufferPointer { source in
      sums.withUnsafeMutableBufferPointer { sums in
        guard let source = source.baseAddress, let sums = sums.baseAddress, !inner.isEmpty else { return }
        for y in 0..<frame.height {
          let line = source + min(max(y + shift.y, 0), frame.height - 1) * frame.width
          let (target, shifted) = (sums + y * frame.width, line + shift.x)
          for x in inner { target[x] = target[x] &+ UInt16(shifted[x]) }
          for x in 0..<inner.lowerBound { target[x] &+= UInt16(line[0]) }
          for x in inner.upperBound..<frame.width { target[x] &+= UInt16(line[frame.width - 1]) }
        }
      }
    }
  }
}

/// The offset from a pixel of one frame to the same pixel of another, to the right and down.
private typealias Shift = SIMD2<Int>

private struct Pyramid {
  let levels: [Raster]

  init(_ raster: Raster) {
    let half = raster.halved()
    levels = [raster, half, half.halved()]
  }

  /// Returns the shift that best matches the reference: within 24 pixels of `guess`, to the pixel.
  func shift(onto reference: Pyramid, near guess: Shift) -> Shift {
    var best = guess / 4
    for (level, radius) in [(2, 6), (1, 1), (0, 1)] {
      if level < 2 { best &*= 2 }
      let centre = best
      // Starting with the likeliest candidate lets the others be abandoned as soon as they are worse.
      var least = Self.difference(reference.levels[level], levels[level], centre, below: Int.max)
      for y in centre.y - radius...centre.y + radius {
        for x in centre.x - radius...centre.x + radius where x != centre.x || y != centre.y {
          let candidate = Shift(x, y)
          let difference = Self.difference(reference.levels[level], levels[level], candidate, below: least)
          if difference < least { (least, best) = (difference, candidate) }
        }
      }
    }
    return best
  }

  /// Returns the mean absolute difference of every third row of the overlap, times 256; `Int.max` if not below `bound`.
  private static func difference(_ reference: Raster, _ other: Raster, _ shift: Shift, below bound: Int) -> Int {
    guard abs(shift.x) < reference.width else { return Int.max }
    let columns = max(0, -shift.x)..<min(reference.width, reference.width - shift.x)
    let rows = stride(from: max(0, -shift.y), to: min(reference.height, reference.height - shift.y), by: 3)
    let count = columns.count * rows.underestimatedCount
    guard count > 0 else { return Int.max }
    let enough = bound == Int.max ? Int.max : (bound * count + 255) / 256
    var sum = 0
    reference.pixels.withUnsafeBufferPointer { first in
      other.pixels.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return }
        for y in rows {
          let a = first + y * reference.width + columns.lowerBound
          let b = second + (y + shift.y) * reference.width + shift.x + columns.lowerBound
          var line: UInt32 = 0
          for x in 0..<columns.count {
            line = line &+ UInt32(truncatingIfNeeded: abs(Int16(a[x]) &- Int16(b[x])))
          }
          sum += Int(line)
          if sum >= enough { break }
        }
      }
    }
    return sum < enough ? sum * 256 / count : Int.max
  }
}
