import Hardware

/// What stands in each place of a display: a character, its dot, and the colon behind it. Places count from 1.
struct SegmentRow {
  let shape: DisplayShape
  private var cells: [Character]
  private var dots: Set<Int> = []
  private var colons: Set<Int> = []
  /// Places whose dot stands for a colon, lit or not.
  private var taken: Set<Int> = []

  init(_ shape: DisplayShape) {
    self.shape = shape
    cells = [Character](repeating: " ", count: shape.digits)
  }

  /// Writes characters, each into a place of its own; what exceeds the row is cut.
  mutating func write(_ text: some StringProtocol, at place: Int) {
    for (index, character) in zip(place..., text) where cells.indices.contains(index - 1) {
      cells[index - 1] = character
    }
  }

  /// The colon behind a place; where there is none its dot, or nothing.
  mutating func separate(behind place: Int, isLit: Bool) {
    guard !shape.colons.contains(place) else {
      if isLit { colons.insert(place) }
      return
    }
    taken.insert(place)
    if isLit { dots.insert(place) }
  }

  mutating func point(behind place: Int) { dots.insert(place) }

  /// Whether a mark can have the dot of a place.
  func isFree(_ place: Int) -> Bool { shape.dots.contains(place) && !taken.contains(place) }

  /// As `DisplayFace.text` has it.
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
  /// Where a text of so many characters begins that stands in the middle.
  func middle(of count: Int) -> Int { 1 + max(0, digits - count) / 2 }

  /// Where the time begins: so that a colon stands behind its hour; without a colon at the left, where the dot that stands
  /// for it leaves most marks theirs.
  func start(ofTime count: Int) -> Int {
    let start = (colons.min() ?? 0) - 1
    return start >= 1 && start + count - 1 <= digits ? start : 1
  }

  /// A colon stands behind the hour; else a dot does in its place, or nothing.
  var hasHourColon: Bool { colons.contains(start(ofTime: 4) + 1) }

  /// Seconds stand behind the minutes.
  var hasRoomForSeconds: Bool { digits >= 6 }
}

extension DisplayShape.Segments {
  /// Whether they can draw a character.
  func draws(_ character: Character) -> Bool {
    switch self {
    case .seven: SegmentFont.sevenSegments(for: character) != nil
    case .fourteen: AlphanumericFont.fourteenSegments(for: character) != nil
    }
  }
}
