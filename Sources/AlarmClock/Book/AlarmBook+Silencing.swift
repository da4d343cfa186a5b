/// The rings that calendars skip. Calendars come from elsewhere; they may be wrong or malicious.
extension AlarmBook {
  /// The rings that a calendar of this book skips.
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
    fileprivate static let mostLooks = 300_000
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
      own: own, was: before, now: holidays, at: now, in: zone, left: looks ?? Silencing.mostLooks)
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

extension Holidays {
  /// Returns the dates from `first` on, in order, that are at most `days` days away from a date in `others`.
  fileprivate func dates(near others: Holidays, within days: Int, from first: LocalDate) -> [LocalDate] {
    let centers = others.dates(from: first)
    var place = 0
    return dates(from: first).filter { date in
      while place < centers.count, centers[place].adding(days: days) < date { place += 1 }
      return place < centers.count && centers[place] <= date.adding(days: days)
    }
  }

  private func dates(from first: LocalDate) -> [LocalDate] {
    Set(calendars.flatMap { $0.days.map(\.date) }).filter { $0 >= first }.sorted()
  }
}

extension BookComparison {
  /// Returns the rings that each differing calendar of theirs would skip here, by its name: rings of my alarms and of
  /// alarms that only they have.
  ///
  /// All calendars together use no more checks than one added calendar.
  public func silencings(at now: Instant, in zone: ZoneRules) -> [String: AlarmBook.Silencing] {
    var book = mine
    var coming: [HolidayCalendar] = []
    for difference in differences {
      switch difference {
      case .alarm(nil, let added?): book.alarms.append(added)
      case .calendar(_, let other?): coming.append(other)
      case .alarm, .pause, .calendar, .preset, .setting: break
      }
    }
    var silencings: [String: AlarmBook.Silencing] = [:]
    for calendar in coming {
      book.holidays = mine.holidays.saving(calendar)
      silencings[calendar.name] = book.silencing(
        by: [calendar], over: mine.holidays, at: now, in: zone, looks: AlarmBook.Silencing.mostLooks / coming.count)
    }
    return silencings
  }

  /// Returns a reason to ask for confirmation of what all calendars added by a merge skip together, or `nil` if it is
  /// no more than usual.
  public func doubt(
    about merged: AlarmBook, at now: Instant, in zone: ZoneRules
  ) -> (calendars: [String], doubt: AlarmBook.Silencing.Doubt)? {
    let coming = merged.holidays.calendars.filter { mine.holidays.calendar($0.name) != $0 }
    return merged.silencing(by: coming, over: mine.holidays, at: now, in: zone).doubt.map { (coming.map(\.name), $0) }
  }
}

/// Checks alarms date by date. Pauses are ignored, because they end and can be ended early.
private struct SilencingLook {
  private let own: DaysOff
  private let was: DaysOff
  private let daysOff: DaysOff
  private let now: Instant
  private let zone: ZoneRules
  private var left: Int
  private var skips: [AlarmBook.Silencing.Skip] = []
  /// The dates of rings that holidays skip, of all alarms.
  private var skipped: [(date: LocalDate, isNew: Bool)] = []
  private var longest: (count: Int, alarm: String) = (0, "")

  init(own: Holidays, was: Holidays, now daysOff: Holidays, at now: Instant, in zone: ZoneRules, left: Int) {
    (self.own, self.was, self.daysOff) = (DaysOff(holidays: own), DaysOff(holidays: was), DaysOff(holidays: daysOff))
    (self.now, self.zone, self.left) = (now, zone, left)
  }

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
