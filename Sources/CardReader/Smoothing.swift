/// A raster smoothed by a binomial kernel and kept at full precision: `values` are grey levels times the kernel's sum.
///
/// A dark frame has few grey levels, so rounding back to 8 bits before the threshold would lose what the smoothing won.
struct Smoothed {
  let width: Int
  let height: Int
  let values: [UInt16]

  /// The binomial kernels whose sums still fit 16 bits (255 * 16 * 16 = 65280).
  enum Kernel {
    /// The grey levels as they are.
    case one
    /// 1 2 1 in both directions.
    case three
    /// 1 4 6 4 1 in both directions.
    case five

    fileprivate var weights: [UInt16] {
      switch self {
      case .one: [1]
      case .three: [1, 2, 1]
      case .five: [1, 4, 6, 4, 1]
      }
    }
  }

  init(_ raster: Raster, by kernel: Kernel) {
    let weights = kernel.weights
    let radius = weights.count / 2
    let (width, height) = (raster.width, raster.height)
    // One row, summed over its vertical neighbours, with `radius` repeated samples on either side.
    let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: width + 2 * radius)
    defer { row.deallocate() }
    let values = [UInt16](unsafeUninitializedCapacity: width * height) { out, count in
      raster.pixels.withUnsafeBufferPointer { source in
        for y in 0..<height {
          row.initialize(repeating: 0)
          for (index, weight) in weights.enumerated() {
            let line = min(max(y + index - radius, 0), height - 1) * width
            for x in 0..<width { row[x + radius] &+= UInt16(source[line + x]) &* weight }
          }
          for x in 0..<radius {
            row[x] = row[radius]
            row[radius + width + x] = row[radius + width - 1]
          }
          let target = y * width
          for x in 0..<width { out[target + x] = 0 }
          for (index, weight) in weights.enumerated() {
            for x in 0..<width { out[target + x] &+= row[x + index] &* weight }
          }
        }
      }
      count = width * height
    }
    self.width = width
    self.height = height
    self.values = values
  }

  /// Black and white: white where a pixel is brighter than the mean of the `window` x `window` pixels around it. Beyond
  /// the edge the outermost pixels are repeated. `window` is odd.
  ///
  /// There is no allowance below the mean: two grey levels of one already lose a tenth of the flat frames.
  ///
  /// The sums slide: one per column over the rows of the window, and a running total along those, so the cost does not
  /// grow with the window.
  func thresholded(window: Int) -> Raster {
    let radius = window / 2
    let area = UInt32(window * window)
    let columns = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width)
    let totals = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width + window)
    columns.initialize(repeating: 0)
    totals.initialize(repeating: 0)
    defer {
      columns.deallocate()
      totals.deallocate()
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { out, count in
      values.withUnsafeBufferPointer { source in
        for y in -radius...radius {
          let line = clampedLine(y)
          for x in 0..<width { columns[x] &+= UInt32(source[line + x]) }
        }
        for y in 0..<height {
          accumulate(columns, into: totals, radius: radius)
          let line = y * width
          for x in 0..<width {
            let sum = totals[x + window] &- totals[x]
            out[line + x] = UInt32(source[line + x]) &* area > sum ? 255 : 0
          }
          let (leaving, entering) = (clampedLine(y - radius), clampedLine(y + radius + 1))
          for x in 0..<width {
            columns[x] = columns[x] &+ UInt32(source[entering + x]) &- UInt32(source[leaving + x])
          }
        }
      }
      count = width * height
    }
    return Raster(width: width, height: height, pixels: pixels)
  }

  private func clampedLine(_ y: Int) -> Int { min(max(y, 0), height - 1) * width }

  /// Running totals of the column sums, the outermost repeated `radius` times; `totals[0]` stays 0.
  private func accumulate(
    _ columns: UnsafeMutableBufferPointer<UInt32>, into totals: UnsafeMutableBufferPointer<UInt32>, radius: Int
  ) {
    var total: UInt32 = 0
    var index = 1
    for _ in 0..<radius {
      total &+= columns[0]
      totals[index] = total
      index += 1
    }
    for x in 0..<width {
      total &+= columns[x]
      totals[index] = total
      index += 1
    }
    for _ in 0..<radius {
      total &+= columns[width - 1]
      totals[index] = total
      index += 1
    }
  }
}
