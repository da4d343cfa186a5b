import AlarmClock
import Control

/// What alarms skip and why, and what they do on some dates.
extension AlarmViews {
  /// The ring that an alarm skips though it is not paused with all the others; nil: none.
  func skipped(_ alarm: Alarm, _ look: Look) -> (occurrence: Occurrence, reason: DaysOff.Reason)? {
    if let key = alarm.skippedKey {
      let time = key.resolved(in: look.zone)
      // One that was to be skipped while the alarm was off has passed.
      if time.instant > look.now {
        return (Occurrence(key: key, due: time.instant, adjustment: time.adjustment), .byHand)
      }
    }
    guard alarm.isEnabled, let armed = scheduler.armedOccurrence(of: alarm.id), armed.isSkipped,
      let reason = look.daysOff.reason(for: armed.occurrence.key, of: alarm)
    else { return nil }
    if case .pause(nil, _) = reason { return nil }
    return (armed.occurrence, reason)
  }

  /// The rings that are to be skipped, the next first.
  var skips: [OccurrenceView] {
    let look = Look(self)
    let all = look.book.alarms.compactMap { alarm in
      alarm.isEnabled ? skipped(alarm, look).map { (alarm: alarm, occurrence: $0.occurrence) } : nil
    }
    return all.sorted { $0.occurrence.due < $1.occurrence.due }.prefix(Self.mostSkips)
      .map { view(of: $0.occurrence, of: $0.alarm, look) }
  }

  private static let mostSkips = 10

  /// nil: its weeks are alike.
  static func pattern(_ recurrence: Recurrence, _ look: Look) -> PatternView? {
    guard case .dated(let rule) = recurrence else { return nil }
    var view = PatternView(
      words: rule.words(on: look.zone.local(look.now).date), from: rule.from?.description,
      until: rule.until?.description)
    switch rule.days {
    case .weeks(_, let every, _): view.every = every
    case .months(let days, _): view.monthDays = days.days.map { "\($0.place.word)-\($0.weekday.word)" }
    case .cycle(let times): view.cycle = times.map { $0?.description ?? "-" }
    }
    return view
  }

  /// Those that are to come.
  static func exceptions(_ alarm: Alarm, _ look: Look) -> [ExceptionView] {
    guard !alarm.days.exceptions.isEmpty else { return [] }
    let today = look.zone.local(look.now).date
    return alarm.days.exceptions.filter { $0.key >= today }.sorted { $0.key < $1.key }.map { date, exception in
      switch exception {
      case .skips: ExceptionView(date: "\(date)", what: "skip")
      case .moves(let time): ExceptionView(date: "\(date)", what: "move", time: "\(time)")
      case .rings: ExceptionView(date: "\(date)", what: "ring")
      }
    }
  }

  /// The pauses with a name that are not over.
  var pauses: [NamedPauseView] {
    let look = Look(self)
    let today = look.zone.local(look.now).date
    return look.book.pauses.filter { $0.until > today }.map { NamedPauseView($0, look.book, today: today) }
  }
}

extension NamedPauseView {
  init(_ pause: Pause, _ book: AlarmBook, today: LocalDate) {
    self.init(
      name: pause.name, from: pause.from.description, until: pause.until.description,
      now: pause.from <= today && today < pause.until)
    (alarmId, group) = (pause.scope.alarmID, pause.scope.group)
    label = alarmId.flatMap { book.alarm($0)?.label }
  }
}
