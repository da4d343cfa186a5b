import Control
import Hardware
import Pictures
import TestSupport

/// Cards before the camera of the mock board.
extension Clock {
  /// The picture of a card whose code is `text`.
  func card(_ text: String) throws -> String {
    let path = "\(folder)/\(text).png"
    try PictureFile.write(try QRCard(payload: Array(text.utf8)).png(), to: path)
    return path
  }

  /// Brings a card: holds it up once what rings has seen that it is not there.
  func show(_ text: String) async throws { try await succeed("mock", "show", try card(text)) }

  /// Ends what rings with a card as people do it: where it was too dark to see that none lies there, the display says so,
  /// and it is taken away and brought again.
  func bring(_ text: String) async throws {
    let told = try await events("card_left_in_view").count
    try await hold(text)
    var isOver = false
    try await eventually("it is idle, or the card is told to lie there") {
      isOver = try await status.state == .idle
      if isOver { return true }
      return try await events("card_left_in_view").count > told
    }
    // Each time for longer, for a reader that hardly gets the processor.
    var away = 2
    var isMoved = false
    while !isOver {
      guard away < 40 else { throw Failure("the card ends nothing, though it was brought elsewhere again and again") }
      try await succeed("mock", "hide")
      try await pass(away)
      // The empty room is dark, or blank: only in another place it counts.
      isMoved.toggle()
      try await hold(text, atTheLeft: isMoved)
      try await pass(away)
      isOver = try await status.state == .idle
      away += 3
    }
    try await untilIdle()
  }

  /// Holds a card up at once, in the middle of the picture or at its left.
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
}
