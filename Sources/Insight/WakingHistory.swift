import AlarmClock

/// The source of all measures. Rings are sorted by due time; their days are in the clock's current zone.
public struct WakingHistory: Sendable {
  /// Rings that ended under a trusted clock.
  public private(set) var rings: [MeasuredRing]
  /// Days of rings that a clock without a trusted time began or missed.
  public private(set) var untrusted: [LocalDate]
  /// All kinds, sorted by start time.
  public private(set) var happenings: [Happening]
  public private(set) var cards: [EnrolledCard]
  public let zone: ZoneRules
  public private(set) var now: Instant
  /// Whether the clock has a problem now that could make a ring fail.
  public let hasProblem: Bool
  public let bedtimeReminder: BedtimeReminder
  private(set) var days: [Day]

  /// A card that ends rings.
  public struct EnrolledCard: Hashable, Sendable {
    public var name: String
    public var created: Instant

    public init(name: String, created: Instant) {
      self.name = name
      self.created = created
    }
  }

  /// Settings of the reminder to go to bed.
  public enum BedtimeReminder: Hashable, Sendable {
    /// Without a bedtime, no reminder comes at all.
    case withoutBedtime
    case off
    /// On, but all reminders are switched off.
    case allOff
    /// Comes at this time of day or earlier.
    case on(LocalTime)

    public init(_ settings: Settings) {
      guard let bedtime = settings.bedtime else {
        self = .withoutBedtime
        return
      }
      switch settings.reminders.times[.bedtime] {
      case nil: self = .off
      case _? where !settings.reminders.isOn: self = .allOff
      case .at(let time): self = .on(time)
      case .usual, .automatic: self = .on(bedtime.adding(minutes: -30))
      }
    }
  }

  /// Data of a day for the scores; only days with rings have it.
  struct Day: Sendable {
    let date: LocalDate
    /// Including skipped ones.
    var rings: ArraySlice<MeasuredRing>
    var untrusted = 0
    /// Whether a bedtime test passed within 24 hours before the first ring that was not skipped.
    var isTested = false

    var counts: Bool { rings.contains { $0.outcome != .skipped } }
  }

  /// `rings`, of which unfinished ones are ignored, and `happenings` are in any order; `cards` end rings.
  public init(
    rings: [RingRecord], happenings: [Happening], cards: [EnrolledCard], zone: ZoneRules, now: Instant,
    hasProblem: Bool, bedtimeReminder: BedtimeReminder = .withoutBedtime
  ) {
    let happenings = happenings.sorted { $0.began < $1.began }
    let ended = rings.filter { $0.outcome != nil && $0.ended != nil }
      .sorted { ($0.due, $0.alarmID) < ($1.due, $1.alarmID) }
    let interruptions = Interruptions(happenings)
    self.rings = ended.filter(\.isTrusted).map { MeasuredRing($0, interruptions, in: zone) }
    untrusted = ended.filter { !$0.isTrusted }.map { zone.local($0.due).date }
    self.happenings = happenings
    self.cards = cards
    self.zone = zone
    self.now = now
    self.hasProblem = hasProblem
    self.bedtimeReminder = bedtimeReminder
    days = Self.days(self.rings, untrusted: untrusted, happenings)
  }

  /// The history as it was at the end of a day, but with the current problem and reminder.
  init(_ whole: WakingHistory, atTheEndOf day: LocalDate) {
    let midnight = LocalDateTime(date: day.adding(days: 1), time: .midnight)
    let end = whole.zone.resolve(midnight).instant - .nanoseconds(1)
    self = whole
    rings = Array(whole.rings[..<whole.first(from: day.adding(days: 1))])
    untrusted = whole.untrusted.filter { $0 <= day }
    happenings = Array(whole.happenings[..<Self.first(in: whole.happenings) { $0.began > end }])
    cards = whole.cards.filter { $0.created <= end }
    now = end
    // Their slices of `rings` remain valid.
    days = Array(whole.days[..<Self.first(in: whole.days) { $0.date > day }])
  }

  public var today: LocalDate { zone.local(now).date }

  public func last(_ days: Int) -> ClosedRange<LocalDate> { today.adding(days: 1 - days)...today }

  public func rings(in range: ClosedRange<LocalDate>) -> ArraySlice<MeasuredRing> {
    rings[first(from: range.lowerBound)..<first(from: range.upperBound.adding(days: 1))]
  }

  /// Returns the names of cards that the camera has read on these days: in a ring, ending it or not, or in a test.
  public func cardsRead(in range: ClosedRange<LocalDate>) -> Set<String> {
    let tested = happenings.filter { happening in
      Happening.cardReadings.contains(happening.kind) && range.contains(zone.local(happening.began).date)
    }
    return Set(rings(in: range).compactMap(\.record.card)).union(tested.compactMap(\.label))
  }

  private func first(from day: LocalDate) -> Int { Self.first(in: rings) { $0.day >= day } }

  /// Returns the index of the first wanted element, or the count. All elements after a wanted one must be wanted, too.
  public static func first<Element>(in elements: [Element], where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func days(_ rings: [MeasuredRing], untrusted: [LocalDate], _ happenings: [Happening]) -> [Day] {
    var days: [Day] = []
    var start = 0
    while start < rings.count {
      let end = rings[start...].firstIndex { $0.day != rings[start].day } ?? rings.count
      days.append(Day(date: rings[start].day, rings: rings[start..<end]))
      start = end
    }
    for date in untrusted {
      let place = first(in: days) { $0.date >= date }
      if place == days.count || days[place].date != date {
        days.insert(Day(date: date, rings: rings[0..<0]), at: place)
      }
      days[place].untrusted += 1
    }
    let tests = happenings.filter { $0.kind == .bedtimePassed }.map(\.ended).sorted()
    for place in days.indices {
      guard let due = days[place].rings.first(where: { $0.outcome != .skipped })?.record.due else { continue }
      let test = first(in: tests) { $0 >= due - .seconds(86_400) }
      days[place].isTested = test < tests.count && tests[test] <= due
    }
    return days
  }
}
