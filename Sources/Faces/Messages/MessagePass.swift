import AlarmClock

/// One showing of a message: it stands still if it fits, scrolls if that is allowed, and is split into pages otherwise.
public struct MessagePass: Hashable, Sendable {
  /// The time for one step of scrolling. 2.5 steps a second stay below the three flashes a second that WCAG 2.3.1
  /// allows, and a letter stays visible for 1.6 s on four digits, because people read segment letters one by one.
  public static let pace: Duration = .milliseconds(400)
  /// The wait before the first step and after the last, so that the eye finds the beginning.
  public static let pause: Duration = .milliseconds(1_600)
  public static let still: Duration = .seconds(5)

  private enum Way: Hashable {
    case pages([String], each: Duration)
    case scroll(cells: [String], digits: Int)
  }

  private let way: Way

  /// `cells` is as in `MessageDrawing`; the display has `digits`, at least 1; `moves` is whether the text may scroll.
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

  /// Returns the time that scrolling the same letters into view would take, plus the time to notice a new page.
  static func pageLength(digits: Int) -> Duration { pause + pace * digits }

  public var length: Duration {
    switch way {
    case .pages(let pages, let each): each * pages.count
    case .scroll(let cells, let digits): Self.pause * 2 + Self.pace * (cells.count - digits + 1)
    }
  }

  /// Returns the visible text at `elapsed`, and how long it holds: more than zero within `length`.
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

  /// Divides in whole nanoseconds, so that rounding never skips an edge.
  private static func count(of part: Duration, in elapsed: Duration) -> Int {
    Int(elapsed.wholeNanoseconds / part.wholeNanoseconds)
  }

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
