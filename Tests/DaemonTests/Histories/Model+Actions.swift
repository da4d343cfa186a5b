import AlarmClock
import Control

extension Model {
  /// Returns the number of the alarm that an action means.
  func number(_ index: Int) -> Int? {
    let numbers = alarms.keys.sorted()
    return numbers.isEmpty ? nil : numbers[index % numbers.count]
  }

  /// Returns the seconds from now to `offset` seconds after the next ring. Without one, it counts as an hour away.
  func seconds(toNextRing offset: Int) -> Int {
    let next = alarms.values.compactMap(\.armed?.open.due).min().map { ($0 - now).components.seconds } ?? 3600
    return max(0, Int(next) + offset)
  }

  /// Returns whether the action is accepted, as do the functions for single actions.
  mutating func act(_ action: Action) -> Bool {
    let (alarmsBefore, offBefore) = (alarms, off)
    switch action {
    case .pause, .add, .edit, .change, .date, .regroup, .namedPause, .calendar:
      guard carryOut(action) else { return false }
      note(since: alarmsBefore, offBefore)
      touch(since: alarmsBefore)
      return true
    case .undo, .take:
      defer { touch(since: alarmsBefore) }
      return carryOut(action)
    default: return carryOut(action)
    }
  }

  private mutating func carryOut(_ action: Action) -> Bool {
    switch action {
    case .pass(let seconds): pass(.seconds(seconds))
    case .approach(let offset): pass(.seconds(seconds(toNextRing: offset)))
    case .ntp(let seconds): set(error: .seconds(seconds), isTrusted: true)
    case .set(let seconds): set(error: error + .seconds(seconds), isTrusted: false)
    case .trust(let isTrusted): set(error: error, isTrusted: isTrusted)
    case .zone(let zone):
      use(zone: zone)
      take()
      clockChanged()
    case .restart(let off, let error, let isTrusted, let zone):
      deed = nil
      restart(off: .seconds(off), error: error.map { .seconds($0) }, isTrusted: isTrusted, zone: zone)
    case .pause(let days): return changeOff { off, today in off.pausedUntil = days.map(today.adding(days:)) }
    case .namedPause(let name, let span):
      guard let whom = whom(span?.whom) else { return false }
      return changeOff { off, today in
        off.pauses[name] = span.map {
          Pause(from: today.adding(days: $0.from), until: today.adding(days: $0.until), whom: whom)
        }
      }
    case .calendar(let name, let wish):
      guard let whom = whom(wish?.whom) else { return false }
      return changeOff { off, today in
        off.calendars[name] = wish.map { Holidays(dates: Set($0.days.map(today.adding(days:))), whom: whom) }
      }
    case .date(let index, let days, let wish):
      return number(index).map { want(wish, of: $0, on: wall.date(now, zone: zone).adding(days: days)) } ?? false
    case .regroup(let index, let group, let ringsOnHolidays):
      guard let number = number(index), var alarm = alarms[number], !isLocked(number) else { return false }
      (alarm.group, alarm.ringsOnHolidays) = (group, ringsOnHolidays)
      return save(alarm, number)
    case .add(let wish): return add(wish)
    case .edit(let index, let wish):
      guard let number = number(index), var alarm = alarms[number], !isLocked(number) else { return false }
      guard apply(wish, to: &alarm) else { return false }
      alarm.skipped = nil
      if alarm.recurrence.isOneOff { alarm.wanted = [:] }
      return saveRelabeled(alarm, number)
    case .change(let index, let change): return number(index).map { self.change($0, change) } ?? false
    case .undo: return undo()
    case .take(let other): return take(other)
    }
    return true
  }

  private mutating func changeOff(_ change: (inout DaysOff, LocalDate) -> Void) -> Bool {
    var changed = off
    change(&changed, wall.date(now, zone: zone))
    return use(changed)
  }

  /// Replaces the index of an alarm by its number. Returns `nil` if there is no alarm.
  func whom(_ whom: Whom?) -> Whom? {
    guard case .alarm(let index)? = whom else { return whom ?? .all }
    return number(index).map { .alarm($0) }
  }

  // MARK: Time

  mutating func pass(_ duration: Duration) {
    let end = monotonic + duration
    while true {
      let moments = moments
      let moment = max(monotonic, min(end, moments.min() ?? end))
      now += moment - monotonic
      monotonic = moment
      take()
      for (name, open) in ringing {
        if let ring = open.ring, monotonic >= ring.start + open.silenceAfter {
          self.end(name, open, "missed", isTrusted: ring.isTrusted)
        }
      }
      let shown = answers.filter { $0.at <= monotonic }.map(\.card)
      answers.removeAll { $0.at <= monotonic }
      for (name, open) in ringing where shown.contains(open.card) {
        if let ring = open.ring { self.end(name, open, "dismissed", isTrusted: ring.isTrusted) }
      }
      if let decision, decision <= monotonic { decideLate() }
      if let looks { if looks.next <= monotonic { look() } } else { settleZone() }
      if moment >= end, !moments.contains(where: { $0 <= end }) { return }
    }
  }

  mutating func set(error newError: Duration, isTrusted: Bool) {
    now += newError - error
    error = newError
    trustedSince = isTrusted ? now : nil
    take()
    // When each ring began, by the new time of day.
    for (name, open) in ringing {
      if let ring = open.ring { ringing[name]?.ring?.began = now - (monotonic - ring.start) }
    }
    clockChanged()
    if isTrusted, decision != nil { decideLate() }
  }

  // MARK: Rule 7

  var hasRoom: Bool { alarms.count < room.atOnce && created < room.inAll }

  private mutating func add(_ wish: Wish) -> Bool {
    guard hasRoom else { return false }
    var alarm = Person(recurrence: .instant(now), catchUp: wish.catchUp, silenceAfter: wish.silenceAfter)
    alarm.card = Human.card(of: created)
    guard apply(wish, to: &alarm), save(alarm, created) else { return false }
    created += 1
    return true
  }

  /// Applies a wish to an alarm. Returns whether its time is still to come.
  func apply(_ wish: Wish, to alarm: inout Person) -> Bool {
    alarm.catchUp = wish.catchUp
    (alarm.silenceAfter, alarm.lock) = (wish.silenceAfter, wish.lock)
    if let rule = wish.rule(today: wall.date(now, zone: zone)) { alarm.recurrence = .dated(rule) }
    switch wish.when {
    case .weekly(let days, let time): alarm.recurrence = .weekly(days, at: time)
    case .weeks, .months, .cycle: break
    case .delay(let minutes): alarm.recurrence = .instant(now + .seconds(minutes * 60))
    case .once(let days, let time):
      let local = LocalDateTime(date: wall.date(now, zone: zone).adding(days: days), time: time)
      alarm.recurrence = .once(local)
      return wall.first(local, zone: zone) > now
    }
    return true
  }

  mutating func save(_ alarm: Person, _ number: Int) -> Bool {
    let (before, passedOverBefore) = (alarms[number], passedOver)
    alarms[number] = alarm
    refreshPassedOver(of: number, before: before)
    let open = Array(ringing.keys) + waiting.keys + passedOver.keys
    if alarm.isEnabled, next(number) == nil, !open.contains(where: { $0.number == number }) {
      (alarms[number], passedOver) = (before, passedOverBefore)
      return false
    }
    if !order.contains(number) { order.append(number) }
    arm(number)
    return true
  }

  mutating func change(_ number: Int, _ change: ChangeAlarm.Change) -> Bool {
    guard var alarm = alarms[number] else { return false }
    if isLocked(number), ![.enable, .unskip].contains(change) { return false }
    switch change {
    case .remove:
      remove(number)
      return true
    case .disable: alarm.isEnabled = false
    case .unskip: alarm = unskipped(number, alarm)
    // With a date, this is done by `want`.
    case .move: return false
    case .skip:
      guard let armed = alarm.armed else { return false }
      alarm.skipped = armed.key
    case .enable:
      alarm.isEnabled = true
      if case .once(let local) = alarm.recurrence, due(.local(local)) <= now,
        case let name = Name(number: number, key: .local(local)),
        ringing[name] == nil, waiting[name] == nil, passedOver[name] == nil
      {
        let today = LocalDateTime(date: wall.date(now, zone: zone), time: local.time)
        let tomorrow = LocalDateTime(date: today.date.adding(days: 1), time: local.time)
        alarm.recurrence = .once(wall.first(today, zone: zone) > now ? today : tomorrow)
      }
    }
    return saveRelabeled(alarm, number)
  }

  /// Saves an alarm that the user changed. Numbers its label if its time had passed and another alarm has the label now.
  private mutating func saveRelabeled(_ alarm: Person, _ number: Int) -> Bool {
    var alarm = alarm
    if let before = alarms[number], isOver(before) {
      alarm.label = Self.freeLabel(
        alarm.label, taken: Set(alarms.filter { $0.key != number && !isOver($0.value) }.map(\.value.label)))
    }
    return save(alarm, number)
  }

  static func freeLabel(_ label: String, taken: Set<String>) -> String {
    labels(from: label).first { $0.isEmpty || !taken.contains($0) } ?? label
  }

  /// Returns a label, followed by the numbered labels that it gets if others have it.
  static func labels(from label: String) -> [String] {
    var words = label.split(separator: " ").map(String.init)
    guard let last = words.last else { return [""] }
    var next = 2
    if words.count > 1, let number = Int(last), number > 1 {
      words.removeLast()
      next = number + 1
    }
    return [label] + (next...next + 50).map { (words + ["\($0)"]).joined(separator: " ") }
  }

  mutating func remove(_ number: Int) {
    alarms[number] = nil
    order.removeAll { $0 == number }
    refreshPassedOver(of: number, before: nil)
  }

  // MARK: Rule 3

  mutating func restart(off: Duration, error newError: Duration?, isTrusted: Bool, zone newZone: Int?) {
    let truth = now - error + off
    error = newError ?? error
    now = truth + error
    monotonic += off
    trustedSince = isTrusted ? trustedSince ?? now : nil
    looked = nil
    if off >= .seconds(Action.shortestBoot) {
      boots = (boots.count + 1, monotonic)
      earlierCards = [:]
    }
    if let newZone { use(zone: newZone) }
    answers = []
    decision = isTrusted ? nil : monotonic + .seconds(60)
    var undecided: [(name: Name, open: Open)] = ringing.map { ($0, $1) } + waiting.map { ($0, $1) }
    undecided = undecided.map { ($0.name, following($0.name.key, $0.open)) }
    for (number, alarm) in alarms {
      guard let (key, open) = alarm.armed else { continue }
      let later = following(key, open)
      alarms[number]?.armed = later.due > now ? (key, later) : nil
      if later.due <= now { undecided.append((Name(number: number, key: key), later)) }
    }
    waiting = Dictionary(uniqueKeysWithValues: undecided.map { ($0.name, $0.open) })
    ringing = [:]
    // The occurrences after the passed ones may have passed too.
    for (name, passed) in undecided where passed.due <= now {
      guard let alarm = alarms[name.number], alarm.isEnabled, alarm.recurrence == passed.recurrence else { continue }
      for found in free(name.number, after: max(passed.due, now - Self.week), through: now)
      where found.key != alarm.armed?.key {
        guard let (key, open) = open(name.number, found) else { continue }
        waiting[Name(number: name.number, key: key)] = open
      }
    }
    for (name, open) in waiting where open.isSkipped { end(name, open, "skipped", isTrusted: isTrusted) }
    for (name, open) in passedOver where isToCome(name.key, of: open.recurrence) { passedOver[name] = nil }
    for (name, open) in waiting where open.due <= now && open.ring == nil { endPassedOver(of: name.number) }
    comeBack(waiting.map { ($0, $1) })
    clockChanged()
    for (name, open) in waiting.sorted(by: { $0.value.due < $1.value.due }) {
      let isTooLate = now - open.due >= max(open.catchUp, .seconds(30))
      let isOver = open.ring.map { now >= $0.began + open.silenceAfter } ?? isTooLate
      if isTrusted || !isOver { begin(name, open) }
    }
    beginLooks()
  }
}
