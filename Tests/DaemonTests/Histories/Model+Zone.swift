import AlarmClock

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
