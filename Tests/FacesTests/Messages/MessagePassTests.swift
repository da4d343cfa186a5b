import Faces
import Hardware
import Testing

@Suite struct MessagePassTests {
  typealias Frame = (text: String, holds: Duration)

  static func frames(_ pass: MessagePass) -> [Frame] {
    var (elapsed, frames) = (Duration.zero, [Frame]())
    while elapsed < pass.length {
      let view = pass.view(at: elapsed)
      frames.append(view)
      elapsed += view.holds
    }
    return frames
  }

  static func pass(_ text: String, digits: Int, moves: Bool) -> MessagePass {
    MessagePass(MessageDrawing(text, on: shape(digits)).cells, digits: digits, moves: moves)
  }

  static func shape(_ digits: Int, _ segments: DisplayShape.Segments = .seven) -> DisplayShape {
    DisplayShape(segments, digits: digits, colons: [], dots: Set(1...digits))
  }

  @Test(arguments: [
    ("tea", 4, true, ["tea"]), ("tea", 4, false, ["tea"]), ("a.b.c.d.", 4, true, ["a.b.c.d."]),
    ("bin day", 4, true, ["bin ", "in d", "n da", " day"]), ("bin day", 4, false, ["bin", "day"]),
    ("bin day", 6, true, ["bin da", "in day"]), ("bin day", 6, false, ["bin", "day"]),
    ("bin day", 8, true, ["bin day"]),
    ("get the paper out", 8, false, ["get the", "paper", "out"]), ("to do it", 6, false, ["to do", "it"]),
    ("recycling out", 4, false, ["recy", "clin", "g", "out"]), ("recycling out", 6, false, ["recycl", "ing", "out"]),
    ("bus 7:30", 4, true, ["bus ", "us 7.", "s 7.3", " 7.30"]), ("bus 7:30", 4, false, ["bus", "7.30"]),
  ]) func aMessageIsSeenPieceByPiece(text: String, digits: Int, moves: Bool, frames: [String]) {
    #expect(Self.frames(Self.pass(text, digits: digits, moves: moves)).map(\.text) == frames)
  }

  @Test func itStandsBeforeItMovesAndAtItsEnd() {
    let frames = Self.frames(Self.pass("bin day", digits: 4, moves: true))
    #expect(frames.map(\.holds) == [.seconds(2), .milliseconds(400), .milliseconds(400), .seconds(2)])
    #expect(Self.frames(Self.pass("tea", digits: 4, moves: true)).map(\.holds) == [.seconds(5)])
    for (digits, page) in [(4, Duration.milliseconds(3_200)), (6, .seconds(4)), (8, .milliseconds(4_800))] {
      let text = "recycling and paper are out"
      let pages = Self.frames(Self.pass(text, digits: digits, moves: false))
      #expect(pages.count > 2 && pages.allSatisfy { $0.holds == page })
    }
  }

  @Test(arguments: [4, 6, 8], [true, false]) func everyLetterIsSeenLongEnough(digits: Int, moves: Bool) {
    var dice = SystemRandomNumberGenerator()
    for segments in DisplayShape.Segments.allCases {
      for _ in 0..<300 {
        let text = String(
          (0..<Int.random(in: 1...60, using: &dice)).map { _ in "abcdef   .:,k-7é🎉".randomElement() ?? "a" })
        let cells = MessageDrawing(text, on: Self.shape(digits, segments)).cells
        let pass = MessagePass(cells, digits: digits, moves: moves)
        let frames = Self.frames(pass)
        #expect(frames.map(\.holds).reduce(.zero, +) == max(pass.length, .zero))
        for frame in frames {
          #expect(MessageDrawing(frame.text, on: Self.shape(digits, segments)).cells.count <= digits)
          // At most three changes per second, whatever is requested.
          #expect(frame.holds >= .milliseconds(334))
        }
        #expect(Self.seen(cells, in: frames, moves: moves) >= .milliseconds(400 * 4), "\(text)")
      }
    }
  }

  /// Returns how long the least visible letter is seen; zero if one is not seen at all or out of order.
  private static func seen(_ cells: [String], in frames: [Frame], moves: Bool) -> Duration {
    let isScrolled = moves && frames.count > 1
    if isScrolled {
      let digits = frames.count > 1 ? cells.count - frames.count + 1 : cells.count
      guard frames.enumerated().allSatisfy({ $1.text == cells[$0..<$0 + digits].joined() }) else { return .zero }
      return cells.indices.map { index in
        frames.indices.filter { ($0..<$0 + digits).contains(index) }.map { frames[$0].holds }.reduce(.zero, +)
      }.min() ?? .seconds(10)
    }
    let letters = cells.filter { $0 != " " }.joined()
    guard frames.map({ $0.text.filter { $0 != " " } }).joined() == letters.filter({ $0 != " " }) else { return .zero }
    return frames.map(\.holds).min() ?? .zero
  }
}
