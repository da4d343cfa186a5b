/// The way from one brightness to another: in half a second, by single levels where they are few. nil is off, a level below
/// 0.
public struct Fade: Hashable, Sendable {
  public static let length: Duration = .milliseconds(500)
  /// A bus is told no more than so often.
  public static let mostSteps = 8

  public let target: Int?
  /// One after another, the last of them the target; empty: it is there.
  public private(set) var levels: [Int?]
  /// How long each of them holds.
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

  /// Goes on by a step.
  public mutating func next() -> Int? { levels.isEmpty ? target : levels.removeFirst() }
}
