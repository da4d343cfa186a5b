import Hardware

/// Statistics of a frame that need no code, to compare ways of making frames.
public struct FrameStatistics: Hashable, Sendable {
  /// The mean gray, 0…255.
  public let mean: Double
  /// The standard deviation of the grays.
  public let deviation: Double
  /// The standard deviation of the noise in gray levels, estimated after J. Immerkær (Fast Noise Variance Estimation,
  /// 1996): edges and slopes cancel out, but fine detail counts as noise.
  public let noise: Double

  /// - Precondition: The frame has at least 3x3 pixels.
  public init(of frame: GrayFrame) {
    precondition(frame.width >= 3 && frame.height >= 3)
    let (width, height) = (frame.width, frame.height)
    var (sum, squares, edges) = (0, 0, 0)
    frame.pixels.withUnsafeBufferPointer { pixels in
      for pixel in pixels {
        sum += Int(pixel)
        squares += Int(pixel) * Int(pixel)
      }
      for y in 1..<height - 1 {
        for index in y * width + 1..<(y + 1) * width - 1 {
          let corners =
            Int(pixels[index - width - 1]) + Int(pixels[index - width + 1]) + Int(pixels[index + width - 1])
            + Int(pixels[index + width + 1])
          let sides =
            Int(pixels[index - 1]) + Int(pixels[index + 1]) + Int(pixels[index - width]) + Int(pixels[index + width])
          edges += abs(corners - 2 * sides + 4 * Int(pixels[index]))
        }
      }
    }
    let count = Double(frame.pixels.count)
    mean = Double(sum) / count
    deviation = max(0, Double(squares) / count - mean * mean).squareRoot()
    noise = (Double.pi / 2).squareRoot() * Double(edges) / (6 * Double((width - 2) * (height - 2)))
  }
}
