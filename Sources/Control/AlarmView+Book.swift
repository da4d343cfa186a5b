import AlarmClock

extension AlarmView.Facts {
  /// The caller adds the values that come from the schedule, the sounds and the devices.
  package init(_ alarm: Alarm, _ cards: [Card], today: LocalDate, in zone: ZoneRules) {
    let (word, local, days): (String, LocalDateTime?, Weekdays?) =
      switch alarm.recurrence {
      case .once(let local): ("once", local, nil)
      case .weekly(let days, _): ("weekly", nil, days)
      case .instant(let instant): ("relative", zone.local(instant), nil)
      case .dated(let rule): (rule.word, nil, rule.weekdays)
      }
    let time = alarm.recurrence.rule?.time ?? local?.time
    self.init(
      id: alarm.id, label: alarm.label, recurrence: word, time: time?.description ?? "",
      date: local?.date.description, days: days, pattern: PatternView(alarm.recurrence, today: today),
      group: alarm.days.group, holidays: alarm.days.ringsOnHolidays ? "ring" : "skip",
      exceptions: ExceptionView.coming(alarm.days, today: today), enabled: alarm.isEnabled,
      cards: alarm.cards.map { id in cards.first { $0.id == id }?.name ?? "\(id) (removed)" })
  }
}

extension PatternView {
  init?(_ recurrence: Recurrence, today: LocalDate) {
    guard case .dated(let rule) = recurrence else { return nil }
    self.init(words: rule.words(on: today), from: rule.from?.description, until: rule.until?.description)
    switch rule.days {
    case .weeks(_, let every, _): self.every = every
    case .months(let days, _): monthDays = days.days.map { "\($0.place.rawValue)-\($0.weekday.word)" }
    case .cycle(let times): cycle = times.map { $0?.description ?? "-" }
    }
  }
}

extension ExceptionView {
  /// Returns future exceptions, sorted by date.
  static func coming(_ days: AlarmDays, today: LocalDate) -> [ExceptionView] {
    days.exceptions.filter { $0.key >= today }.sorted { $0.key < $1.key }.map { date, exception in
      switch exception {
      case .skips: ExceptionView(date: "\(date)", what: "skip")
      case .moves(let time): ExceptionView(date: "\(date)", what: "move", time: "\(time)")
      case .rings: ExceptionView(date: "\(date)", what: "ring")
      }
    }
  }
}

extension OccurrenceView {
  package init(_ occurrence: Occurrence, of alarm: Alarm, _ daysOff: DaysOff, now: Instant, in zone: ZoneRules) {
    var special: [String] = []
    if occurrence.adjustment != .none { special.append(occurrence.adjustment.rawValue) }
    if case .local(let local) = occurrence.key, alarm.days.moved[local.date] == local.time { special.append("moved") }
    let reason = daysOff.reason(for: occurrence.key, of: alarm)
    if case .pause? = reason { special.append("paused") } else if reason != nil { special.append("skipped") }
    self.init(
      alarmId: alarm.id, label: alarm.label, time: RFC3339.format(occurrence.due, in: zone),
      inSeconds: (occurrence.due - now).wholeSeconds, special: special, reason: reason?.words)
  }
}

extension Duration {
  /// The duration rounded to the nearest second.
  package var wholeSeconds: Int {
    let half: Duration = .milliseconds(500)
    return Int((self < .zero ? self - half : self + half).components.seconds)
  }
}
