import AlarmClock

/// 13. An alarm of theirs matches the one of mine that has its id. Otherwise it matches the first unmatched one of mine
///     with the same label and the same single time of day; without a label, or without a single time, all times must
///     be the same. Otherwise it matches the first that differs only in the number in its label (rule 14). Where a
///     match differs, the user chooses mine, theirs or both. With both, theirs is added beside mine under another id,
///     unless an earlier import has added it. A label that an import may have numbered is not a difference. What only
///     this clock has stays, and what only the other has is added. But an alarm of theirs that cannot ring again by a
///     trusted clock is left out, with the days off for it alone, unless mine has its id. Pauses and calendars match by
///     name in the same way, and are added beside mine under another name; the pause without a name is either mine or
///     theirs. The past makes no difference between alarms: an alarm that cannot ring again is disabled, and past
///     skips, dates and pauses of theirs are not imported. An import is refused while an alarm rings, or if it would
///     change a locked alarm or whether it rings.
extension Model {
  struct Theirs {
    var alarms: [(number: Int, alarm: Person)]
    var off: DaysOff
  }

  func hasRoom(for other: OtherClock) -> Bool { alarms.count + other.alarms.count <= OtherClock.mostAlarms }

  // MARK: What the copy holds

  func theirs(_ other: OtherClock) -> Theirs {
    var theirs = Theirs(alarms: [], off: DaysOff())
    for person in other.alarms {
      guard let made = alarm(person), !theirs.alarms.contains(where: { $0.number == made.number }) else { continue }
      theirs.alarms.append(made)
    }
    let today = wall.date(now, zone: zone)
    theirs.off.pausedUntil = other.pausedDays.map(today.adding(days:))
    func whom(_ whom: Whom) -> Whom? {
      guard case .alarm(let place) = whom else { return whom }
      guard !theirs.alarms.isEmpty else { return nil }
      return .alarm(theirs.alarms[place % theirs.alarms.count].number)
    }
    for (name, span) in other.pauses {
      theirs.off.pauses[name] = whom(span.whom).map {
        Pause(from: today.adding(days: span.from), until: today.adding(days: span.until), whom: $0)
      }
    }
    for (name, wish) in other.calendars {
      theirs.off.calendars[name] = whom(wish.whom).map {
        Holidays(dates: Set(wish.days.map(today.adding(days:))), whom: $0)
      }
    }
    return theirs
  }

  private func alarm(_ person: OtherClock.Person) -> (number: Int, alarm: Person)? {
    var alarm = Person(recurrence: .instant(now), catchUp: 15, silenceAfter: 60)
    let number: Int
    switch person.who {
    case .same(let index):
      guard let mine = self.number(index), let known = alarms[mine] else { return nil }
      (number, alarm) = (mine, known)
    case .twin(let index, let stranger):
      guard let mine = self.number(index), let known = alarms[mine] else { return nil }
      (number, alarm) = (OtherClock.numbers.lowerBound + stranger, known)
    case .stranger(let stranger):
      number = OtherClock.numbers.lowerBound + stranger
      (alarm.label, alarm.card) = (person.label, Human.card(of: number))
    }
    let armed = alarm.armed
    alarm.armed = nil
    guard let wish = person.wish else { return (number, alarm) }
    let recurrence = alarm.recurrence
    _ = apply(wish, to: &alarm)
    if person.keepsTimes {
      alarm.recurrence = recurrence
      if person.skips, let armed { alarm.skipped = armed.key }
    } else {
      (alarm.wanted, alarm.skipped) = ([:], nil)
    }
    if case .same = person.who, !person.label.isEmpty { alarm.label = person.label }
    (alarm.isEnabled, alarm.group) = (person.isEnabled, person.group)
    alarm.ringsOnHolidays = person.ringsOnHolidays
    let today = wall.date(now, zone: zone)
    for (days, wish) in person.dates {
      let date = today.adding(days: days)
      guard let usual = alarm.usual(on: date) else { continue }
      switch wish {
      case .skip: alarm.wanted[date] = .skips
      case .move(let time): alarm.wanted[date] = time == usual ? .rings : .moves(to: time)
      case .unskip: alarm.wanted[date] = .rings
      }
    }
    return (number, alarm)
  }

  // MARK: Which are the same

  /// Returns theirs without the alarms and days off that rule 13 leaves out.
  private func coming(_ theirs: Theirs) -> Theirs {
    let isCertain = isTrusted && zoneLeft <= .zero
    let away = Set(theirs.alarms.filter { isCertain && alarms[$0.number] == nil && isOver($0.alarm) }.map(\.number))
    func comes(_ whom: Whom) -> Bool {
      if case .alarm(let number) = whom { !away.contains(number) } else { true }
    }
    var coming = theirs
    coming.alarms = theirs.alarms.filter { !away.contains($0.number) }
    coming.off.pauses = theirs.off.pauses.filter { comes($0.value.whom) }
    coming.off.calendars = theirs.off.calendars.filter { comes($0.value.whom) }
    return coming
  }

  /// Returns the matching alarms of mine, by the numbers of theirs.
  private func partners(of theirs: Theirs) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    for (number, _) in theirs.alarms where alarms[number] != nil { partners[number] = number }
    for (number, other) in theirs.alarms where partners[number] == nil {
      partners[number] = order.first { mine in
        guard let own = alarms[mine], !partners.values.contains(mine), own.label == other.label else { return false }
        let times = (Self.oneTime(own), Self.oneTime(other))
        return own.label.isEmpty || times == (nil, nil) ? own.recurrence == other.recurrence : times.0 == times.1
      }
    }
    for (number, other) in theirs.alarms where partners[number] == nil {
      let free = order.filter { !partners.values.contains($0) }
      partners[number] = numbered(settled(other), in: free).first
    }
    return partners
  }

  private static func oneTime(_ alarm: Person) -> LocalTime? {
    switch alarm.recurrence {
    case .once, .instant: return nil
    case .weekly(_, let time): return time
    case .dated(let rule):
      switch rule.days {
      case .weeks(_, _, let time), .months(_, let time): return time
      case .cycle: return nil
      }
    }
  }

  /// Returns an alarm without its past skip and dates.
  private func settled(_ alarm: Person) -> Person {
    var alarm = alarm
    if let key = alarm.skipped, due(key) <= now { alarm.skipped = nil }
    let today = wall.date(now, zone: zone)
    alarm.wanted = alarm.wanted.filter { $0.key >= today }
    return alarm
  }

  /// Returns whether the only time of an alarm, or the last of several, has passed.
  func isOver(_ alarm: Person) -> Bool {
    if let key = alarm.recurrence.onlyKey { return due(key) <= now }
    guard case .dated(let rule) = alarm.recurrence, let until = rule.until else { return false }
    var hasSome = false
    for days in 1...100 {
      let date = until.adding(days: -days)
      guard let local = alarm.occurrence(on: date) else { continue }
      hasSome = true
      if due(.local(local)) > now, !wall.skips(date, zone: zone) { return false }
    }
    return hasSome
  }

  /// Returns the numbers of the copies of an alarm that earlier imports put beside mine, in the order of their labels.
  /// An alarm of mine that this import may change is not such a copy.
  private func beside(_ other: Person, among theirs: Theirs, _ partners: [Int: Int]) -> [Int] {
    let mine = order.filter { number in
      let its = theirs.alarms.first { partners[$0.number] == number }.map { comingHere($0.alarm) }
      return its.map { isAlike(alarms[number], $0) } ?? true
    }
    return numbered(other, in: mine)
  }

  /// Returns the alarms of mine that equal theirs but for the past and the label's number, in the order of labels.
  private func numbered(_ other: Person, in mine: [Int]) -> [Int] {
    Self.labels(from: other.label).flatMap { label in
      var copy = other
      copy.label = label
      return mine.filter { isSame(alarms[$0].map(settled), copy) }
    }
  }

  /// Returns whether mine equals theirs, except for the past and the number in the label.
  private func isAlike(_ own: Person?, _ other: Person) -> Bool {
    Self.labels(from: other.label).contains { label in
      var copy = other
      copy.label = label
      return isSame(own.map(settled), copy)
    }
  }

  // MARK: What comes of it

  mutating func take(_ other: OtherClock) -> Bool {
    guard hasRoom(for: other), ringing.isEmpty, waiting.isEmpty else { return false }
    var after = self
    after.merge(other)
    let isChanged = after.order != order || after.off != off || order.contains { !isSame(alarms[$0], after.alarms[$0]) }
    guard isChanged else { return true }
    for (number, alarm) in alarms where isLocked(number) {
      guard isSame(alarm, after.alarms[number]) else { return false }
      if let (key, armed) = alarm.armed, after.open(number, (key, armed.due))?.open.isSkipped != armed.isSkipped {
        return false
      }
      if let key = lockedKey(number), after.whyOff(number, alarm, key) != nil { return false }
    }
    let before = alarms
    self = after
    for number in order {
      refreshPassedOver(of: number, before: before[number])
      arm(number)
    }
    deed = nil
    return true
  }

  private mutating func merge(_ other: OtherClock) {
    let theirs = coming(theirs(other))
    let partners = partners(of: theirs)
    var numbers = Numbers(mine: partners)
    var (result, added, copies, renewed) = (alarms, [Int](), [Int](), [Int]())
    for (number, alarm) in theirs.alarms where partners[number] == nil {
      result[number] = comingHere(alarm)
      added.append(number)
    }
    for mine in order {
      guard let own = alarms[mine], let found = theirs.alarms.first(where: { partners[$0.number] == mine }) else {
        continue
      }
      let alarm = comingHere(found.alarm)
      guard !isAlike(own, alarm) else { continue }
      let known = beside(alarm, among: theirs, partners)
      numbers.known[mine] = known
      guard known.isEmpty else { continue }
      switch other.choice("alarm \(mine)") {
      case .mine: break
      case .theirs:
        result[mine] = alarm
        if own.label != alarm.label || isOver(own) { renewed.append(mine) }
      case .both:
        let number = OtherClock.firstCopy + copied
        copied += 1
        result[number] = alarm
        copies.append(number)
        numbers.made[mine] = number
      }
    }
    merge(theirs.off, numbers, other)
    alarms = result
    order += copies + added
    number(Set(renewed + copies + added))
  }

  /// Applies rule 14 to the alarms that an import adds or replaces.
  private mutating func number(_ coming: Set<Int>) {
    let ringing = order.filter { alarms[$0].map { !isOver($0) } ?? false }
    var taken = Set(ringing.filter { !coming.contains($0) }.compactMap { alarms[$0]?.label })
    for number in ringing where coming.contains(number) {
      guard let label = alarms[number]?.label else { continue }
      let free = Self.freeLabel(label, taken: taken)
      alarms[number]?.label = free
      taken.insert(free)
    }
  }

  private func comingHere(_ alarm: Person) -> Person {
    var alarm = settled(alarm)
    if isOver(alarm) { alarm.isEnabled = false }
    return alarm
  }
}
