import AlarmClock
import Control
import ControlService

struct AlarmCommands: Sendable {
  let views: AlarmViews
  let volumes: VolumeNotes

  func add(to ledger: isolated Ledger, _ input: AlarmInput) throws(ControlError) -> AlarmSaved {
    try refuseIfFull(ledger)
    // A placeholder: for a new alarm, `apply` sets the recurrence or throws.
    var alarm = Alarm(id: Self.newID(ledger), recurrence: .instant(views.time.now))
    try parser(ledger).apply(input, to: &alarm, isNew: true)
    return try save(alarm, ledger)
  }

  func copy(in ledger: isolated Ledger, _ name: String, _ input: AlarmInput) throws(ControlError) -> AlarmSaved {
    try refuseIfFull(ledger)
    var alarm = try self.alarm(name, ledger)
    alarm.id = Self.newID(ledger)
    alarm.skippedKey = nil
    alarm.days.exceptions = [:]
    alarm.isEnabled = true
    try parser(ledger).apply(input, to: &alarm, isNew: false)
    return try save(alarm, ledger)
  }

  func edit(in ledger: isolated Ledger, _ name: String, _ input: AlarmInput) throws(ControlError) -> AlarmSaved {
    guard input != AlarmInput() else {
      throw ControlError(
        .usage, "nothing to change was given", why: "the alarm stays as it is",
        fix: "say what, as in `rouse alarm edit \(name.shellWord) --time 07:45`; `rouse help alarm edit` lists all")
    }
    var alarm = try self.alarm(name, ledger)
    try ledger.refuseIfLocked(alarm, "the change")
    try parser(ledger).apply(input, to: &alarm, isNew: false)
    var notes = ringingNotes(alarm)
    if !alarm.isEnabled { notes.append("The alarm is disabled. Enable it: rouse alarm enable \(alarm.id)") }
    return try save(alarm, ledger, notes)
  }

  func change(
    in ledger: isolated Ledger, _ name: String, _ change: ChangeAlarm.Change, dates: [String]? = nil,
    time: String? = nil
  ) throws(ControlError) -> AlarmSaved {
    let alarm = try self.alarm(name, ledger)
    var notes = ringingNotes(alarm)
    // Changes that only make it ring are always allowed.
    if ![.enable, .unskip].contains(change) { try ledger.refuseIfLocked(alarm, "`\(change.rawValue)`") }
    let moment = ledger.moment(of: [alarm.id])
    var changed = alarm
    switch change {
    case .enable:
      changed = ledger.book.enabling(alarm, at: moment)
      if case .once(let passed) = alarm.recurrence, changed.recurrence != alarm.recurrence {
        let time = passed.time.text(ledger.book.settings.timeFormat)
        notes.append("\(passed.date) has passed: it is set for the next \(time).")
      }
    case .disable: changed.isEnabled = false
    case .skip, .unskip, .move:
      changed = try onDates(alarm, change, dates ?? [], time, ledger)
      if change == .unskip, changed == alarm {
        notes.append(pauseNote(on: alarm, ledger) ?? "The alarm was not going to be skipped.")
      }
    case .remove:
      return try store(alarm, "the removal", in: ledger, notes) { book, moment in book.removing(alarm, at: moment) }
    }
    return try save(changed, ledger, notes)
  }

  private func pauseNote(on alarm: Alarm, _ ledger: isolated Ledger) -> String? {
    guard let armed = ledger.scheduler.armedOccurrence(of: alarm.id), case .local(let local) = armed.occurrence.key,
      case .pause(let name, let until)? = ledger.book.daysOff.reason(for: armed)
    else { return nil }
    let end = name.map { " \($0.shellWord)" } ?? ""
    return "A pause skips it until \(until), and goes on: `rouse pause off\(end)`. To let one ring pass through it: "
      + "`rouse alarm unskip \(alarm.id) --on \(local.date)`"
  }

  private func onDates(
    _ alarm: Alarm, _ change: ChangeAlarm.Change, _ texts: [String], _ time: String?, _ ledger: isolated Ledger
  ) throws(ControlError) -> Alarm {
    let (book, moment) = (ledger.book, ledger.momentToArm([alarm.id]))
    let today = ledger.zone.local(moment.now).date
    let dates = try valid(
      texts.map { text throws(InvalidValue) in try DateText.parseComing(text, today: today, field: "--on") })
    let local = try valid(
      time.map { text throws(InvalidValue) in
        try TimeText.timeOfDay(text, field: "--to", remedy: "give a time of day, as in 09:00")
      })
    guard change != .move || dates.count == 1 && local != nil else {
      throw ControlError(
        field: "--to", value: "", reason: "a ring is moved from its date to a time of that day",
        remedy: "say both, as in `--on \(today.adding(days: 1)) --to 09:00`")
    }
    do throws(AlarmBook.Refusal) {
      switch (change, local) {
      case (.skip, _):
        return dates.isEmpty
          ? try book.skipping(alarm, at: moment) : try book.skipping(alarm, on: dates, at: moment)
      case (.move, let local?): return try book.moving(alarm, on: dates[0], to: local, at: moment)
      default:
        var changed = dates.isEmpty ? book.unskipping(alarm, at: moment) : alarm
        for date in dates { changed = try book.unskipping(changed, on: date, at: moment) }
        return changed
      }
    } catch {
      throw ledger.refusal(of: "the \(change.rawValue)", error)
    }
  }

  private func save(
    _ alarm: Alarm, _ ledger: isolated Ledger, _ notes: [String] = []
  ) throws(ControlError) -> AlarmSaved {
    var (alarm, notes) = (alarm, notes)
    let label = ledger.book.freeLabel(for: alarm, at: views.time.now, in: ledger.zone)
    if label != alarm.label {
      notes.append("Another alarm is called \(alarm.label), so this one is called \(label).")
      alarm.label = label
    }
    return try store(alarm, "the alarm", in: ledger, notes) { book, moment throws(AlarmBook.Refusal) in
      try book.saving(alarm, at: moment)
    }
  }

  private func alarm(_ name: String, _ ledger: isolated Ledger) throws(ControlError) -> Alarm {
    try ledger.reopenedBook().alarm(named: name, at: views.time.now, in: ledger.zone)
  }

  func undo(_ step: AlarmBook.Step, of alarm: Alarm, in ledger: isolated Ledger) throws(ControlError) -> AlarmSaved {
    try store(alarm, "the undo", asked: "`rouse undo`", in: ledger, ringingNotes(alarm), step.undoing)
  }

  private func store(
    _ alarm: Alarm, _ what: String, asked: String? = nil, in ledger: isolated Ledger, _ notes: [String],
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> AlarmSaved {
    let old = ledger.book.alarm(alarm.id)
    let before = old.map { views.view(of: $0) }
    let change = try ledger.change(what, asked: asked, of: .one(alarm.id), decide)
    guard let saved = change.book.alarm(alarm.id) else {
      ledger.events.append(.alarmRemoved, alarmID: alarm.id, label: alarm.label)
      return AlarmSaved(alarm: before ?? views.view(of: alarm), next: views.next, notes: notes)
    }
    let view = views.view(of: saved)
    let changes = before.map(view.changes) ?? []
    if before == nil || !changes.isEmpty {
      ledger.events.append(
        .alarmChanged, alarmID: saved.id, label: saved.label,
        detail: before == nil ? "added, \(view.rule)" : ValueChange.text(of: changes))
    }
    if let armed = change.armings.first?.next {
      ledger.events.append(
        .scheduled, of: armed.plan,
        detail: RFC3339.format(armed.due, in: ledger.zone) + (armed.isSkipped ? " (to be skipped)" : ""))
    }
    let lockedNow = view.locked && before?.locked != true ? ["This alarm is locked now, until it has rung."] : []
    return AlarmSaved(
      alarm: view, changes: changes, next: views.next,
      notes: notes + lockedNow + holidayNotes(on: saved, old, in: ledger) + volumes.notes(on: saved))
  }

  /// Warns if calendars skip suspiciously many rings of a new or changed alarm, for which they were never confirmed.
  private func holidayNotes(on saved: Alarm, _ old: Alarm?, in ledger: isolated Ledger) -> [String] {
    func isSame(_ old: Alarm) -> Bool {
      old.isEnabled && old.recurrence == saved.recurrence && old.days.group == saved.days.group
        && old.days.ringsOnHolidays == saved.days.ringsOnHolidays
    }
    guard saved.isEnabled, old.map(isSame) != true,
      let doubt = ledger.book.doubt(about: saved, at: views.time.now, in: ledger.zone)
    else { return [] }
    return ["\(CalendarCommands.words(for: doubt, "Calendars skip")). Which they are: `rouse calendar list`"]
  }

  private func refuseIfFull(_ ledger: isolated Ledger) throws(ControlError) {
    do throws(AlarmBook.Refusal) { try ledger.book.checkThatOneMoreFits() } catch {
      throw ledger.refusal(of: "the alarm", error)
    }
  }

  private static func newID(_ ledger: isolated Ledger) -> String { Names.newID(taken: ledger.book.alarms.map(\.id)) }

  private func ringingNotes(_ alarm: Alarm) -> [String] {
    views.scheduler.ringingKeys(of: alarm.id).isEmpty ? [] : ["Alarm is ringing, changes will apply next time"]
  }

  private func parser(_ ledger: isolated Ledger) -> AlarmParser {
    AlarmParser(
      now: views.time.now, zone: ledger.zone, cards: ledger.book.cards, knownSounds: views.sounds.shelf.knownIDs,
      fitting: views.fitting, timeFormat: ledger.book.settings.timeFormat)
  }
}

extension AlarmBook {
  /// Finds an alarm by its label, its ID or the beginning of its ID.
  func alarm(named name: String, at now: Instant, in zone: ZoneRules) throws(ControlError) -> Alarm {
    if let alarm = alarm(name) { return alarm }
    let labeled = alarms(labeled: name, at: now, in: zone)
    if labeled.count == 1 { return labeled[0] }
    if labeled.count > 1 {
      let all = labeled.prefix(10).map { alarm in
        let state = !alarm.canStillRing(at: now, in: zone) ? "over" : alarm.isEnabled ? "on" : "off"
        return "\(alarm.id) (\(alarm.label), \(alarm.words(at: now, in: zone)), \(state))"
      }
      throw ControlError(
        .usage, "\(labeled.count) alarms are called \(name.shellWord)",
        why: "nothing was changed, as it is not clear which one is meant",
        fix: "give the id of one of them: \(all.joined(separator: ", "))")
    }
    return try Names.find(
      name, what: "alarm", in: alarms, id: \.id, name: \.label, listCommand: "rouse alarm list")
  }
}
