import Hardware
import Pictures
import TestDevices
import Testing

/// Frames of cards as cameras see them, with fixed seeds.
enum Scene {
  /// Returns a card scaled into a camera frame.
  static func card(_ payload: [UInt8]) throws -> GrayFrame {
    try QRCard(payload: payload).image().fitted()
  }

  static func card(_ text: String) throws -> GrayFrame { try card(Array(text.utf8)) }

  static func row(of codes: [SegmentedCode]) throws -> GrayFrame {
    let images = codes.map { $0.image(moduleSize: 3) }
    let height = images.map(\.height).max() ?? 0
    let pixels = (0..<height).flatMap { y in
      images.flatMap { image in
        (0..<image.width).map { y < image.height ? image.pixels[y * image.width + $0] : 255 }
      }
    }
    return try #require(GrayFrame(width: images.reduce(0) { $0 + $1.width }, height: height, pixels: pixels))
  }
}

extension GrayFrame {
  /// Maps 0 to `black` and 255 to `white`.
  func squeezed(black: Int, white: Int) -> GrayFrame {
    redrawn { _, _, old in black + old * (white - black) / 255 }
  }

  /// Averages squares of `2 * radius + 1` pixels.
  func blurred(_ radius: Int) -> GrayFrame {
    redrawn { x, y, _ in
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
    redrawn { x, y, _ in
      let (dx, dy) = (Double(x - width / 2) / scale, Double(y - height / 2) / scale)
      return grey(Int(cosine * dx + sine * dy) + width / 2, Int(cosine * dy - sine * dx) + height / 2)
    }
  }

  /// Moves by whole pixels; white comes in.
  func moved(_ right: Int, _ down: Int) -> GrayFrame { redrawn { x, y, _ in grey(x - right, y - down) } }

  private func grey(_ x: Int, _ y: Int) -> Int {
    (0..<width).contains(x) && (0..<height).contains(y) ? Int(pixels[y * width + x]) : 255
  }
}
