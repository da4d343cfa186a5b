import AlarmClock

/// 15. A one-time alarm is removed a day after its outcome if the clock was trusted at the outcome and for a day since,
///     was not set during that day, the zone has been the same for a day, and nothing rings. It takes two days if the
///     zone had changed within a day before the outcome. An alarm that was changed or came back stays for a day after
///     that. A missed alarm stays, because nobody acknowledges anything here, and so does one that the user disabled.
///     For a week after a trusted clock jumped forward by more than a week, nothing is removed.
extension Model {
  mutating func removeSpentAlarms() {
    guard let trustedSince else { return }
    noteLeap()
    if let leap, now >= leap, now <= leap + Self.week { return }
    guard zoneLeft <= .zero, ringing.isEmpty, now - trustedSince >= Self.day else { return }
    for (number, alarm) in alarms where isSpent(number, alarm) { remove(number) }
  }

  mutating func noteLeap() {
    guard isTrusted else { return }
    if let looked, now - looked.now - (monotonic - looked.monotonic) > Self.week { leap = now }
    looked = (now, monotonic)
  }

  private func isSpent(_ number: Int, _ alarm: Person) -> Bool {
    let key: Occurrence.Key
    switch alarm.recurrence {
    case .once(let local): key = .local(local)
    case .instant(let instant): key = .instant(instant)
    case .weekly, .dated: return false
    }
    let hasRung = !(waiting.keys.contains { $0.number == number } || passedOver.keys.contains { $0.number == number })
    guard !alarm.isEnabled, hasRung, let outcome = ended[Name(number: number, key: key)] else { return false }
    let isChanged = touched[number]?.contains { $0 > now - Self.day && $0 <= now } ?? false
    return outcome.isTrusted && ["dismissed", "skipped"].contains(outcome.word) && !isChanged
      && now - outcome.at >= Self.day * (outcome.isInDoubt ? 2 : 1)
  }

  /// Records the alarms that were just changed, added or brought back.
  mutating func touch(since before: [Int: Person]) {
    for (number, alarm) in alarms where !isSame(before[number], alarm) { touched[number, default: []].append(now) }
  }
}
