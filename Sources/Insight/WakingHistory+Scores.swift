import AlarmClock

/// The scores, as defined in this module's article `Measures`.
extension WakingHistory {
  /// Milliseconds from due to the card that still give full marks.
  static let soon: Int64 = 60_000
  /// Milliseconds from which on there are no marks.
  static let late: Int64 = 900_000
  /// Minutes from the usual wake time, on average, at which the score is 0.
  static let noRhythm = 90

  /// Returns the scores of each day, including those without rings.
  public func scores(in range: ClosedRange<LocalDate>) -> [DayScores] {
    let count = Int(range.upperBound.daysSinceEpoch - range.lowerBound.daysSinceEpoch)
    return (0...count).map { scores(of: range.lowerBound.adding(days: $0)) }
  }

  public func scores(of day: LocalDate) -> DayScores {
    let week = days(in: day.adding(days: 1 - DayScores.span)...day)
    let counted = week.filter(\.counts)
    let wakes = week.compactMap { $0.wakeMinute }
    let enough = counted.count >= DayScores.leastDays
    return DayScores(
      day: day, days: counted.count, waking: enough ? Self.waking(counted) : nil,
      rhythm: wakes.count >= DayScores.leastDays ? Self.rhythm(wakes) : nil,
      readiness: enough ? readiness(of: day, week, counted) : nil, wakeTimes: wakes.count)
  }

  func days(in range: ClosedRange<LocalDate>) -> ArraySlice<Day> {
    let start = Self.first(in: days) { $0.date >= range.lowerBound }
    return days[start...].prefix { $0.date <= range.upperBound }
  }

  private static func waking(_ days: [Day]) -> DayScores.Waking {
    let marks = days.flatMap(\.rings).compactMap(mark)
    return DayScores.Waking(score: Score(marks.reduce(0, +).halfUp(times: 1, over: max(1, marks.count))), marks: marks)
  }

  /// Returns 0...100, or `nil` for a skipped ring.
  static func mark(_ ring: MeasuredRing) -> Int? {
    guard ring.outcome != .skipped else { return nil }
    guard let time = ring.timeToCard else { return 0 }
    let left = late - min(max(time, soon), late)
    return Int(left).halfUp(times: 100, over: Int(late - soon))
  }

  private static let minutesOfDay = 1440

  private static func rhythm(_ minutes: [Int]) -> DayScores.Rhythm {
    let (usual, distance) = usualMinute(of: minutes)
    let worst = noRhythm * minutes.count
    let points = max(0, worst - distance).halfUp(times: 100, over: worst)
    return DayScores.Rhythm(score: Score(points), usual: usual, wakeMinutes: minutes, distance: distance)
  }

  /// Returns the first minute of the day with the least sum of distances, and that sum; midnight for no minutes.
  static func usualMinute(of minutes: [Int]) -> (minute: Int, distance: Int) {
    let sums = (0..<minutesOfDay).map { minute in minutes.reduce(0) { $0 + distance(minute, $1) } }
    let least = sums.min() ?? 0
    return (sums.firstIndex(of: least) ?? 0, least)
  }

  /// Returns the distance in minutes, the shorter way around the clock.
  private static func distance(_ one: Int, _ other: Int) -> Int {
    let way = abs(one - other)
    return min(way, minutesOfDay - way)
  }

  private static let part = 25
  private static let enoughCards = 2

  private func readiness(of day: LocalDate, _ week: ArraySlice<Day>, _ counted: [Day]) -> DayScores.Readiness {
    let rings = counted.flatMap(\.rings).filter { $0.outcome != .skipped }
    let untrusted = week.reduce(0) { $0 + $1.untrusted }
    let quit = rings.count(where: \.isQuit)
    let tested = counted.count(where: \.isTested)
    let isAmiss = hasProblem && day == today
    func share(_ part: Int, of whole: Int) -> Int { part.halfUp(times: Self.part, over: max(1, whole)) }
    return DayScores.Readiness(
      tested: share(tested, of: counted.count), testedDays: tested,
      trusted: share(rings.count, of: rings.count + untrusted), untrustedRings: untrusted,
      spareCard: cards.count { zone.local($0.created).date <= day } >= Self.enoughCards ? Self.part : 0,
      devices: isAmiss ? 0 : share(rings.count - quit, of: rings.count), quitRings: quit, rings: rings.count,
      hasProblem: isAmiss)
  }
}

extension WakingHistory.Day {
  /// Minute of the day of the first card; `nil` if none came.
  var wakeMinute: Int? {
    rings.filter { $0.wakeMinute != nil }.min { ($0.record.ended ?? .max) < ($1.record.ended ?? .max) }?.wakeMinute
  }
}
