/// A segment display drawn for a terminal: text without colour, dark segments left blank.
///
///      ━━   ━━     ━━   ━━
///     ┃  ┃    ┃ ●    ┃ ┃  ┃
///                  ━━
///     ┃  ┃    ┃ ●    ┃ ┃  ┃
///      ━━          ━━   ━━
public enum SegmentDrawing {
  /// Five lines of equal width: a digit takes four columns, and one column parts it from the next; the colon stands
  /// in three columns in the middle of the row.
  public static func lines(for pattern: SegmentPattern) -> [String] {
    let digits = pattern.digits.map(lines(for:))
    let half = digits.count / 2
    return (0..<5).map { row in
      let left = digits[..<half].map { $0[row] }.joined(separator: " ")
      let right = digits[half...].map { $0[row] }.joined(separator: " ")
      return left + (pattern.isColonLit && row % 2 == 1 ? " ● " : "   ") + right
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
}
