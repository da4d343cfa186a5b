import AlarmClock
import Control
import ControlService
import Reminders

struct ReminderCommands: Sendable {
  let runner: ReminderRunner
  let settings: SettingCommands
  let notes: ReminderNotes
  let isMinimal: Bool

  private var desk: ReminderDesk { runner.desk }

  // MARK: Looking

  var list: ListReminders.Reply { list(since: .min) }

  func list(since: Instant) -> ListReminders.Reply {
    let now = runner.ledger.time.now
    return ListReminders.Reply(
      kinds: views(of: ReminderKind.allCases),
      reminders: desk.book.reminders.filter { $0.shown ?? $0.due >= since }.map { view($0, at: now) },
      silence: silence)
  }

  private var silence: TroubleView? {
    let settings = runner.ledger.inForce.settings
    if isMinimal { return TroubleView(why: "the clock runs in minimal mode", fix: "see `rouse status`") }
    if !settings.reminders.isOn { return TroubleView(why: "all are off", fix: "rouse reminder on") }
    if settings.reminders.times.isEmpty {
      return TroubleView(why: "no kind is on", fix: "rouse reminder on bedtime")
    }
    if settings.bedtime == nil {
      return TroubleView(why: "no bedtime is set, before which they come", fix: "rouse settings set bedtime 22:30")
    }
    if !runner.ledger.trust.isTrusted {
      return TroubleView(why: "the clock is not sure of its time", fix: "see `rouse status`")
    }
    return nil
  }

  private func views(of kinds: [ReminderKind]) -> [ReminderKindView] {
    let (now, zone, settings) = (runner.ledger.time.now, runner.ledger.scheduler.zone, runner.ledger.inForce.settings)
    let habits = desk.book.habits(at: now, in: zone)
    let evening = runner.night.map { runner.evening(before: $0.coming) }
    return kinds.map { kind in
      // A time that has passed today means tomorrow.
      let due = evening?.due(kind).map { $0 > now ? $0 : $0 + .seconds(86_400) }
      let timing: ReminderKindView.Timing =
        switch settings.reminders.times[kind] {
        case nil: .off
        case .usual: .usual
        case .at: .set
        case .automatic: habits[kind] == nil ? .autoLater : .auto
        }
      return ReminderKindView(
        kind: kind.rawValue, help: kind.help, timing: timing, next: due.map { RFC3339.format($0, in: zone) },
        problem: evening.flatMap { notes.problem(of: kind, in: $0, settings, zone) })
    }
  }

  private func view(_ reminder: Reminder, at now: Instant) -> ReminderView {
    func text(_ moment: Instant) -> String { RFC3339.format(moment, in: runner.ledger.scheduler.zone) }
    return ReminderView(
      id: reminder.id, kind: reminder.kind.rawValue, text: reminder.occasion.text,
      command: reminder.occasion.command, shown: (reminder.first ?? reminder.shown).map(text),
      due: reminder.isWaiting(at: now) ? text(reminder.due) : nil, read: reminder.isRead,
      done: reminder.done.map(text), withdrawn: reminder.gone.map(text))
  }

  // MARK: Answering

  func show(in ledger: isolated Ledger, _ name: String?) throws(ControlError) -> ShowReminder.Reply {
    let reminder = try find(name, isOpen: false)
    desk.change { $0.read(reminder.id) }
    return reply(of: reminder.id, else: reminder, in: ledger)
  }

  func answer(in ledger: isolated Ledger, _ command: AnswerReminder) throws(ControlError) -> ShowReminder.Reply {
    let reminder = try find(command.reminder, isOpen: true)
    let now = runner.ledger.time.now
    var snoozed: String?
    if let text = command.snooze {
      let due = try moment(text, of: reminder, at: now)
      snoozed = "in \(DurationText.format(.seconds((due - now).wholeSeconds)))"
      desk.change { $0.postpone(reminder.id, to: due) }
    } else {
      desk.change { $0.finish(reminder.id, at: now) }
    }
    runner.teller.takeAway(reminder.id)
    desk.wake()
    ledger.noteForGood("the reminder \(reminder.kind.rawValue)")
    ledger.events.append(
      .reminderAnswered,
      detail: "\(reminder.kind.rawValue) (\(reminder.id)): \(snoozed ?? "done")")
    return reply(of: reminder.id, else: reminder, in: ledger)
  }

  private func moment(_ text: String, of reminder: Reminder, at now: Instant) throws(ControlError) -> Instant {
    let field = "--for"
    return try validated { () throws(InvalidValue) in
      let span: Duration
      var latest = reminder.end
      if text == AnswerReminder.usualSnooze {
        let night = runner.night
        span = reminder.usualSnooze(at: now, before: night?.coming)
        latest = min(latest, night?.coming ?? latest)
      } else {
        span = try DurationText.parse(text, field: field)
        guard ReminderBook.snoozes.contains(span) else {
          throw InvalidValue(
            field: field, value: text, reason: "it has to be from 1m to 24h", remedy: "give a duration in that range")
        }
      }
      guard now + span < latest else {
        let end = RFC3339.format(latest, in: runner.ledger.scheduler.zone)
        let done = "say that it is done: `rouse reminder done \(reminder.id)`"
        guard latest < reminder.end else {
          throw InvalidValue(
            field: field, value: text, reason: "this reminder expires at \(end)",
            remedy: span > ReminderBook.snoozes.lowerBound ? "give less, or \(done)" : done)
        }
        throw InvalidValue(
          field: field, value: text, reason: "bedtime is at \(end)",
          remedy: "say how long: `rouse reminder snooze \(reminder.id) --for 1h`, or \(done)")
      }
      return now + span
    }
  }

  private func reply(of id: String, else before: Reminder, in ledger: isolated Ledger) -> ShowReminder.Reply {
    let reminder = desk.book.reminders.first { $0.id == id } ?? before
    let problem = isMinimal ? "the clock runs in minimal mode, see `rouse status`" : desk.keep(in: ledger)
    return ShowReminder.Reply(
      reminder: view(reminder, at: runner.ledger.time.now),
      notes: problem.map { ["Changed, but not saved; a restart may undo it: \($0)."] } ?? [])
  }

  /// Returns the named reminder, or the last on the display, or the last open one. Open: neither done nor withdrawn.
  private func find(_ name: String?, isOpen: Bool) throws(ControlError) -> Reminder {
    let reminder = try find(name)
    guard isOpen, reminder.isDelivered else { return reminder }
    let isDone = reminder.done != nil
    throw ControlError(
      .nothingFound,
      name == nil
        ? "there is no reminder to answer"
        : "the reminder \(reminder.id) is \(isDone ? "done already" : "withdrawn")",
      why: isDone || name == nil
        ? "what is done does not come again; nothing was changed" : "its cause is gone; nothing was changed",
      fix: "see all of them: `rouse reminder list`")
  }

  private func find(_ name: String?) throws(ControlError) -> Reminder {
    let all = desk.book.reminders
    guard let name else {
      let came = all.filter { $0.first != nil }
      guard let last = runner.standing.last ?? came.last(where: { !$0.isDelivered }) ?? came.last else {
        throw ControlError(
          .nothingFound, "there is no reminder",
          why: isMinimal
            ? "the clock runs in minimal mode, and has not read them" : "none has come in the last 30 days",
          fix: isMinimal ? "see `rouse status`" : "see what comes when: `rouse reminder list`")
      }
      return last
    }
    // A kind means the last reminder of that kind.
    if let kind = ReminderKind(rawValue: name.lowercased()), let last = all.last(where: { $0.kind == kind }) {
      return last
    }
    return try Names.find(
      name, what: "reminder", in: all, id: \.id, name: \.kind.rawValue, listCommand: "rouse reminder list")
  }

  // MARK: Switching

  func change(in ledger: isolated Ledger, _ command: SwitchReminder) throws(ControlError) -> SwitchReminder.Reply {
    let kind = try command.kind.map(named)
    var changed = ledger.reopenedBook().settings
    let time: ReminderTime?
    switch command.time.lowercased() {
    case SettingWord.off: time = nil
    case SettingWord.on: time = .usual
    default: time = try valid(ReminderTime.parse(command.time, field: "--at"))
    }
    if let kind {
      changed.reminders.times[kind] = time
    } else {
      changed.reminders.isOn = time != nil
      if let time, time != .usual { changed.reminders.times = changed.reminders.times.mapValues { _ in time } }
    }
    let notes = try settings.change(
      in: ledger, SettingKey.reminders.rawValue, to: changed.reminders.choice
    ).notes
    return SwitchReminder.Reply(
      kinds: views(of: kind.map { [$0] } ?? ReminderKind.allCases), silence: silence,
      notes: notes.filter { $0 != ReminderNotes.noBedtime })
  }

  private func named(_ name: String) throws(ControlError) -> ReminderKind {
    guard let kind = ReminderKind(rawValue: name.lowercased()) else {
      throw ControlError(
        field: "KIND", value: name, reason: "there is no such reminder",
        remedy: "choose one of: \(ReminderKind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return kind
  }
}
