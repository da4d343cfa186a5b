import CardReader
import Hardware
import Pictures
import Testing

@testable import rouse_scan

enum Frames {
  static let empty = GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, filledWith: 90)

  /// Returns a gray room with a card whose top left corner is at this place.
  static func card(_ text: String, x: Int, y: Int, moduleSize: Int = 5) throws -> GrayFrame {
    let card = try QRCard(payload: Array(text.utf8)).image(moduleSize: moduleSize)
    var pixels = empty.pixels
    for row in 0..<card.height where (0..<empty.height).contains(y + row) {
      for column in 0..<card.width where (0..<empty.width).contains(x + column) {
        pixels[(y + row) * empty.width + x + column] = card.pixels[row * card.width + column]
      }
    }
    return try #require(GrayFrame(width: empty.width, height: empty.height, pixels: pixels))
  }
}

extension GrayFrame {
  /// Adds what a camera sees in the dark: little contrast and much noise.
  func inTheDark(noise: Int, seed: UInt64) -> GrayFrame {
    var state = seed
    let pixels = pixels.map { pixel in
      // Knuth's MMIX generator; its high bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = 20 + Int(pixel) / 8 + Int(state >> 33) % (2 * noise + 1) - noise
      return UInt8(max(0, min(255, value)))
    }
    return GrayFrame(width: width, height: height, pixels: pixels) ?? self
  }
}

extension CardReader {
  /// Returns what the passes read, each by itself.
  func everything(in frame: GrayFrame) throws -> [Sighting] {
    try Pass.allCases.flatMap { try read(frame, with: $0) }
  }
}
