import Hardware
import Pictures
import Testing

/// Frames of cards as cameras see them, with fixed seeds.
enum Scene {
  /// Returns a card scaled into a camera frame.
  static func card(_ payload: [UInt8]) throws -> GrayFrame {
    try QRCard(payload: payload).image().fitted()
  }

  static func card(_ text: String) throws -> GrayFrame { try card(Array(text.utf8)) }

  static func row(of codes: [SegmentedCode]) throws -> GrayFrame {
    let images = try codes.map { try $0.image(moduleSize: 3) }
    let height = images.map(\.height).max() ?? 0
    let pixels = (0..<height).flatMap { y in
      images.flatMap { image in
        y < image.height
          ? image.pixels[y * image.width..<(y + 1) * image.width] : [UInt8](repeating: 255, count: image.width)[...]
      }
    }
    return try #require(GrayFrame(width: images.reduce(0) { $0 + $1.width }, height: height, pixels: pixels))
  }
}

extension GrayFrame {
  func mapped(_ change: (Int) -> Int) -> GrayFrame {
    frame { x, y in change(Int(pixels[y * width + x])) }
  }

  /// Maps 0 to `black` and 255 to `white`.
  func squeezed(black: Int, white: Int) -> GrayFrame {
    mapped { black + $0 * (white - black) / 255 }
  }

  func inverted() -> GrayFrame { mapped { 255 - $0 } }

  /// Adds uniform noise of up to `amplitude` gray levels either way.
  func noisy(_ amplitude: Int, seed: UInt64) -> GrayFrame {
    var state = seed
    return mapped { value in
      // Knuth's MMIX generator; its high bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return value + Int(state >> 33) % (2 * amplitude + 1) - amplitude
    }
  }

  /// Averages squares of `2 * radius + 1` pixels.
  func blurred(_ radius: Int) -> GrayFrame {
    frame { x, y in
      var (sum, count) = (0, 0)
      for row in max(0, y - radius)...min(height - 1, y + radius) {
        for column in max(0, x - radius)...min(width - 1, x + radius) {
          sum += Int(pixels[row * width + column])
          count += 1
        }
      }
      return sum / count
    }
  }

  /// Rotates about the center by the angle with this cosine and sine, and scales; white beyond the edge.
  func turned(cosine: Double, sine: Double, scale: Double = 1) -> GrayFrame {
    frame { x, y in
      let (dx, dy) = (Double(x - width / 2) / scale, Double(y - height / 2) / scale)
      let (column, row) = (Int(cosine * dx + sine * dy) + width / 2, Int(cosine * dy - sine * dx) + height / 2)
      guard (0..<width).contains(column), (0..<height).contains(row) else { return 255 }
      return Int(pixels[row * width + column])
    }
  }

  /// Moves by whole pixels; white comes in.
  func moved(_ right: Int, _ down: Int) -> GrayFrame {
    frame { x, y in
      guard (0..<width).contains(x - right), (0..<height).contains(y - down) else { return 255 }
      return Int(pixels[(y - down) * width + x - right])
    }
  }

  private func frame(_ pixel: (Int, Int) -> Int) -> GrayFrame {
    let pixels = (0..<width * height).map { UInt8(max(0, min(255, pixel($0 % width, $0 / width)))) }
    return GrayFrame(width: width, height: height, pixels: pixels) ?? self
  }
}
