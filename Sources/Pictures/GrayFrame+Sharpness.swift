import Hardware

extension GrayFrame {
  /// The sharpness, 0…1000: the deviation of the Laplacian divided by twice the deviation of the grays, so that light
  /// and exposure do not matter. 1000 if the gray changes from pixel to pixel, 0 for a uniform gray, as in the dark.
  /// Compare only pictures of the same scene: in focus, it is higher.
  public var sharpness: Int {
    guard width >= 3, height >= 3 else { return 0 }
    var edges = Moments()
    var greys = Moments()
    pixels.withUnsafeBufferPointer { pixels in
      for y in 1..<height - 1 {
        let row = y * width
        for index in row + 1..<row + width - 1 {
          let centre = Int(pixels[index])
          let around = Int(pixels[index - 1]) + Int(pixels[index + 1]) + Int(pixels[index - width])
          edges.add(4 * centre - around - Int(pixels[index + width]))
          greys.add(centre)
        }
      }
    }
    guard greys.deviation >= Self.leastContrast else { return 0 }
    return min(1000, Int((1000 * edges.deviation / (2 * greys.deviation)).rounded()))
  }

  /// Below this deviation (in grays), a picture is only noise.
  private static let leastContrast = 2.0
}

private struct Moments {
  private var count = 0
  private var sum = 0
  private var squares = 0

  mutating func add(_ value: Int) {
    count += 1
    sum += value
    squares += value * value
  }

  var deviation: Double {
    let mean = Double(sum) / Double(count)
    return max(0, Double(squares) / Double(count) - mean * mean).squareRoot()
  }
}
