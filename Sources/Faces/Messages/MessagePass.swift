import AlarmClock

/// How a message goes over the display once: it stands where it fits, else it scrolls, or where nothing is to move it comes
/// page by page.
public struct MessagePass: Hashable, Sendable {
  /// From one digit to the next. Two and a half steps a second stay below the three flashes a second that WCAG 2.3.1
  /// allows at most, and each letter can be seen for 1.6 s on four digits: letters of segments are read one by one.
  public static let pace: Duration = .milliseconds(400)
  /// Before the first step and after the last one: the eye has to find where it begins.
  public static let pause: Duration = .milliseconds(1_600)
  /// For what fits.
  public static let still: Duration = .seconds(5)

  private enum Way: Hashable {
    /// Texts, each for so long.
    case pages([String], each: Duration)
    /// So many steps to the left.
    case scroll(cells: [String], digits: Int)
  }

  private let way: Way

  /// - Parameters:
  ///   - cells: what each digit shows, as `MessageDrawing` has it.
  ///   - digits: how many the display has, at least 1.
  ///   - moves: it may scroll.
  public init(_ cells: [String], digits: Int, moves: Bool) {
    precondition(digits > 0)
    if cells.count <= digits {
      way = .pages([cells.joined()], each: Self.still)
    } else if moves {
      way = .scroll(cells: cells, digits: digits)
    } else {
      way = .pages(Self.pages(of: cells, digits: digits), each: Self.pageLength(digits: digits))
    }
  }

  /// As long as its letters would be new while they scroll, and as long as it takes to see that they have changed.
  static func pageLength(digits: Int) -> Duration { pause + pace * digits }

  public var length: Duration {
    switch way {
    case .pages(let pages, let each): each * pages.count
    case .scroll(let cells, let digits): Self.pause * 2 + Self.pace * (cells.count - digits + 1)
    }
  }

  /// What is to be seen so long after its beginning, and how long that holds: more than zero within its length.
  public func view(at elapsed: Duration) -> (text: String, holds: Duration) {
    switch way {
    case .pages(let pages, let each):
      let index = min(pages.count - 1, Self.count(of: each, in: elapsed))
      return (pages[index], each * (index + 1) - elapsed)
    case .scroll(let cells, let digits):
      let last = cells.count - digits
      let first = Self.pause + Self.pace
      let step = elapsed < first ? 0 : min(last, 1 + Self.count(of: Self.pace, in: elapsed - first))
      let end = step == last ? length : first + Self.pace * step
      return (cells[step..<step + digits].joined(), end - elapsed)
    }
  }

  /// In whole numbers, so that none of its ends is missed.
  private static func count(of part: Duration, in elapsed: Duration) -> Int {
    Int(elapsed.wholeNanoseconds / part.wholeNanoseconds)
  }

  /// Whole words where they fit; a longer one goes on over pages.
  private static func pages(of cells: [String], digits: Int) -> [String] {
    var pages: [[String]] = []
    var page: [String] = []
    func turn() {
      if !page.isEmpty { pages.append(page) }
      page = []
    }
    for word in cells.split(separator: " ") {
      if page.count + 1 + word.count > digits { turn() }
      if !page.isEmpty { page.append(" ") }
      for cell in word {
        if page.count == digits { turn() }
        page.append(cell)
      }
    }
    turn()
    return pages.map { $0.joined() }
  }
}
