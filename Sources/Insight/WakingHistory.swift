import AlarmClock

/// All that the measures are made of: rings, what went on beside them, and a few facts of the present.
///
/// Its rings are in the order in which they were due, by the days of the clock's zone as it is now.
public struct WakingHistory: Sendable {
  /// Those that have ended under a trusted clock.
  public let rings: [MeasuredRing]
  /// On which days rings ended that a clock without a trusted time began or missed.
  public let untrusted: [LocalDate]
  /// Of every kind, in the order in which they began.
  public let happenings: [Happening]
  public let cards: [EnrolledCard]
  public let zone: ZoneRules
  public let now: Instant
  /// Whether the clock knows at this moment of something that could make a ring fail.
  public let hasProblem: Bool
  /// Whether people are reminded to go to bed, as things are set.
  public let bedtimeReminder: BedtimeReminder
  let days: [Day]
  /// Where each day is in `days`.
  let places: [LocalDate: Int]

  /// A card that ends rings.
  public struct EnrolledCard: Hashable, Sendable {
    public var name: String
    public var created: Instant

    public init(name: String, created: Instant) {
      self.name = name
      self.created = created
    }
  }

  /// What is set of the reminder to go to bed.
  public enum BedtimeReminder: Hashable, Sendable {
    /// Without a bedtime no reminder comes at all.
    case withoutBedtime
    case off
    /// It is chosen, but all reminders are switched off.
    case allOff
    /// It comes at this time of day, or earlier.
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

  /// What a score asks of one day; only days with rings have one.
  struct Day: Sendable {
    let date: LocalDate
    /// Skipped ones too.
    var rings: ArraySlice<MeasuredRing>
    var untrusted = 0
    /// A test before the night has passed in the 24 hours up to the first ring that was not skipped.
    var isTested = false

    /// It has a ring that was not skipped.
    var counts: Bool { rings.contains { $0.outcome != .skipped } }
  }

  /// - Parameters:
  ///   - rings: in any order; one that has not ended is left out.
  ///   - happenings: in any order.
  ///   - cards: those that end rings.
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
    places = Dictionary(days.enumerated().map { ($1.date, $0) }) { first, _ in first }
  }

  /// As it was at the end of a day; what has begun since is left out.
  func asItWas(atTheEndOf day: LocalDate) -> WakingHistory {
    let end = zone.resolve(LocalDateTime(date: day.adding(days: 1), time: .midnight)).instant - .nanoseconds(1)
    return WakingHistory(self, until: end, day)
  }

  private init(_ whole: WakingHistory, until end: Instant, _ day: LocalDate) {
    rings = Array(whole.rings[..<whole.first(from: day.adding(days: 1))])
    untrusted = whole.untrusted.filter { $0 <= day }
    happenings = Array(whole.happenings[..<Self.first(in: whole.happenings) { $0.began > end }])
    cards = whole.cards.filter { $0.created <= end }
    (zone, now) = (whole.zone, end)
    (hasProblem, bedtimeReminder) = (whole.hasProblem, whole.bedtimeReminder)
    // Their rings keep their places.
    days = Array(whole.days[..<Self.first(in: whole.days) { $0.date > day }])
    places = whole.places.filter { $0.key <= day }
  }

  /// The local date of this moment.
  public var today: LocalDate { zone.local(now).date }

  /// Those of some days, a slice of `rings`.
  public func rings(in range: ClosedRange<LocalDate>) -> ArraySlice<MeasuredRing> {
    rings[first(from: range.lowerBound)..<first(from: range.upperBound.adding(days: 1))]
  }

  /// The names of the cards that the camera has read within some days: they ended a ring, were shown to one, or were tested.
  public func cardsRead(in range: ClosedRange<LocalDate>) -> Set<String> {
    let tested = happenings.filter { happening in
      Happening.cardReadings.contains(happening.kind) && range.contains(zone.local(happening.began).date)
    }
    return Set(rings(in: range).compactMap(\.record.card)).union(tested.compactMap(\.label))
  }

  /// The place of the first ring of this day or a later one.
  private func first(from day: LocalDate) -> Int { Self.first(in: rings) { $0.day >= day } }

  /// The place of the first element that is as wanted, of those after which all others are, too; their end: none is.
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
