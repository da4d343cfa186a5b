import AlarmClock

/// A rating of 0 to 100; higher is better.
public struct Score: Hashable, Sendable {
  public let points: Int

  public init(_ points: Int) { self.points = min(max(0, points), 100) }

  public enum Word: String, Hashable, Sendable, CaseIterable {
    case excellent = "Excellent"
    case needsAttention = "Needs attention"
    case priority = "Priority"
  }

  public var word: Word {
    switch points {
    case 80...: .excellent
    case 50...: .needsAttention
    default: .priority
    }
  }
}

extension Int {
  /// Returns `self` × `factor` ÷ `divisor`, rounded half up. No operand may be negative, nor `divisor` zero.
  func halfUp(times factor: Int, over divisor: Int) -> Int { (2 * self * factor + divisor) / (2 * divisor) }
}

/// Scores of a day, from the seven days that end with it.
public struct DayScores: Hashable, Sendable {
  public let day: LocalDate
  /// Number of the seven days with a ring that was dismissed or missed.
  public let days: Int
  public let waking: Waking?
  public let rhythm: Rhythm?
  public let readiness: Readiness?
  /// Number of the seven days on which a card ended a ring.
  public let wakeTimes: Int

  public static let span = 7
  /// Fewer days give no score.
  public static let leastDays = 3

  /// The mean of the existing scores; `nil` if there are none.
  public var overall: Score? {
    let points = [waking?.score, rhythm?.score, readiness?.score].compactMap { $0?.points }
    return points.isEmpty ? nil : Score(points.reduce(0, +).halfUp(times: 1, over: points.count))
  }

  /// How soon cards came after due.
  public struct Waking: Hashable, Sendable {
    public let score: Score
    /// Marks of the rings, 0...100, sorted by due time.
    public let marks: [Int]
  }

  /// Regularity of the wake times.
  public struct Rhythm: Hashable, Sendable {
    public let score: Score
    /// The minute of the day nearest to all wake times.
    public let usual: Int
    /// Wake times as minutes of the day, one for each day, in order.
    public let wakeMinutes: [Int]
    /// Sum of their distances from `usual`, in minutes.
    public let distance: Int
  }

  /// Readiness of the clock, in four parts of 0...25.
  public struct Readiness: Hashable, Sendable {
    public let tested: Int
    public let testedDays: Int
    public let trusted: Int
    public let untrustedRings: Int
    public let spareCard: Int
    public let devices: Int
    public let quitRings: Int
    public let rings: Int
    /// Whether the clock has a problem now. Always `false` for earlier days.
    public let hasProblem: Bool
    public var score: Score { Score(tested + trusted + spareCard + devices) }
  }
}
