/// Undo: the effect of a change on one thing, and its inverse, which is a change like any other.
extension AlarmBook {
  /// The effect of a change on one thing in the book. Changes to cards have none, because they cannot be undone.
  public enum Step: Hashable, Sendable {
    /// `was` is `nil` if the thing was added, `now` if it was removed. This also applies to the next three cases.
    case alarm(id: String, was: Alarm?, now: Alarm?)
    case preset(name: String, was: TimerPreset?, now: TimerPreset?)
    case pause(name: String, was: Pause?, now: Pause?)
    case calendar(name: String, was: HolidayCalendar?, now: HolidayCalendar?)
    case setting(SettingKey, was: Settings, now: Settings)
  }

  public func step(of change: Change) -> Step? {
    for write in change.writes {
      let step: Step? =
        switch write {
        case .save(let alarm): .alarm(id: alarm.id, was: self.alarm(alarm.id), now: alarm)
        case .remove(let id): .alarm(id: id, was: alarm(id), now: nil)
        case .savePreset(let preset): .preset(name: preset.name, was: self.preset(preset.name), now: preset)
        case .removePreset(let name): .preset(name: name, was: preset(name), now: nil)
        case .savePause(let pause): .pause(name: pause.name, was: self.pause(pause.name), now: pause)
        case .removePause(let name): .pause(name: name, was: pause(name), now: nil)
        case .saveCalendar(let calendar):
          .calendar(name: calendar.name, was: holidays.calendar(calendar.name), now: calendar)
        case .removeCalendar(let name): .calendar(name: name, was: holidays.calendar(name), now: nil)
        case .set(let key, _): .setting(key, was: settings, now: change.book.settings)
        case .arm, .saveCard, .removeCard: nil
        }
      if let step, !isAsLeft(by: step) { return step }
    }
    return nil
  }

  /// Returns the inverse of a step. The current rules apply: a lock or a passed time refuses it like any other change.
  public func undoing(_ step: Step, at moment: Moment) throws(Refusal) -> Change {
    guard isAsLeft(by: step) else { throw .changedSince(step) }
    switch step {
    case .alarm(let id, let was, let now):
      // A change that only adds rings is allowed despite a lock.
      if let now, was.map({ !$0.onlyRingsMore(than: now) }) ?? true { try checkThatItIsNotLocked(now, at: moment) }
      if let was {
        if now == nil { try checkThatOneMoreFits() }
        return try saving(was, at: moment)
      }
      return now.map { removing($0, at: moment) } ?? Change(self, [.remove(alarmID: id)])
    case .preset(let name, let was, _):
      if let was { return try saving(was) }
      return preset(name).map(removing) ?? Change(self)
    case .pause(let name, let was, _):
      if let was { return try saving(was, at: moment) }
      return try removingPause(name, at: moment)
    case .calendar(let name, let was, _):
      if let was { return try saving(was, at: moment) }
      return try removingCalendar(name, at: moment)
    case .setting(let key, let was, _):
      let isDefault = was.text(of: key) == Settings().text(of: key)
      return try setting(key, in: was, isDefault: isDefault, at: moment)
    }
  }

  /// Whether the thing is as the step left it: no change since, and no ring disabled an alarm or used up a skip.
  private func isAsLeft(by step: Step) -> Bool {
    switch step {
    case .alarm(let id, _, let now): alarm(id) == now
    case .preset(let name, _, let now): preset(name) == now
    case .pause(let name, _, let now): pause(name) == now
    case .calendar(let name, _, let now): holidays.calendar(name) == now
    case .setting(_, _, let now): settings == now
    }
  }

  public func preset(_ name: String) -> TimerPreset? { presets.first { $0.name == name } }
}
