import AlarmClock
import Control
import Machine

struct DaysOffCommands: Sendable {
  let views: AlarmViews

  private var time: any TimeSource { views.time }

  // MARK: Pauses

  func set(in ledger: isolated Ledger, _ command: SetPause) throws(ControlError) -> DaysOffSaved {
    let book = ledger.reopenedBook()
    let pause = try pause(command, book, at: time.now, in: ledger.zone)
    var saved = try store(.pause, pause.name, "the pause", in: ledger) { book, moment throws(AlarmBook.Refusal) in
      try book.saving(pause, at: moment)
    }
    if let before = book.pause(pause.name), before != pause {
      saved.notes.append(
        "The pause that was called so, from \(before.from) until \(before.until)\(before.scope.words(book.alarm)), is gone: "
          + "`rouse undo` brings it back.")
    }
    if case .group(let name) = pause.scope, !book.alarms.contains(where: { $0.days.group == name }) {
      saved.notes.append(
        "No alarm is in the group \(name). To add one: `rouse alarm edit ALARM --group \(name.shellWord)`")
    }
    saved.notes += views.notes(onOneOffs: pause.from, until: pause.until) { id in
      pause.scope.covers(id, group: book.alarm(id)?.days.group ?? "")
    }
    return saved
  }

  func end(in ledger: isolated Ledger, _ name: String) throws(ControlError) -> DaysOffSaved {
    let book = ledger.reopenedBook()
    guard let pause = book.pause(meant: name) else {
      throw ControlError(
        .nothingFound, "there is no pause `\(name)`", why: "nothing was changed",
        fix: "see which there are: `rouse pause`")
    }
    return try store(.pause, pause.name, "the end of the pause", in: ledger) {
      book, moment throws(AlarmBook.Refusal) in try book.removingPause(pause.name, at: moment)
    }
  }

  private func pause(
    _ command: SetPause, _ book: AlarmBook, at now: Instant, in zone: ZoneRules
  ) throws(ControlError) -> Pause {
    let scope = try book.scope(alarm: command.alarm, group: command.group, at: now, in: zone)
    let today = zone.local(now).date
    return try validated { () throws(InvalidValue) in
      let from =
        try command.from.map { text throws(InvalidValue) in
          try DateText.parseComing(text, today: today, field: "--from")
        } ?? today
      // A day of the week means the first one after the beginning.
      let until = try DateText.parseComing(command.until, today: max(today, from), field: "--until")
      guard until > max(from, today) else {
        throw InvalidValue(
          field: "--until", value: command.until,
          reason: until <= today ? "nothing would be skipped; it is \(today) now" : "it ends before it begins",
          remedy: "give the first day on which alarms ring again")
      }
      let usual =
        switch scope {
        case .all: from.description
        case .alarm(let id): book.alarm(id).flatMap { $0.label.isEmpty ? nil : $0.label } ?? id
        case .group(let group): group
        }
      let unnamed = book.freeName(usual) { $0.scope == scope && $0.from < until && from < $0.until }
      let name = try DaysOff.name(command.pause ?? unnamed, field: "--name")
      guard name.lowercased() != "off" else {
        throw InvalidValue(
          field: "--name", value: name, reason: "`rouse pause off` ends the pause without a name",
          remedy: "give another name")
      }
      return Pause(name: book.pause(meant: name)?.name ?? name, from: from, until: until, scope: scope)
    }
  }

  // MARK: Pauses and calendars

  func store(
    _ kind: DaysOffSaved.Kind, _ name: String, _ what: String, asked: String? = nil, in ledger: isolated Ledger,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> DaysOffSaved {
    let (before, locked, pauseBefore) = (views.nextOfEach, views.locked, ledger.book.pause(name))
    let book = try ledger.change(what, asked: asked, of: .all, decide).book
    let words =
      switch kind {
      case .pause: book.pause(name).map { "from \($0.from) until \($0.until)" }
      case .calendar: book.holidays.calendar(name).map { "\($0.days.count) days" }
      }
    ledger.events.append(.settingsChanged, detail: "\(kind.rawValue) \(name): \(words ?? "removed")")
    let (after, zone) = (views.nextOfEach, ledger.zone)
    let changed = ledger.book.alarms.compactMap { alarm -> DaysOffSaved.Changed? in
      guard before[alarm.id] != after[alarm.id] else { return nil }
      func text(_ next: Occurrence?) -> String? { next.map { RFC3339.format($0.due, in: zone) } }
      return DaysOffSaved.Changed(
        alarmId: alarm.id, label: alarm.label, before: text(before[alarm.id]), next: text(after[alarm.id]))
    }
    var saved = DaysOffSaved(kind, name: name)
    saved.isThere = words != nil
    saved.changed = changed
    saved.next = views.next
    if kind == .pause {
      let pause = book.pause(name) ?? pauseBefore
      saved.pause = pause.map { NamedPauseView($0, book, today: zone.local(time.now).date) }
    }
    saved.notes = views.note(lockedBefore: locked)
    return saved
  }
}

extension AlarmBook {
  /// Returns the usual name, numbered if it is taken. `isThis`: a pause may be replaced, because it has the same days.
  fileprivate func freeName(_ usual: String, isThis: (Pause) -> Bool) -> String {
    let names = (1...Pause.most + 1).lazy.map { number in
      let ending = number == 1 ? "" : " \(number)"
      return String(usual.prefix(DaysOff.longestName - ending.count)) + ending
    }
    return names.first { pause(meant: $0).map(isThis) ?? true } ?? usual
  }
}

extension AlarmViews {
  fileprivate var nextOfEach: [String: Occurrence] {
    let look = Look(self)
    let all = look.book.alarms.compactMap { alarm in nextHeard(of: alarm, look).map { (alarm.id, $0) } }
    return Dictionary(all) { first, _ in first }
  }
}

extension DaysOff.Scope {
  /// Returns, for example, `, for the group work`, or an empty text for all alarms.
  func words(_ alarm: (String) -> Alarm?) -> String {
    switch self {
    case .all: ""
    case .alarm(let id): ", for \(alarm(id)?.name ?? id)"
    case .group(let group): ", for the group \(group)"
    }
  }
}

extension AlarmBook {
  /// - Parameter alarm: an ID or a label.
  func scope(alarm: String?, group: String?, at now: Instant, in zone: ZoneRules) throws(ControlError) -> DaysOff.Scope
  {
    guard let group else {
      guard let alarm else { return .all }
      return .alarm(id: try self.alarm(named: alarm, at: now, in: zone).id)
    }
    return try validated { () throws(InvalidValue) in
      guard alarm == nil else {
        throw InvalidValue(
          field: "--group", value: group, reason: "it is for one alarm or for a group", remedy: "give one of the two")
      }
      let name = try DaysOff.group(group, field: "--group")
      guard name != DaysOff.noGroup else {
        throw InvalidValue(
          field: "--group", value: group, reason: "it stands for no group, and no alarm can be in a group of this name",
          remedy: "leave `--group` out to mean all alarms")
      }
      return .group(name)
    }
  }
}
