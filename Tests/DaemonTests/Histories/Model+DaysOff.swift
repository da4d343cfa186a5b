import AlarmClock

/// Days off, and single dates of repeating alarms.
///
/// 10. The user's wish for a date comes first: the alarm skips the date or rings on it, at its usual time or another.
///     Otherwise each pause skips the dates from its first up to, but not including, its last, for all alarms, one
///     alarm or a group. Then calendars skip their dates, unless the alarm rings on holidays. Changing days off affects
///     neither rings nor occurrences that wait for trust.
/// 11. A date can be skipped or moved while the alarm's occurrence on it is still to come, does not ring and has not
///     ended. It can be moved only to a time for which the same holds. Restoring a date brings back the rule's own
///     occurrence while that is still to come, and makes it ring even on a day off. Each of the three replaces an
///     earlier skip of the date. A command without a date means the next ring: it is skipped once, or restored, but not
///     out of a pause.
extension Model {
  struct Pause: Hashable {
    var from: LocalDate
    var until: LocalDate
    var whom: Whom
  }

  struct Holidays: Hashable {
    var dates: Set<LocalDate>
    var whom: Whom
  }

  struct DaysOff: Hashable {
    var pausedUntil: LocalDate?
    var pauses: [String: Pause] = [:]
    var calendars: [String: Holidays] = [:]
  }

  enum Why {
    case wanted, pause, holiday
  }

  // MARK: Rule 10

  func whyOff(_ number: Int, _ alarm: Person, _ key: Occurrence.Key) -> Why? {
    guard !alarm.recurrence.isOneOff, case .local(let local) = key else { return nil }
    func isMeant(_ whom: Whom) -> Bool {
      switch whom {
      case .all: true
      case .alarm(let other): other == number
      case .group(let group): group == alarm.group
      }
    }
    if let wanted = alarm.wanted[local.date] { return wanted == .skips ? .wanted : nil }
    if let until = off.pausedUntil, local.date < until { return .pause }
    if off.pauses.values.contains(where: { $0.from <= local.date && local.date < $0.until && isMeant($0.whom) }) {
      return .pause
    }
    guard !alarm.ringsOnHolidays else { return nil }
    return off.calendars.values.contains { $0.dates.contains(local.date) && isMeant($0.whom) } ? .holiday : nil
  }

  mutating func use(_ changed: DaysOff) -> Bool {
    let before = off
    off = changed
    guard !skipsWhatIsLocked(since: before) else {
      off = before
      return false
    }
    for (number, alarm) in alarms where alarm.isEnabled {
      arm(number)
      refreshPassedOver(of: number, before: alarm)
    }
    return true
  }

  // MARK: Rule 11

  private func isToCome(_ number: Int, _ local: LocalDateTime) -> Bool {
    let name = Name(number: number, key: .local(local))
    return due(name.key) > now && ended[name] == nil && ringing[name] == nil && waiting[name] == nil
  }

  mutating func want(_ wish: OnDate, of number: Int, on date: LocalDate) -> Bool {
    guard var alarm = alarms[number], let usual = alarm.usual(on: date), let local = alarm.occurrence(on: date) else {
      return false
    }
    let own = LocalDateTime(date: date, time: usual)
    switch wish {
    case .skip:
      guard !isLocked(number), isToCome(number, local) else { return false }
      alarm.wanted[date] = .skips
    case .move(let time):
      guard !isLocked(number), isToCome(number, local), isToCome(number, LocalDateTime(date: date, time: time)) else {
        return false
      }
      alarm.wanted[date] = time == usual ? .rings : .moves(to: time)
    case .unskip:
      if local != own || alarm.wanted[date] == .moves(to: usual), isLocked(number) { return false }
      guard isToCome(number, own) else { return false }
      alarm.wanted[date] = nil
      if whyOff(number, alarm, .local(own)) != nil { alarm.wanted[date] = .rings }
    }
    if case .local(let skipped) = alarm.skipped, skipped.date == date { alarm.skipped = nil }
    return save(alarm, number)
  }

  func unskipped(_ number: Int, _ alarm: Person) -> Person {
    var alarm = alarm
    alarm.skipped = nil
    guard let key = alarm.armed?.key, case .local(let local) = key else { return alarm }
    if alarm.wanted[local.date] == .skips { alarm.wanted[local.date] = nil }
    if whyOff(number, alarm, key) == .holiday { alarm.wanted[local.date] = .rings }
    return alarm
  }
}

/// Rule 13 for pauses and calendars.
extension Model {
  /// Alarm numbers of this clock, by the numbers that imported days off refer to.
  struct Numbers {
    /// Numbers of mine, by the numbers of theirs.
    var mine: [Int: Int]
    /// Numbers of copies that earlier imports put beside mine. Days off of theirs now apply to the first copy, unless
    /// they were imported before for mine or for another copy.
    var known: [Int: [Int]] = [:]
    /// Numbers of the copies that this import puts beside mine.
    var made: [Int: Int] = [:]
  }

  mutating func merge(_ theirs: DaysOff, _ numbers: Numbers, _ other: OtherClock) {
    let today = wall.date(now, zone: zone)
    func called(_ whom: Whom, _ numbers: [Int: Int]) -> Whom {
      if case .alarm(let number) = whom { .alarm(numbers[number] ?? number) } else { whom }
    }
    Self.merge(&off.pauses, theirs.pauses.filter { $0.value.until > today }, numbers) { pause, numbers in
      Pause(from: pause.from, until: pause.until, whom: called(pause.whom, numbers))
    } choice: {
      other.choice("pause \($0)")
    }
    Self.merge(&off.calendars, theirs.calendars, numbers) { calendar, numbers in
      Holidays(dates: calendar.dates, whom: called(calendar.whom, numbers))
    } choice: {
      other.choice("calendar \($0)")
    }
    func coming(_ date: LocalDate?) -> LocalDate? { date.flatMap { $0 > today ? $0 : nil } }
    if coming(off.pausedUntil) != coming(theirs.pausedUntil), other.choice("setting pause") == .theirs {
      off.pausedUntil = coming(theirs.pausedUntil)
    }
  }

  private static func merge<Thing: Hashable>(
    _ mine: inout [String: Thing], _ theirs: [String: Thing], _ numbers: Numbers,
    called: (Thing, [Int: Int]) -> Thing, choice: (String) -> ImportChoice
  ) {
    let before = mine
    for (name, thing) in theirs {
      let here = called(thing, numbers.mine)
      let most = numbers.known.values.map(\.count).max() ?? 0
      let forms =
        [here]
        + (0..<most).map { place in
          called(here, numbers.known.compactMapValues { place < $0.count ? $0[place] : nil })
        }
      guard !forms.contains(where: { before[name] == $0 }) else { continue }
      let made = called(called(here, numbers.known.compactMapValues(\.first)), numbers.made)
      guard before[name] != nil else {
        mine[name] = made
        continue
      }
      guard !names(beside: name).contains(where: { name in forms.contains { before[name] == $0 } }) else { continue }
      switch choice(name) {
      case .mine: break
      case .theirs: mine[name] = made
      case .both:
        let taken = Set(before.keys).union(theirs.keys)
        if let free = names(beside: name).first(where: { !taken.contains($0) }) { mine[free] = made }
      }
    }
  }

  private static func names(beside name: String) -> some Sequence<String> {
    (1...30).lazy.map { number in "\(name) (\(number == 1 ? "theirs" : "theirs \(number)"))" }
  }
}
