/// The rings that calendars skip. Calendars come from elsewhere; they may be wrong or malicious.
extension AlarmBook {
  public struct Silencing: Hashable, Sendable {
    /// The earliest ones, at most `mostShown`.
    public var first: [Skip] = []
    public var count = 0
    /// A reason to ask the user for confirmation, or `nil` if the calendar skips no more than usual holidays do.
    public var doubt: Doubt?

    public struct Skip: Hashable, Sendable {
      public var alarmID: String
      public var label: String
      public var due: Instant
      /// The name of the holiday.
      public var title: String
    }

    public enum Doubt: Hashable, Sendable {
      /// The number of successive rings of one alarm that are skipped.
      case inARow(Int, alarm: String)
      /// The number of skipped rings of all alarms within `span` days.
      case often(Int, from: LocalDate)
      /// There is too much to check.
      case tooMuch
    }

    public static let mostShown = 20
    /// The limits beyond which skipped rings do not look like usual holidays: in a row, and within `span` days.
    public static let mostInARow = 3
    public static let leastOften = 20
    public static let span = 60
    static let mostLooks = 300_000
  }

  /// Returns the rings that calendars of this book skip together from now on, including those that another calendar or
  /// a pause skips as well.
  ///
  /// - Parameters:
  ///   - before: The holidays without the calendars. Rings that they skip raise no doubt.
  ///   - looks: The most checks of an alarm on a date, or `nil` for the usual limit.
  public func silencing(
    by calendars: [HolidayCalendar], over before: Holidays, at now: Instant, in zone: ZoneRules, looks: Int? = nil
  ) -> Silencing {
    let own = Holidays(calendars)
    var look = SilencingLook(
      own: DaysOff(holidays: own), was: DaysOff(holidays: before), daysOff: DaysOff(holidays: holidays), now: now,
      zone: zone, left: looks ?? Silencing.mostLooks)
    let dates = holidays.dates(near: own, within: Silencing.span, from: zone.local(now).date)
    for alarm in alarms where alarm.isEnabled && !alarm.recurrence.isOneOff { look.look(at: alarm, on: dates) }
    return look.result
  }

  /// Returns a reason to ask for confirmation of what calendars skip of an alarm, or `nil` if it is no more than usual.
  public func doubt(about alarm: Alarm, at now: Instant, in zone: ZoneRules) -> Silencing.Doubt? {
    AlarmBook(alarms: [alarm], holidays: holidays)
      .silencing(by: holidays.calendars, over: Holidays(), at: now, in: zone).doubt
  }
}

/// Checks alarms date by date. Pauses are ignored, because they end and can be ended early.
private struct SilencingLook {
  let own: DaysOff
  let was: DaysOff
  let daysOff: DaysOff
  let now: Instant
  let zone: ZoneRules
  var left: Int
  var skips: [AlarmBook.Silencing.Skip] = []
  /// The dates of rings that holidays skip, of all alarms.
  var skipped: [(date: LocalDate, isNew: Bool)] = []
  var longest: (count: Int, alarm: String) = (0, "")

  mutating func look(at alarm: Alarm, on dates: [LocalDate]) {
    var run = (count: 0, last: nil as Instant?, isNew: false)
    for date in dates {
      left -= 1
      guard left >= 0 else { return }
      guard let local = alarm.occurrence(on: date), title(of: local, alarm, in: daysOff) != nil else { continue }
      let due = zone.resolve(local).instant
      guard due > now else { continue }
      let isNew = title(of: local, alarm, in: was) == nil
      let goesOn = run.last.map { ringsNever(alarm, between: $0, and: .local(local)) } ?? false
      run = (goesOn ? run.count + 1 : 1, due, isNew || goesOn && run.isNew)
      if run.isNew, run.count > longest.count { longest = (run.count, alarm.name) }
      skipped.append((date, isNew))
      if let title = title(of: local, alarm, in: own) {
        skips.append(.init(alarmID: alarm.id, label: alarm.label, due: due, title: title))
      }
    }
  }

  private func title(of local: LocalDateTime, _ alarm: Alarm, in daysOff: DaysOff) -> String? {
    if case .holiday(let title, _)? = daysOff.reason(for: .local(local), of: alarm) { title } else { nil }
  }

  /// Whether every occurrence between two rings of an alarm is skipped.
  private mutating func ringsNever(_ alarm: Alarm, between last: Instant, and key: Occurrence.Key) -> Bool {
    var next = alarm.next(after: last, in: zone)
    while let coming = next, coming.key != key {
      left -= 1
      guard left >= 0, key.isLater(than: coming.key), daysOff.reason(for: coming.key, of: alarm) != nil else {
        return false
      }
      next = alarm.next(after: coming.due, in: zone)
    }
    return next != nil
  }

  var result: AlarmBook.Silencing {
    let first = skips.sorted { ($0.due, $0.alarmID) < ($1.due, $1.alarmID) }.prefix(AlarmBook.Silencing.mostShown)
    return AlarmBook.Silencing(first: Array(first), count: skips.count, doubt: doubt)
  }

  private var doubt: AlarmBook.Silencing.Doubt? {
    if left < 0 { return .tooMuch }
    if longest.count > AlarmBook.Silencing.mostInARow { return .inARow(longest.count, alarm: longest.alarm) }
    let all = skipped.sorted { $0.date < $1.date }
    var (start, lastNew) = (0, -1)
    var most = (count: 0, from: 0)
    for end in all.indices {
      while all[end].date.daysSinceEpoch - all[start].date.daysSinceEpoch >= AlarmBook.Silencing.span { start += 1 }
      if all[end].isNew { lastNew = end }
      if lastNew >= start, end - start + 1 > most.count { most = (end - start + 1, start) }
    }
    return most.count < AlarmBook.Silencing.leastOften ? nil : .often(most.count, from: all[most.from].date)
  }
}
