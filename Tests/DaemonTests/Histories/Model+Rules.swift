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
    if let key = alarm.recurrence.onlyKey { return fits(key).map { [(key, $0)] } ?? [] }
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

extension Recurrence {
  /// The only occurrence of a one-off.
  var onlyKey: Occurrence.Key? {
    switch self {
    case .once(let local): .local(local)
    case .instant(let instant): .instant(instant)
    case .weekly, .dated: nil
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
      if case .moves(let time) = wanted[date] { return LocalDateTime(date: date, time: time) }
      return LocalDateTime(date: date, time: usual)
    }
  }

  /// Returns whether the alarm still has this occurrence on its date.
  func has(_ key: Occurrence.Key) -> Bool {
    guard !recurrence.isOneOff, case .local(let local) = key else { return true }
    return occurrence(on: local.date) == local
  }
}

/// The effects of a zone change.
///
/// a. A waiting occurrence is armed again once the current zone or clock puts it in the future. It rings if they put it
///    less than catch-up in the past.
/// b. It is missed (skipped, if that was asked for) when its alarm rings next, or once the zone has been the same for a
///    day by the monotonic clock. After a power cut, that day counts by the time of day if this was trusted before and
///    is now; it ends a day after the cut at the latest.
/// c. An outcome from before the zone was the same for a day is forgotten once another zone makes it later, and still
///    to come.
/// d. An occurrence that has not begun to ring when the power returns is due at the later of two times: the one it was
///    armed for, and its time in the current zone.
/// e. An edit that leaves an alarm's times alone keeps its waiting occurrences; any other edit, and disabling, drops
///    them. So does a change of the time on that date. Days off keep the waiting occurrences of an alarm that its end
///    disabled.
extension Model {
  struct Settling: Hashable {
    /// The end of the day by the monotonic clock (`end`) and by the time of day (`due`).
    var end: Duration
    var due: Instant
    var isTrusted: Bool
    /// The number of power cuts before it began.
    var boot: Int
  }

  static let day: Duration = .seconds(86_400)

  mutating func use(zone newZone: Int) {
    guard newZone != zone else { return }
    zone = newZone
    settling = Settling(end: monotonic + Self.day, due: now + Self.day, isTrusted: false, boot: boots.count)
  }

  // MARK: Rule b

  var zoneLeft: Duration {
    guard let settling else { return .zero }
    guard settling.boot != boots.count else { return max(.zero, settling.end - monotonic) }
    let latest = max(.zero, boots.last + Self.day - monotonic)
    return isTrusted && settling.isTrusted ? min(latest, max(.zero, settling.due - now)) : latest
  }

  mutating func renewZone() {
    guard isTrusted, let old = settling, old.boot == boots.count else { return }
    settling?.due = now + (old.end - monotonic)
    settling?.isTrusted = true
  }

  mutating func settleZone() {
    guard zoneLeft <= .zero else { return }
    for number in Set(passedOver.keys.map(\.number)) { endPassedOver(of: number) }
    settling = nil
  }

  mutating func endPassedOver(of number: Int) {
    for (name, open) in passedOver where name.number == number {
      end(name, open, open.isSkipped ? "skipped" : "missed_unrung", isTrusted: isTrusted)
    }
  }

  // MARK: Rules a, c and d

  /// Returns whether an occurrence is still to come. A repeating alarm has none on a date that the zone skips.
  func isToCome(_ key: Occurrence.Key, of recurrence: Recurrence) -> Bool {
    if !recurrence.isOneOff, case .local(let local) = key, wall.skips(local.date, zone: zone) { return false }
    return due(key) > now
  }

  func isToCome(_ name: Name, _ outcome: Ended) -> Bool {
    guard isToCome(name.key, of: outcome.recurrence) else { return false }
    return !outcome.isTrusted && outcome.due > now || outcome.isInDoubt && due(name.key) > outcome.due
  }

  func following(_ key: Occurrence.Key, _ open: Open) -> Open {
    var open = open
    if open.ring == nil { open.due = max(open.due, due(key)) }
    return open
  }

  mutating func followZone(_ number: Int) {
    guard let alarm = alarms[number] else { return }
    let mine = passedOver.keys.filter { $0.number == number }
    for name in mine where isToCome(name.key, of: alarm.recurrence) { passedOver[name] = nil }
    var passed = passedOver.keys.filter { $0.number == number && due($0.key) <= now }
      .map { (key: $0.key, due: due($0.key)) }
    if let (key, open) = alarm.armed, open.due > now, due(key) <= now {
      passed.append((key, due(key)))
      passed += free(number, after: due(key), through: now)
    }
    for found in passed.sorted(by: { $0.due < $1.due }) {
      guard let (key, open) = open(number, found) else { continue }
      if !open.isSkipped, now - open.due < max(open.catchUp, .seconds(30)) {
        passedOver[Name(number: number, key: key)] = nil
        alarms[number]?.armed = (key, open)
        return
      }
      passedOver[Name(number: number, key: key)] = open
    }
    arm(number)
  }

  // MARK: Rule e

  mutating func refreshPassedOver(of number: Int, before: Person?) {
    for name in passedOver.keys where name.number == number {
      guard let alarm = alarms[number], alarm.isEnabled, alarm.recurrence == before?.recurrence,
        let old = passedOver[name], alarm.has(name.key)
      else {
        passedOver[name] = nil
        continue
      }
      passedOver[name] = open(number, (name.key, old.due))?.open
    }
  }
}
