/// A raster smoothed by a binomial kernel at full precision: `values` are gray levels times the kernel's sum.
///
/// A dark frame has few gray levels, so rounding to 8 bits before the threshold would lose what smoothing gained.
///
/// The pixel loops use plain pointers and wrapping sums, because overflow checks prevent vectorization.
struct Smoothed {
  let width: Int
  let height: Int
  let values: [UInt16]

  /// The binomial kernels whose sums fit 16 bits (255 * 16 * 16 = 65280).
  enum Kernel: Hashable {
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
    // One row of vertical sums, with `radius` repeated samples on either side.
    let row = UnsafeMutablePointer<UInt16>.allocate(capacity: width + 2 * radius)
    defer { row.deallocate() }
    values = [UInt16](unsafeUninitializedCapacity: width * height) { out, count in
      raster.pixels.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let out = out.baseAddress else { return }
        for y in 0..<height {
          (row + radius).update(repeating: 0, count: width)
          for (index, weight) in weights.enumerated() {
            let line = source + min(max(y + index - radius, 0), height - 1) * width
            let sums = row + radius
            for x in 0..<width { sums[x] = sums[x] &+ UInt16(line[x]) &* weight }
          }
          for x in 0..<radius {
            row[x] = row[radius]
            row[radius + width + x] = row[radius + width - 1]
          }
          let target = out + y * width
          target.update(repeating: 0, count: width)
          for (index, weight) in weights.enumerated() {
            let shifted = row + index
            for x in 0..<width { target[x] = target[x] &+ shifted[x] &* weight }
          }
        }
      }
      count = width * height
    }
    self.width = width
    self.height = height
  }

  /// Returns white where a pixel exceeds the mean of `window` x `window` pixels (odd) around it. Repeats edge pixels.
  ///
  /// The threshold is the mean itself: lowering it by two gray levels already loses a tenth of the flat frames.
  func thresholded(window: Int) -> Raster {
    let area = UInt32(window * window)
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { out, count in
      forEachLine(window: window) { y, line, totals in
        guard let target = out.baseAddress.map({ $0 + y * width }) else { return }
        let ends = totals + window
        for x in 0..<width { target[x] = UInt32(line[x]) &* area > ends[x] &- totals[x] ? 255 : 0 }
      }
      count = width * height
    }
    return Raster(width: width, height: height, pixels: pixels)
  }

  /// Returns how much darker each pixel is than the mean of the window around it. `window` must be odd.
  func contrast(window: Int) -> Contrast {
    let scale = 1 / Float(window * window)
    let values = [Int16](unsafeUninitializedCapacity: width * height) { out, count in
      forEachLine(window: window) { y, line, totals in
        guard let target = out.baseAddress.map({ $0 + y * width }) else { return }
        let ends = totals + window
        for x in 0..<width {
          let mean = Int32(Float(Int32(bitPattern: ends[x] &- totals[x])) * scale)
          target[x] = Int16(clamping: mean &- Int32(line[x]))
        }
      }
      count = width * height
    }
    return Contrast(width: width, height: height, values: values)
  }

  /// Calls `body` with each line and running totals: the window sum around x is `totals[x + window] - totals[x]`.
  ///
  /// One sum per column slides down the rows, and totals run along those, so the cost does not depend on the window.
  private func forEachLine(
    window: Int, _ body: (_ y: Int, _ line: UnsafePointer<UInt16>, _ totals: UnsafePointer<UInt32>) -> Void
  ) {
    let radius = window / 2
    let columns = UnsafeMutablePointer<UInt32>.allocate(capacity: width)
    let totals = UnsafeMutablePointer<UInt32>.allocate(capacity: width + window)
    defer {
      columns.deallocate()
      totals.deallocate()
    }
    columns.update(repeating: 0, count: width)
    totals.update(repeating: 0, count: width + window)
    values.withUnsafeBufferPointer { source in
      guard let source = source.baseAddress else { return }
      func line(_ y: Int) -> UnsafePointer<UInt16> { source + min(max(y, 0), height - 1) * width }
      for y in -radius...radius {
        let line = line(y)
        for x in 0..<width { columns[x] = columns[x] &+ UInt32(line[x]) }
      }
      for y in 0..<height {
        accumulate(columns, into: totals, radius: radius)
        body(y, line(y), totals)
        let (leaving, entering) = (line(y - radius), line(y + radius + 1))
        for x in 0..<width { columns[x] = columns[x] &+ UInt32(entering[x]) &- UInt32(leaving[x]) }
      }
    }
  }

  /// Writes running totals of the column sums, with the outermost repeated `radius` times. `totals[0]` stays 0.
  private func accumulate(
    _ columns: UnsafePointer<UInt32>, into totals: UnsafeMutablePointer<UInt32>, radius: Int
  ) {
    var total: UInt32 = 0
    for index in 1...max(radius, 1) where radius > 0 {
      total &+= columns[0]
      totals[index] = total
    }
    let middle = totals + radius + 1
    for x in 0..<width {
      total &+= columns[x]
      middle[x] = total
    }
    let end = middle + width
    for x in 0..<radius {
      total &+= columns[width - 1]
      end[x] = total
    }
  }
}
