import AlarmClock

/// 0 to 100 for how something goes, higher is better.
public struct Score: Hashable, Sendable, Comparable {
  /// 0...100
  public let points: Int

  public init(_ points: Int) { self.points = min(max(0, points), 100) }

  /// A share of all, rounded half up.
  init(_ part: Int, of whole: Int) { self.init(part.halfUp(times: 100, over: whole)) }

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

  public static func < (left: Score, right: Score) -> Bool { left.points < right.points }

  /// nil without any.
  static func mean(_ scores: [Score]) -> Score? {
    guard !scores.isEmpty else { return nil }
    return Score(scores.reduce(0) { $0 + $1.points }.halfUp(times: 1, over: scores.count))
  }
}

extension Int {
  /// `self` × `factor` ÷ `divisor`, rounded half up; none of them is negative, and `divisor` is positive.
  func halfUp(times factor: Int, over divisor: Int) -> Int { (2 * self * factor + divisor) / (2 * divisor) }
}

/// What the scores of a day are made of: the seven days that end with it.
public struct DayScores: Hashable, Sendable {
  public let day: LocalDate
  /// On how many of the seven days a ring was dismissed or missed.
  public let days: Int
  public let waking: Waking?
  public let rhythm: Rhythm?
  public let readiness: Readiness?
  /// On how many of the seven days a card ended a ring.
  public let wakeTimes: Int

  public static let span = 7
  /// Fewer days say too little.
  public static let leastDays = 3

  /// nil: there is none of the three.
  public var overall: Score? { Score.mean([waking?.score, rhythm?.score, readiness?.score].compactMap(\.self)) }

  /// How soon after due.
  public struct Waking: Hashable, Sendable {
    public let score: Score
    /// Of each ring, 0...100, in the order in which they were due.
    public let marks: [Int]
  }

  /// How alike the days' wake times are.
  public struct Rhythm: Hashable, Sendable {
    public let score: Score
    /// The minute of the day that is nearest to all of them.
    public let usual: Int
    /// The minutes of the day, a day each, in their order.
    public let wakeMinutes: [Int]
    /// By how many minutes they are off, all together.
    public let distance: Int
  }

  /// Whether the clock was ready. Each part is 0...25.
  public struct Readiness: Hashable, Sendable {
    public let tested: Int
    public let testedDays: Int
    public let trusted: Int
    public let untrustedRings: Int
    public let spareCard: Int
    public let devices: Int
    public let quitRings: Int
    public let rings: Int
    /// The clock knows of a problem now, and this is its present day.
    public let hasProblem: Bool
    public var score: Score { Score(tested + trusted + spareCard + devices) }
  }
}
