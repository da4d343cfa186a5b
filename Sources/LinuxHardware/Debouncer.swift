/// Tells button presses from contact bounce by the timestamps of edges alone, so that a slow machine counts the same.
struct Debouncer: Hashable, Sendable {
  /// A level that lasts this long is not bounce; zero if every edge already is a stable level.
  let span: Duration
  /// The last stable state. The initial one does not count as a press.
  private(set) var isPressed: Bool
  private(set) var last: InputEdge?

  /// Records a change of level; returns whether the level before it was a press.
  mutating func edge(isActive: Bool, at moment: Duration) -> Bool {
    let wasPress = last.map { moment - $0.moment >= span && settle($0.isActive) } ?? false
    last = InputEdge(isActive: isActive, moment: moment)
    return wasPress
  }

  /// Records that the level, by default that of the last edge, is stable; returns whether it is a press.
  mutating func rest(isActive: Bool? = nil) -> Bool {
    defer { last = nil }
    return (isActive ?? last?.isActive).map { settle($0) } ?? false
  }

  private mutating func settle(_ isActive: Bool) -> Bool {
    defer { isPressed = isActive }
    return isActive && !isPressed
  }
}
