/// A change of brightness over half a second, level by level if there are few. `nil` is off, one level below 0.
public struct Fade: Hashable, Sendable {
  public static let length: Duration = .milliseconds(500)
  /// Limits the traffic on the display's bus.
  public static let mostSteps = 8

  public let target: Int?
  /// The levels still to come, ending with the target; empty when it has been reached.
  public private(set) var levels: [Int?]
  public let hold: Duration

  public init(from level: Int?, to target: Int?) {
    let (from, to) = (level ?? -1, target ?? -1)
    let steps = min(Self.mostSteps, abs(to - from))
    levels = (1...max(1, steps)).prefix(steps).map { step in
      let level = from + (to - from) * step / steps
      return level < 0 ? nil : level
    }
    self.target = target
    hold = Self.length / max(1, steps)
  }

  public mutating func next() -> Int? { levels.isEmpty ? target : levels.removeFirst() }
}
