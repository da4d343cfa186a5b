import Control
import Glibc
import Hardware
import Pictures
import TestSupport

extension Clock {
  func card(_ text: String) throws -> String {
    let path = "\(folder)/\(text).png"
    try PictureFile.write(try QRCard(payload: Array(text.utf8)).png(), to: path)
    return path
  }

  /// Shows a card once the reader has seen the view without it.
  func show(_ text: String) async throws { try await succeed("mock", "show", try card(text)) }

  /// Ends a ring as people do: if the display says that the card was already there, it is shown somewhere else.
  func bring(_ text: String) async throws {
    let told = try await events("card_left_in_view").count
    try await hold(text)
    var isOver = false
    try await eventually("it is idle, or the card is told to lie there") {
      isOver = try await status.state == .idle
      if isOver { return true }
      return try await events("card_left_in_view").count > told
    }
    // Wait longer each time, because the reader may get little CPU.
    var away = 2
    var isMoved = false
    while !isOver {
      guard away < 40 else { throw Failure("the card ends nothing, though it was brought elsewhere again and again") }
      try await succeed("mock", "hide")
      try await pass(away)
      // The empty view is dark or blank, so the card counts only in another place.
      isMoved.toggle()
      try await hold(text, atTheLeft: isMoved)
      try await pass(away)
      isOver = try await status.state == .idle
      away += 3
    }
    try await untilIdle()
  }

  func hold(_ text: String, atTheLeft isAtTheLeft: Bool = false) async throws {
    var path = try card(text)
    if isAtTheLeft {
      let (whole, margin) = (try PictureFile.read(path).fitted(), 120)
      var pixels: [UInt8] = []
      for y in 0..<whole.height {
        pixels += whole.pixels[(y * whole.width + margin)..<((y + 1) * whole.width)]
        pixels += [UInt8](repeating: 255, count: margin)
      }
      guard let moved = GrayFrame(width: whole.width, height: whole.height, pixels: pixels) else {
        throw Failure("the picture of the card cannot be moved")
      }
      path = "\(folder)/\(text)-left.png"
      try PictureFile.write(moved, to: path)
    }
    try await succeed("mock", "show", path, "--at-once")
  }

  func wave(_ name: String, seconds: Int = 1, amplitude: Double = 8000, frequency: Int = 440) throws -> String {
    let rate = 44_100
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes =
      Array("RIFF".utf8) + number(36 + 2 * rate * seconds, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
      + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2) + Array("data".utf8)
      + number(2 * rate * seconds, 4)
    let second = (0..<rate).flatMap { index in
      number(Int(amplitude * sin(2 * .pi * Double(frequency * index) / Double(rate))), 2)
    }
    for _ in 0..<seconds { bytes += second }
    let path = "\(folder)/\(name)"
    try Files.write(bytes, to: path)
    return path
  }
}
