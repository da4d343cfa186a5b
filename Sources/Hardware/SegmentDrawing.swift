/// Draws a segment display for a terminal as text without color; dark segments are blank.
///
///      ━━   ━━     ━━   ━━
///     ┃  ┃    ┃ ●    ┃ ┃  ┃
///                  ━━
///     ┃  ┃    ┃ ●    ┃ ┃  ┃
///      ━━          ━━   ━━ ●
///
/// Fourteen segments include diagonals:
///
///      ━━━          ━━━
///     ┃   ┃ ┃  ╱ ┃╲ ╱┃
public enum SegmentDrawing {
  public static func lines(for face: DisplayFace, on shape: DisplayShape) -> [String] {
    lines(for: SegmentPattern(text: face.brightness == nil ? "" : face.text(on: shape), on: shape))
  }

  /// Returns five equal lines: 4 columns per digit or 5 per 14-segment character, then 1 for its dot or 3 for a colon.
  public static func lines(for pattern: SegmentPattern) -> [String] {
    let characters = pattern.digits.map(pattern.shape.segments == .seven ? digit : letter)
    return (0..<5).map { line in
      characters.indices.map { index in
        let dot = line == 4 && pattern.digits[index] & pattern.point != 0 ? "●" : " "
        let colon = line % 2 == 1 && pattern.colons.contains(index + 1) ? "●" : " "
        return characters[index][line] + dot + (pattern.shape.colons.contains(index + 1) ? colon + " " : "")
      }.joined()
    }
  }

  private static func digit(_ segments: UInt16) -> [String] {
    func bar(_ segment: UInt16) -> String { isLit(segment) ? " ━━ " : "    " }
    func sides(_ left: UInt16, _ right: UInt16) -> String {
      (isLit(left) ? "┃" : " ") + "  " + (isLit(right) ? "┃" : " ")
    }
    func isLit(_ segment: UInt16) -> Bool { segments & 1 << segment != 0 }
    return [bar(0), sides(5, 1), bar(6), sides(4, 2), bar(3)]
  }

  private static func letter(_ segments: UInt16) -> [String] {
    func stroke(_ bit: UInt16, _ sign: String) -> String {
      segments & 1 << bit != 0 ? sign : String(repeating: " ", count: sign.count)
    }
    return [
      " " + stroke(0, "━━━") + " ",
      stroke(5, "┃") + stroke(8, "╲") + stroke(9, "│") + stroke(10, "╱") + stroke(1, "┃"),
      " " + stroke(6, "━") + " " + stroke(7, "━") + " ",
      stroke(4, "┃") + stroke(11, "╱") + stroke(12, "│") + stroke(13, "╲") + stroke(2, "┃"),
      " " + stroke(3, "━━━") + " ",
    ]
  }
}
