import AlarmClock

/// The reminders of the last month and those to come, in order of creation.
public struct ReminderBook: Hashable, Sendable {
  public private(set) var reminders: [Reminder]
  /// Bedtime of the last evening for which occasions were looked for.
  public private(set) var planned: Instant?

  /// How long past reminders can be read.
  public static let memory: Duration = .seconds(30 * 86_400)
  /// More than eight a day for a month.
  public static let most = 300
  /// Answers within this time determine when reminders come.
  static let habit: Duration = .seconds(28 * 86_400)
  public static let leastAnswers = 3
  static let week: Duration = .seconds(7 * 86_400)
  /// How long a reminder can be postponed.
  public static let snoozes: ClosedRange<Duration> = .seconds(60) ... .seconds(86_400)

  public init(reminders: [Reminder] = [], planned: Instant? = nil) {
    (self.reminders, self.planned) = (reminders, planned)
  }

  // MARK: Planning

  /// Adds reminders for the occasions before a bedtime, the most important first. If there are too many, those that
  /// were ignored on an earlier evening yield to new ones.
  /// `most` is the limit for a day; `newID` returns an id that is not among those taken.
  public mutating func plan(
    _ occasions: [Occasion], before evening: Evening, at now: Instant, most: Int, newID: ([String]) -> String
  ) {
    planned = evening.bedtime
    // Plan all that is still to come again, since settings may have changed. Keep what was held back.
    let before = reminders
    for index in reminders.indices where reminders[index].due > now { reminders[index].rest() }
    reminders.removeAll { $0.shown == nil && ($0.kind.endsAtBedtime || $0.due > now) }
    for index in reminders.indices where reminders[index].shown != nil && reminders[index].isOf(evening.bedtime) {
      reminders[index].end = Reminder.end(of: reminders[index].kind, before: evening.bedtime)
    }
    let start = evening.bedtime - .seconds(86_400)
    let left = most - reminders.count { start < $0.shown ?? $0.due && $0.shown ?? $0.due <= evening.bedtime }
    let picked = ReminderKind.allCases.compactMap { kind in
      evening.due(kind).flatMap { due in
        pick(kind, occasions, before: evening.bedtime, at: now).map { (kind: kind, due: due, occasion: $0) }
      }
    }
    let isRepeated = Set(picked.filter { wasIgnored($0.occasion) }.map(\.kind))
    let order = picked.filter { !isRepeated.contains($0.kind) } + picked.filter { isRepeated.contains($0.kind) }
    let kinds = Set(order.prefix(max(0, left)).map(\.kind))
    for (kind, due, occasion) in picked where kinds.contains(kind) {
      // An unanswered reminder that comes again keeps its identity.
      let same = before.first {
        !$0.isDelivered && ($0.shown == nil || !kind.endsAtBedtime) && $0.kind == kind
          && $0.occasion.subject == occasion.subject
      }
      reminders.removeAll { $0.id == same?.id }
      reminders.append(
        Reminder(
          id: same?.id ?? newID(before.map(\.id) + reminders.map(\.id)), occasion: occasion, due: max(due, now),
          end: Reminder.end(of: kind, before: evening.bedtime), first: same?.first, isHeard: same?.isHeard ?? false))
    }
  }

  /// Whether the last reminder of this occasion came and was not answered.
  private func wasIgnored(_ occasion: Occasion) -> Bool {
    let last = reminders.last {
      $0.first != nil && $0.kind == occasion.kind && $0.occasion.subject == occasion.subject
    }
    return last.map { !$0.isDelivered } ?? false
  }

  /// Returns an occasion of this kind that was not reported recently, or `nil`.
  private func pick(
    _ kind: ReminderKind, _ occasions: [Occasion], before bedtime: Instant, at now: Instant
  ) -> Occasion? {
    let others = reminders.filter { $0.kind == kind }
    let candidates = occasions.filter { $0.kind == kind }
    guard !others.contains(where: { $0.isWaiting(at: now) || $0.isStanding(at: now) }) else { return nil }
    func wasDelivered(_ subject: String?, within span: Duration) -> Bool {
      others.contains { other in
        other.isDelivered && subject.map { $0 == other.occasion.subject } ?? true
          && (other.done ?? other.gone).map { now - $0 < span } ?? false
      }
    }
    switch kind {
    case .tomorrow, .test, .bedtime:
      return others.contains { $0.isOf(bedtime) } ? nil : candidates.first
    case .readiness: return wasDelivered(nil, within: Self.week) ? nil : candidates.first
    case .finding:
      guard !wasDelivered(nil, within: Self.week) else { return nil }
      return candidates.first { !wasDelivered($0.subject, within: Self.memory) } ?? candidates.first
    case .card, .calendar:
      return candidates.first { occasion in
        let isDone = others.contains { $0.occasion.subject == occasion.subject && $0.done != nil }
        return !isDone && !wasDelivered(occasion.subject, within: Self.week)
      }
    case .milestone: return candidates.first { !wasDelivered($0.subject, within: Self.memory) }
    }
  }

  /// Returns the reminders on the display in order of creation, without kinds that are off.
  public func standing(at now: Instant, _ settings: ReminderSettings) -> [Reminder] {
    reminders.filter { $0.isStanding(at: now) && !$0.isCleared && settings.time(of: $0.kind) != nil }
  }

  /// Returns the reminders to come, due now or later, the most important first.
  public func waiting(at now: Instant) -> [Reminder] {
    ReminderKind.allCases.flatMap { kind in reminders.filter { $0.kind == kind && $0.isWaiting(at: now) } }
  }

  // MARK: Changes

  /// Records that a reminder has come, with its current text.
  public mutating func show(_ id: String, _ occasion: Occasion, at now: Instant) {
    change(id) { reminder in
      reminder.occasion = occasion
      // A postponed reminder is heard again, but not one that comes again because nobody answered.
      if reminder.shown != nil { reminder.isHeard = false }
      reminder.shown = now
      reminder.first = reminder.first ?? now
      reminder.isCleared = false
      reminder.due = min(reminder.due, now)
    }
  }

  /// Withdraws a reminder whose cause is gone. It stays in the history if it has come.
  public mutating func drop(_ id: String, at now: Instant) {
    reminders.removeAll { $0.id == id && $0.first == nil }
    change(id) { reminder in
      reminder.rest()
      reminder.gone = now
    }
  }

  /// Removes a reminder from the display without an answer. It comes again the next evening.
  public mutating func clear(_ id: String) { change(id) { $0.isCleared = true } }

  /// Records that the sound is over.
  public mutating func hear(_ id: String) { change(id) { $0.isHeard = true } }

  public mutating func postpone(_ id: String, to due: Instant) { change(id) { $0.due = due } }

  public mutating func read(_ id: String) { change(id) { $0.isRead = true } }

  public mutating func finish(_ id: String, at now: Instant) {
    change(id) { reminder in
      reminder.isRead = true
      reminder.done = reminder.done ?? now
      reminder.due = min(reminder.due, now)
      reminder.shown = reminder.shown ?? now
      reminder.first = reminder.first ?? reminder.shown
    }
  }

  private mutating func change(_ id: String, _ body: (inout Reminder) -> Void) {
    guard let index = reminders.firstIndex(where: { $0.id == id }) else { return }
    body(&reminders[index])
  }

  /// Forgets reminders after a month, and those that never came before their end. After a step of the clock, also
  /// forgets those far ahead.
  public mutating func prune(at now: Instant) {
    for index in reminders.indices where reminders[index].end <= now { reminders[index].rest() }
    reminders.removeAll { reminder in
      if let shown = reminder.shown { return now - shown > Self.memory || shown - now > Self.week }
      return reminder.end <= now || reminder.due - now > Self.week
    }
    if let planned, planned - now > Self.week { self.planned = nil }
  }

  // MARK: Habits

  /// Returns the median time of day of the answers in the last four weeks, for kinds with `leastAnswers` or more.
  public func habits(at now: Instant, in zone: ZoneRules) -> [ReminderKind: LocalTime] {
    let answers = reminders.filter { $0.done.map { now - $0 < Self.habit } ?? false }
    return Dictionary(grouping: answers, by: \.kind).compactMapValues { reminders -> LocalTime? in
      guard reminders.count >= Self.leastAnswers else { return nil }
      // Count from noon, so that midnight does not split an evening.
      let noon: Int64 = 43_200
      let seconds = reminders.compactMap(\.done).map { done -> Int64 in
        (zone.local(done).time.secondsOfDay + noon) % 86_400
      }.sorted()
      let median = seconds[seconds.count / 2] / 60 * 60
      return LocalTime(secondsOfDay: (median + noon) % 86_400)
    }
  }
}
