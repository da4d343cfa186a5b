import AlarmClock
import Hardware

/// The contents of a display: for each place a character, its dot, and the colon behind it. Places count from 1.
struct SegmentRow {
  let shape: DisplayShape
  private var cells: [Character]
  private var dots: Set<Int> = []
  private var colons: Set<Int> = []
  /// Places whose dot serves as a colon, lit or not.
  private var taken: Set<Int> = []

  init(_ shape: DisplayShape) {
    self.shape = shape
    cells = [Character](repeating: " ", count: shape.digits)
  }

  /// Writes characters into consecutive places; cuts what exceeds the row.
  mutating func write(_ text: some StringProtocol, at place: Int) {
    for (index, character) in zip(place..., text) where cells.indices.contains(index - 1) {
      cells[index - 1] = character
    }
  }

  /// Separates two places by a colon, or by a dot if the display has no colon there.
  mutating func separate(behind place: Int, isLit: Bool) {
    guard !shape.colons.contains(place) else {
      if isLit { colons.insert(place) }
      return
    }
    taken.insert(place)
    if isLit { dots.insert(place) }
  }

  mutating func point(behind place: Int) { dots.insert(place) }

  func isFree(_ place: Int) -> Bool { shape.dots.contains(place) && !taken.contains(place) }

  /// Formatted like `DisplayFace.text`.
  var text: String {
    var text = ""
    for (place, character) in zip(1..., cells) {
      text.append(character)
      if dots.contains(place), shape.dots.contains(place) { text.append(".") }
      if colons.contains(place) { text.append(":") }
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension DisplayShape {
  func middle(of count: Int) -> Int { 1 + max(0, digits - count) / 2 }

  /// Returns the first place of the time. Its hour ends before a colon if the display has one. Otherwise the time
  /// starts at the left, where the dot that replaces the colon leaves the most dots for marks.
  func start(ofTime count: Int) -> Int {
    let start = (colons.min() ?? 0) - 1
    return start >= 1 && start + count - 1 <= digits ? start : 1
  }

  /// Whether a colon stands behind the hour; otherwise a dot or nothing separates it.
  var hasHourColon: Bool { colons.contains(start(ofTime: 4) + 1) }

  var hasRoomForSeconds: Bool { digits >= 6 }

  /// Returns the digit whose dot shows a mark, the same on all displays of one shape. Returns `nil` if the display has
  /// no such dot; callers also omit a mark whose dot serves as a colon. Only `rouse status` shows an omitted mark.
  ///
  /// | digits | pm | power | alarm | clock | miss |
  /// |---|---|---|---|---|---|
  /// | 4 | 1 | 2 | 3 | – | 4 |
  /// | 6 | 1 | 2 | 3 | 5 | 6 |
  /// | 8 | 1 | 2 | 3 | 5 | 8 |
  ///
  /// On displays without a colon the second dot replaces it. The power mark then moves to the fourth dot of six digits
  /// (which shows it only without seconds) or the seventh of eight, and is omitted on four digits.
  ///
  /// On four digits the whole time blinks instead of a clock mark.
  public func place(of mark: FaceMark) -> Int? {
    switch mark {
    case .pm: 1
    case .power where hasHourColon: 2
    case .power: digits >= 8 ? 7 : digits >= 6 ? 4 : nil
    case .alarm: 3
    case .clock: digits >= 6 ? 5 : nil
    case .miss: digits
    }
  }
}

extension DisplayShape.Segments {
  /// Returns the segments that draw a character, or `nil` if nothing does.
  func shape(of character: Character) -> UInt16? {
    switch self {
    case .seven: SegmentFont.sevenSegments(for: character).map { UInt16($0) }
    case .fourteen: AlphanumericFont.fourteenSegments(for: character)
    }
  }

  func draws(_ character: Character) -> Bool { shape(of: character) != nil }
}
