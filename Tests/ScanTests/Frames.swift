import CardReader
import Hardware
import Pictures
import TestDevices

@testable import rouse_scan

enum Frames {
  static let empty = GrayFrame(width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, filledWith: 90)

  /// Returns a gray room with a card whose top left corner is at this place.
  static func card(_ text: String, x: Int, y: Int, moduleSize: Int = 5) throws -> GrayFrame {
    let card = try QRCard(payload: Array(text.utf8)).image(moduleSize: moduleSize)
    return empty.redrawn { column, row, old in
      let (column, row) = (column - x, row - y)
      let isCard = (0..<card.width).contains(column) && (0..<card.height).contains(row)
      return isCard ? Int(card.pixels[row * card.width + column]) : old
    }
  }
}

extension GrayFrame {
  /// Adds what a camera sees in the dark: little contrast and much noise.
  func inTheDark(noise: Int, seed: UInt64) -> GrayFrame {
    redrawn { _, _, old in 20 + old / 8 }.noisy(noise, seed: seed)
  }
}

extension CardReader {
  /// Returns what the passes read, each by itself.
  func everything(in frame: GrayFrame) throws -> [Sighting] {
    try Pass.allCases.flatMap { try read(frame, with: $0) }
  }
}
