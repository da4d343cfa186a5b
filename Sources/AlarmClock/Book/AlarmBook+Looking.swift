extension AlarmBook {
  /// Returns the date before which repeating alarms are skipped, or `nil` if it has come.
  public func pause(at now: Instant, in zone: ZoneRules) -> LocalDate? {
    let today = zone.local(now).date
    return settings.pausedUntil.flatMap { $0 > today ? $0 : nil }
  }

  /// Returns the alarm's next occurrence that is not skipped.
  ///
  /// - Parameter armed: The alarm's armed occurrence.
  public func nextHeard(of alarm: Alarm, armed: ArmedOccurrence?, in zone: ZoneRules) -> Occurrence? {
    guard let armed else { return nil }
    guard armed.isSkipped else { return armed.occurrence }
    let (daysOff, ended) = (daysOff, armed.later.ended)
    var next = alarm.next(after: armed.due, in: zone, excluding: ended)
    while let coming = next, let reason = daysOff.reason(for: coming.key, of: alarm) {
      var after = coming.due
      if case .local(let local) = coming.key, let end = daysOff.end(of: reason, after: local.date, for: alarm) {
        // An exception within days off may ring.
        let date = min(end, alarm.days.firstException(after: local.date) ?? end)
        after = max(after, zone.resolve(LocalDateTime(date: date, time: .midnight)).instant - .nanoseconds(1))
      }
      next = alarm.next(after: after, in: zone, excluding: ended)
    }
    return next
  }

  /// The next ring of all alarms.
  public struct NextRing: Hashable, Sendable {
    public var alarm: Alarm
    public var occurrence: Occurrence

    public init(alarm: Alarm, occurrence: Occurrence) {
      self.alarm = alarm
      self.occurrence = occurrence
    }
  }

  // MARK: Restored copies

  /// An alarm that was disabled during a restore, with the reason.
  public struct Disabled: Hashable, Sendable {
    public var alarm: Alarm
    /// When its last ring was due, or `nil` if the reason is that no card could end it.
    public var passed: LocalDateTime?
  }

  /// Disables the alarms that can no longer ring, or that no card could end.
  public mutating func disableWhatIsOver(at now: Instant, in zone: ZoneRules) -> [Disabled] {
    var disabled: [Disabled] = []
    for index in alarms.indices where alarms[index].isEnabled {
      let alarm = alarms[index]
      let passed = alarm.passed(by: now, in: zone)
      guard passed != nil || !cards.contains(where: alarm.isAnswered) else { continue }
      disabled.append(Disabled(alarm: alarm, passed: passed))
      alarms[index].isEnabled = false
    }
    return disabled
  }
}

extension Alarm {
  /// Returns when its last ring was due, or `nil` if it is still to come or the alarm has no last ring.
  func passed(by now: Instant, in zone: ZoneRules) -> LocalDateTime? {
    switch recurrence {
    case .weekly: nil
    case .dated(let rule): next(after: now, in: zone) == nil ? rule.last.flatMap(occurrence(on:)) : nil
    case .instant(let due): due <= now ? zone.local(due) : nil
    case .once(let local): zone.resolve(local).instant <= now ? local : nil
    }
  }
}

extension ZoneRules {
  public func next(_ time: LocalTime, after now: Instant) -> LocalDateTime {
    let today = LocalDateTime(date: local(now).date, time: time)
    return resolve(today).instant > now ? today : LocalDateTime(date: today.date.adding(days: 1), time: time)
  }
}
