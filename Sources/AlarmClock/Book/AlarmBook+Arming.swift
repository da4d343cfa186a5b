extension AlarmBook {
  /// The next occurrence of an alarm, and what it will do. What has ended, is open or was passed over does not come again.
  public func next(of alarm: Alarm, at moment: Moment) -> ArmedOccurrence? {
    guard alarm.isEnabled else { return nil }
    let standing = moment.standing(of: alarm.id)
    let used = standing.ended.union(standing.unsettled)
    return alarm.next(after: moment.now, in: moment.zone, excluding: used).map {
      armed($0, of: alarm, used: used)
    }
  }

  /// What an occurrence of an alarm will do.
  ///
  /// - Parameter used: the keys that do not come again.
  private func armed(_ occurrence: Occurrence, of alarm: Alarm, used: Set<Occurrence.Key>) -> ArmedOccurrence {
    let later = ArmedOccurrence.Later(
      ended: used.filter { $0.isLater(than: occurrence.key) },
      skipped: alarm.skippedKey.flatMap { $0.isLater(than: occurrence.key) ? $0 : nil }, days: alarm.days)
    return ArmedOccurrence(
      occurrence: occurrence, plan: settings.plan(for: alarm), recurrence: alarm.recurrence,
      isSkipped: daysOff.reason(for: occurrence.key, of: alarm) != nil, later: later)
  }

  /// What is armed, or was passed over, as it would be armed by the alarm and the settings of now.
  private func renewed(_ armed: ArmedOccurrence, of alarm: Alarm) -> ArmedOccurrence {
    var armed = armed
    armed.plan = settings.plan(for: alarm)
    armed.isSkipped = daysOff.reason(for: armed.occurrence.key, of: alarm) != nil
    armed.later.days = alarm.days
    return armed
  }

  /// What was passed over of an alarm, after a change of it or of the settings; nothing where it would not be armed any more.
  ///
  /// - Parameter before: as the alarm was.
  func stillPassedOver(of alarm: Alarm, before: Alarm?, at moment: Moment) -> [ArmedOccurrence] {
    guard let before, alarm.isEnabled, before.recurrence == alarm.recurrence else { return [] }
    return moment.standing(of: alarm.id).passedOver.filter { alarm.has($0.occurrence.key) }
      .map { renewed($0, of: alarm) }
  }

  /// What is armed of an alarm as the book and the clock of now say; nil: that is armed already.
  public func rearming(_ alarm: Alarm, at moment: Moment) -> Arming? {
    let standing = moment.standing(of: alarm.id)
    let next = next(of: alarm, at: moment)
    guard next != standing.armed else { return nil }
    return Arming(alarmID: alarm.id, next: next, passedOver: nil, staying: standing.unsettled)
  }

  /// What is armed of every alarm, and what was passed over, when this book takes the place of another one.
  public func installing(over before: AlarmBook, at moment: Moment) -> [Arming] {
    let known = Dictionary(before.alarms.map { ($0.id, $0) }) { first, _ in first }
    return alarms.map { alarm in
      Arming(
        alarmID: alarm.id, next: next(of: alarm, at: moment),
        passedOver: stillPassedOver(of: alarm, before: known[alarm.id], at: moment))
    }
  }

  /// What is armed after a change of the settings: it carries the plan that it will ring with. Only what differs.
  func replanning(at moment: Moment) -> [Write] {
    alarms.compactMap { alarm in
      let standing = moment.standing(of: alarm.id)
      let next = standing.armed.map { renewed($0, of: alarm) }
      let passedOver = stillPassedOver(of: alarm, before: alarm, at: moment)
      guard next != standing.armed || !passedOver.isEmpty else { return nil }
      return .arm(Arming(alarmID: alarm.id, next: next, passedOver: passedOver))
    }
  }

  /// The occurrences of an alarm that were to come, or were passed over, and have passed in the zone of now; the earliest first.
  public func passedOver(_ alarm: Alarm, at moment: Moment) -> [ArmedOccurrence] {
    let (now, zone) = (moment.now, moment.zone)
    let standing = moment.standing(of: alarm.id)
    func passed(_ armed: ArmedOccurrence) -> Occurrence? {
      let key = armed.occurrence.key
      let resolved = key.resolved(in: zone)
      return resolved.instant > now
        ? nil : Occurrence(key: key, due: resolved.instant, adjustment: resolved.adjustment)
    }
    var all = standing.passedOver.compactMap(passed)
    // What is due by now, whatever the zone, is about to ring.
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

  /// The occurrences of an alarm after one that came due while nobody ran, as they would have been armed since, and have
  /// passed as well.
  public func successors(of ring: ArmedOccurrence, by now: Instant, in zone: ZoneRules) -> [ArmedOccurrence] {
    guard let alarm = alarm(ring.plan.alarmID), alarm.isEnabled, alarm.recurrence == ring.recurrence else { return [] }
    var found: [ArmedOccurrence] = []
    var last = ring
    last.later.days = alarm.days
    let daysOff = daysOff
    while var next = last.successor(at: now, in: zone, daysOff: daysOff), next.due <= now {
      next.isSkipped = next.isSkipped || alarm.skippedKey == next.occurrence.key
      found.append(next)
      last = next
    }
    return found
  }
}
