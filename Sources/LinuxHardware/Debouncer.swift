/// Tells presses of a button from the bouncing of its contacts. Pure: it goes by the times of the edges, so that a machine
/// that is late hears of no other presses than one that is not.
struct Debouncer: Hashable, Sendable {
  private struct Edge: Hashable {
    var isActive: Bool
    var moment: Duration
  }

  /// A level that holds for so long is no bouncing.
  private let span: Duration
  /// As it was last at rest.
  private var isPressed: Bool
  private var last: Edge?

  /// - Parameters:
  ///   - span: zero where every edge tells of a level that holds.
  ///   - isPressed: whether it is pressed at the beginning, which counts as no press.
  init(span: Duration, isPressed: Bool) {
    self.span = span
    self.isPressed = isPressed
  }

  /// The level has changed; whether what went before was a press.
  mutating func edge(isActive: Bool, at moment: Duration) -> Bool {
    let wasPress = last.map { moment - $0.moment >= span && settle($0.isActive) } ?? false
    last = Edge(isActive: isActive, moment: moment)
    return wasPress
  }

  /// The level holds; whether that is a press.
  ///
  /// - Parameter isActive: nil: it is what the last edge told.
  mutating func rest(isActive: Bool? = nil) -> Bool {
    defer { last = nil }
    return (isActive ?? last?.isActive).map { settle($0) } ?? false
  }

  private mutating func settle(_ isActive: Bool) -> Bool {
    defer { isPressed = isActive }
    return isActive && !isPressed
  }
}
