/// What the book says of what is to come.
extension AlarmBook {
  /// The date before which repeating alarms are skipped; nil once it has come.
  public func pause(at now: Instant, in zone: ZoneRules) -> LocalDate? {
    let today = zone.local(now).date
    return settings.pausedUntil.flatMap { $0 > today ? $0 : nil }
  }

  /// The next occurrence of an alarm that is neither skipped nor paused.
  ///
  /// - Parameter armed: what is armed of it.
  public func nextHeard(of alarm: Alarm, armed: ArmedOccurrence?, in zone: ZoneRules) -> Occurrence? {
    guard let armed else { return nil }
    guard armed.isSkipped else { return armed.occurrence }
    let pause = settings.pausedUntil
    let end =
      pause.map { zone.resolve(LocalDateTime(date: $0, time: .midnight)).instant - .nanoseconds(1) } ?? armed.due
    var next = alarm.recurrence.next(after: armed.due, in: zone)
    while let coming = next, alarm.recurrence.isPaused(coming, until: pause) {
      next = alarm.recurrence.next(after: max(coming.due, end), in: zone)
    }
    return next
  }

  /// The ring that comes next, of all alarms.
  public struct NextRing: Hashable, Sendable {
    public var alarm: Alarm
    public var occurrence: Occurrence

    public init(alarm: Alarm, occurrence: Occurrence) {
      self.alarm = alarm
      self.occurrence = occurrence
    }
  }

  // MARK: Of a copy

  /// An alarm that is disabled in what was restored, and why.
  public struct Disabled: Hashable, Sendable {
    public var alarm: Alarm
    /// When it was to ring; nil: no card could end it.
    public var passed: LocalDateTime?
  }

  /// Disables what cannot ring any more, or could not be ended.
  public mutating func disableWhatIsOver(at now: Instant, in zone: ZoneRules) -> [Disabled] {
    var disabled: [Disabled] = []
    for index in alarms.indices where alarms[index].isEnabled {
      let alarm = alarms[index]
      let passed = alarm.recurrence.passed(by: now, in: zone)
      guard passed != nil || !cards.contains(where: alarm.isAnswered) else { continue }
      disabled.append(Disabled(alarm: alarm, passed: passed))
      alarms[index].isEnabled = false
    }
    return disabled
  }
}

extension Recurrence {
  /// When what rings once was to ring; nil: it is still to come, or repeats.
  fileprivate func passed(by now: Instant, in zone: ZoneRules) -> LocalDateTime? {
    switch self {
    case .weekly: nil
    case .instant(let due): due <= now ? zone.local(due) : nil
    case .once(let local): zone.resolve(local).instant <= now ? local : nil
    }
  }
}

extension ZoneRules {
  /// The next time it is `time` in this zone.
  public func next(_ time: LocalTime, after now: Instant) -> LocalDateTime {
    let today = LocalDateTime(date: local(now).date, time: time)
    return resolve(today).instant > now ? today : LocalDateTime(date: today.date.adding(days: 1), time: time)
  }
}
