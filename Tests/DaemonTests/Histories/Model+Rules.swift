import AlarmClock

/// The occurrences of an alarm.
///
/// 9. An alarm on weekdays every few weeks counts from the week of its first date; weeks begin on Monday. A monthly
///    alarm has the first to fourth, or the last, of some weekdays. A shift cycle has a time or nothing for each day,
///    repeated from its first date on. No alarm has an occurrence before its first date, or on or after its end date.
extension Model {
  // MARK: Rule 1

  func due(_ key: Occurrence.Key) -> Instant {
    switch key {
    case .instant(let instant): instant
    case .local(let local): wall.first(local, zone: zone)
    }
  }

  func isFree(_ name: Name) -> Bool {
    ended[name] == nil && ringing[name] == nil && waiting[name] == nil && passedOver[name] == nil
  }

  /// Returns the occurrences in (`after`, `limit`] that have no outcome and neither ring nor wait, in order. If `limit`
  /// is `nil`, returns only the first one, searching 400 days.
  func free(_ number: Int, after: Instant, through limit: Instant?) -> [(key: Occurrence.Key, due: Instant)] {
    guard let alarm = alarms[number] else { return [] }
    func fits(_ key: Occurrence.Key) -> Instant? {
      let due = due(key)
      return due > after && due <= limit ?? .max && isFree(Name(number: number, key: key)) ? due : nil
    }
    switch alarm.recurrence {
    case .once(let local): return fits(.local(local)).map { [(.local(local), $0)] } ?? []
    case .instant(let instant): return fits(.instant(instant)).map { [(.instant(instant), $0)] } ?? []
    case .weekly, .dated:
      var found: [(key: Occurrence.Key, due: Instant)] = []
      var date = wall.date(after, zone: zone).adding(days: -1)
      let last = limit.map { wall.date($0, zone: zone).adding(days: 1) } ?? date.adding(days: 400)
      while date <= last, limit != nil || found.isEmpty {
        if let local = alarm.occurrence(on: date), let due = fits(.local(local)), !wall.skips(date, zone: zone) {
          found.append((.local(local), due))
        }
        date = date.adding(days: 1)
      }
      return found
    }
  }

  func open(_ number: Int, _ found: (key: Occurrence.Key, due: Instant)) -> (key: Occurrence.Key, open: Open)? {
    guard let alarm = alarms[number] else { return nil }
    let open = Open(
      due: found.due, isSkipped: alarm.skipped == found.key || whyOff(number, alarm, found.key) != nil,
      recurrence: alarm.recurrence, catchUp: .seconds(alarm.catchUp * 60),
      silenceAfter: .seconds(alarm.silenceAfter * 60), lock: .seconds(alarm.lock * 60), card: alarm.card)
    return (found.key, open)
  }

  func next(_ number: Int) -> (key: Occurrence.Key, open: Open)? {
    guard alarms[number]?.isEnabled == true else { return nil }
    return free(number, after: now, through: nil).first.flatMap { open(number, $0) }
  }

  /// Returns the alarm's next occurrence that is not skipped.
  func heard(_ number: Int) -> Occurrence.Key? {
    guard let (key, open) = alarms[number]?.armed else { return nil }
    guard open.isSkipped else { return key }
    return free(number, after: open.due, through: open.due + .seconds(200 * 86_400))
      .first { self.open(number, $0)?.open.isSkipped == false }?.key
  }

  mutating func arm(_ number: Int) {
    let next = next(number)
    alarms[number]?.armed = next
  }

  /// Returns whether a rule has no occurrence after this one.
  func isLast(_ key: Occurrence.Key, of recurrence: Recurrence) -> Bool {
    guard case .dated(let rule) = recurrence else { return recurrence.isOneOff }
    guard case .local(let local) = key, let until = rule.until else { return false }
    var date = max(local.date, until.adding(days: -400)).adding(days: 1)
    while date < until {
      if Self.time(rule, on: date) != nil { return false }
      date = date.adding(days: 1)
    }
    return true
  }

  // MARK: Rule 9

  static func time(_ rule: DatedRule, on date: LocalDate) -> LocalTime? {
    if let from = rule.from, date < from { return nil }
    if let until = rule.until, date >= until { return nil }
    switch rule.days {
    case .weeks(let days, let every, let time):
      guard days.contains(date.weekday) else { return nil }
      guard every > 1, let from = rule.from else { return time }
      var monday = date
      while monday.weekday != .monday { monday = monday.adding(days: -1) }
      while monday > from { monday = monday.adding(days: -7 * every) }
      // Steps of `every` weeks either hit the week of the first date or jump over it.
      return monday.adding(days: 6) >= from ? time : nil
    case .months(let days, let time):
      let isLast = date.adding(days: 7).month != date.month
      var number = 0
      var earlier = date
      while earlier.month == date.month {
        number += 1
        earlier = earlier.adding(days: -7)
      }
      let names: [MonthDays.Place] = [.first, .second, .third, .fourth]
      let isNamed = number <= 4 && days.contains(names[number - 1], date.weekday)
      return isNamed || isLast && days.contains(.last, date.weekday) ? time : nil
    case .cycle(let times):
      guard let from = rule.from else { return nil }
      return times[Int(date.daysSinceEpoch - from.daysSinceEpoch) % times.count]
    }
  }
}

extension Model.Person {
  /// Returns the time that the rule has on a date.
  func usual(on date: LocalDate) -> LocalTime? {
    switch recurrence {
    case .once, .instant: nil
    case .weekly(let days, let time): days.contains(date.weekday) ? time : nil
    case .dated(let rule): Model.time(rule, on: date)
    }
  }

  /// Returns the occurrence on a date, moved if the user moved it.
  func occurrence(on date: LocalDate) -> LocalDateTime? {
    usual(on: date).map { usual in
      if case .move(let time) = wanted[date] { return LocalDateTime(date: date, time: time) }
      return LocalDateTime(date: date, time: usual)
    }
  }

  /// Returns whether the alarm still has this occurrence on its date.
  func has(_ key: Occurrence.Key) -> Bool {
    guard !recurrence.isOneOff, case .local(let local) = key else { return true }
    return occurrence(on: local.date) == local
  }
}
