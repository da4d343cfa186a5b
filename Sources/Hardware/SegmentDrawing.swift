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
    switch shape.segments {
    case .seven: lines(for: SegmentPattern(text: face.brightness == nil ? "" : face.onSevenSegments, on: shape))
    case .fourteen: lines(for: AlphanumericPattern(text: face.brightness == nil ? "" : face.text, on: shape))
    }
  }

  /// Returns five lines of equal width. A digit takes four columns, followed by one column that holds its dot, or three
  /// columns if there is a colon.
  public static func lines(for pattern: SegmentPattern) -> [String] {
    let dots = pattern.digits.map { $0 & SegmentPattern.point != 0 }
    return row(pattern.digits.map(lines(for:)), dots: dots, colons: pattern.colons, pattern.shape)
  }

  /// Returns five lines of equal width. A character takes five columns, with the same gaps as digits.
  public static func lines(for pattern: AlphanumericPattern) -> [String] {
    let dots = pattern.characters.map { $0 & AlphanumericFont.point != 0 }
    return row(pattern.characters.map(lines(for:)), dots: dots, colons: pattern.colons, pattern.shape)
  }

  private static func row(
    _ characters: [[String]], dots: [Bool], colons: Set<Int>, _ shape: DisplayShape
  ) -> [String] {
    (0..<5).map { line in
      characters.indices.map { index in
        let dot = line == 4 && dots[index] ? "●" : " "
        let colon = line % 2 == 1 && colons.contains(index + 1) ? "●" : " "
        return characters[index][line] + dot + (shape.colons.contains(index + 1) ? colon + " " : "")
      }.joined()
    }
  }

  private static func lines(for digit: UInt8) -> [String] {
    func bar(_ segment: UInt8) -> String { isLit(segment) ? " ━━ " : "    " }
    func sides(_ left: UInt8, _ right: UInt8) -> String {
      (isLit(left) ? "┃" : " ") + "  " + (isLit(right) ? "┃" : " ")
    }
    func isLit(_ segment: UInt8) -> Bool { digit & 1 << segment != 0 }
    return [bar(0), sides(5, 1), bar(6), sides(4, 2), bar(3)]
  }

  private static func lines(for character: UInt16) -> [String] {
    func stroke(_ bit: UInt16, _ sign: String) -> String {
      character & 1 << bit != 0 ? sign : String(repeating: " ", count: sign.count)
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
