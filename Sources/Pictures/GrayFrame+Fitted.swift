import Hardware

extension GrayFrame {
  /// Returns the picture scaled to this size with its aspect ratio kept (averaging areas to shrink, interpolating to
  /// enlarge) and centered, or unchanged if it already has this size.
  ///
  /// - Parameter margin: the gray of the margins. For a closely cropped code, margins as light as the light modules, or
  ///   as dark as the background of an inverted code, serve as its quiet zone.
  public func fitted(
    width targetWidth: Int = GrayFrame.cameraWidth, height targetHeight: Int = GrayFrame.cameraHeight,
    margin: UInt8 = 255
  ) -> GrayFrame {
    if width == targetWidth && height == targetHeight { return self }
    let scale = min(Double(targetWidth) / Double(width), Double(targetHeight) / Double(height))
    let scaledWidth = min(targetWidth, max(1, Int((Double(width) * scale).rounded())))
    let scaledHeight = min(targetHeight, max(1, Int((Double(height) * scale).rounded())))
    let columns = Weights.along(from: width, to: scaledWidth)
    let rows = Weights.along(from: height, to: scaledHeight)
    let left = (targetWidth - scaledWidth) / 2
    let top = (targetHeight - scaledHeight) / 2
    var result = [UInt8](repeating: margin, count: targetWidth * targetHeight)
    var sums = [Float](repeating: 0, count: scaledWidth)
    for (y, row) in rows.enumerated() {
      for x in 0..<scaledWidth { sums[x] = 0 }
      for (offset, rowWeight) in row.values.enumerated() {
        let line = (row.first + offset) * width
        pixels.withUnsafeBufferPointer { source in
          for (x, column) in columns.enumerated() {
            var sum: Float = 0
            for index in column.values.indices {
              sum += column.values[index] * Float(source[line + column.first + index])
            }
            sums[x] += sum * rowWeight
          }
        }
      }
      let target = (top + y) * targetWidth + left
      for x in 0..<scaledWidth { result[target + x] = UInt8(max(0, min(255, sums[x].rounded()))) }
    }
    guard let frame = GrayFrame(width: targetWidth, height: targetHeight, pixels: result) else {
      preconditionFailure("a frame is at least one pixel")
    }
    return frame
  }
}

/// The source samples of one target sample, and their weights, which add up to 1.
private struct Weights {
  let first: Int
  let values: [Float]

  static func along(from source: Int, to target: Int) -> [Weights] {
    let step = Double(source) / Double(target)
    return (0..<target).map { index in
      // Center and half extent in source samples; at least one sample, so that enlarging blends two neighbors.
      let centre = (Double(index) + 0.5) * step
      let half = max(step, 1) / 2
      let (low, high) = (max(0, centre - half), min(Double(source), centre + half))
      let first = min(Int(low), source - 1)
      let last = min(max(first, Int(high.rounded(.up)) - 1), source - 1)
      let shares = (first...last).map { min(high, Double($0 + 1)) - max(low, Double($0)) }
      let total = shares.reduce(0, +)
      return Weights(first: first, values: shares.map { Float($0 / total) })
    }
  }
}
