extension AlarmBook {
  /// Returns the alarm's next occurrence and its plan, without those that have ended, are open or were passed over.
  public func next(of alarm: Alarm, at moment: Moment) -> ArmedOccurrence? {
    guard alarm.isEnabled else { return nil }
    let standing = moment.standing(of: alarm.id)
    let used = standing.ended.union(standing.unsettled)
    return alarm.next(after: moment.now, in: moment.zone, excluding: used).map {
      armed($0, of: alarm, used: used)
    }
  }

  /// - Parameter used: The keys that must not come again.
  private func armed(_ occurrence: Occurrence, of alarm: Alarm, used: Set<Occurrence.Key>) -> ArmedOccurrence {
    ArmedOccurrence(
      occurrence: occurrence, plan: settings.plan(for: alarm), recurrence: alarm.recurrence,
      isSkipped: daysOff.reason(for: occurrence.key, of: alarm) != nil,
      ended: used.filter { $0.isLater(than: occurrence.key) },
      skippedKey: alarm.skippedKey.flatMap { $0.isLater(than: occurrence.key) ? $0 : nil }, days: alarm.days)
  }

  /// Returns an armed or passed-over occurrence with its plan updated to the current alarm and settings.
  private func renewed(_ armed: ArmedOccurrence, of alarm: Alarm) -> ArmedOccurrence {
    var armed = armed
    armed.plan = settings.plan(for: alarm)
    armed.isSkipped = daysOff.reason(for: armed.occurrence.key, of: alarm) != nil
    armed.days = alarm.days
    return armed
  }

  /// Returns the passed-over occurrences that the alarm still has after a change to it (from `before`) or to settings.
  func stillPassedOver(of alarm: Alarm, before: Alarm?, at moment: Moment) -> [ArmedOccurrence] {
    guard let before, alarm.isEnabled, before.recurrence == alarm.recurrence else { return [] }
    return moment.standing(of: alarm.id).passedOver.filter { alarm.has($0.occurrence.key) }
      .map { renewed($0, of: alarm) }
  }

  /// Returns the arming that the book and the current time call for, or `nil` if that occurrence is already armed.
  public func rearming(_ alarm: Alarm, at moment: Moment) -> Arming? {
    let standing = moment.standing(of: alarm.id)
    let next = next(of: alarm, at: moment)
    guard next != standing.armed else { return nil }
    return Arming(alarmID: alarm.id, next: next, passedOver: nil, staying: standing.unsettled)
  }

  /// Returns the armings of all alarms, passed-over occurrences included, when this book replaces `before`.
  public func installing(over before: AlarmBook, at moment: Moment) -> [Arming] {
    let known = Dictionary(before.alarms.map { ($0.id, $0) }) { first, _ in first }
    return alarms.map { alarm in
      Arming(
        alarmID: alarm.id, next: next(of: alarm, at: moment),
        passedOver: stillPassedOver(of: alarm, before: known[alarm.id], at: moment))
    }
  }

  /// Returns the writes that update armed plans after a change to the settings, for alarms that it affects.
  func replanning(at moment: Moment) -> [Write] {
    alarms.compactMap { alarm in
      let standing = moment.standing(of: alarm.id)
      let next = standing.armed.map { renewed($0, of: alarm) }
      let passedOver = stillPassedOver(of: alarm, before: alarm, at: moment)
      guard next != standing.armed || !passedOver.isEmpty else { return nil }
      return .arm(Arming(alarmID: alarm.id, next: next, passedOver: passedOver))
    }
  }

  /// Returns the alarm's armed and passed-over occurrences that are past in the current zone, earliest first.
  public func passedOver(_ alarm: Alarm, at moment: Moment) -> [ArmedOccurrence] {
    let (now, zone) = (moment.now, moment.zone)
    let standing = moment.standing(of: alarm.id)
    func passed(_ armed: ArmedOccurrence) -> Occurrence? {
      let occurrence = armed.occurrence.key.resolved(in: zone)
      return occurrence.due > now ? nil : occurrence
    }
    var all = standing.passedOver.compactMap(passed)
    // An occurrence that is due by now, in any zone, is about to ring.
    var next = standing.armed.flatMap { armed in
      armed.due > now && armed.recurrence == alarm.recurrence ? passed(armed) : nil
    }
    guard next != nil || !all.isEmpty else { return [] }
    let used = standing.ended.union(standing.open)
    while let found = next, found.due <= now {
      all.append(found)
      next = alarm.next(after: found.due, in: zone, excluding: used.union(all.map(\.key)))
    }
    return all.sorted { $0.due < $1.due }.map { armed($0, of: alarm, used: used) }
  }

  /// Returns the past occurrences after one that came due while the daemon was down, as it would have armed them.
  public func successors(of ring: ArmedOccurrence, by now: Instant, in zone: ZoneRules) -> [ArmedOccurrence] {
    guard let alarm = alarm(ring.plan.alarmID), alarm.isEnabled, alarm.recurrence == ring.recurrence else { return [] }
    var found: [ArmedOccurrence] = []
    var last = ring
    last.days = alarm.days
    let daysOff = daysOff
    while var next = last.successor(at: now, in: zone, daysOff: daysOff), next.due <= now {
      next.isSkipped = next.isSkipped || alarm.skippedKey == next.occurrence.key
      found.append(next)
      last = next
    }
    return found
  }
}
