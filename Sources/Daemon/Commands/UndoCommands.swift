import AlarmClock
import Control

extension Commands {
  func undo(in ledger: isolated Ledger) throws(ControlError) -> Undone {
    // Reopening may load another book.
    ledger.reopenStore()
    let (step, ago) = try Self.last(of: ledger)
    let asked = "`rouse undo`"
    var undone = Undone(step.kind, ago: max(1, ago.wholeSeconds))
    switch step {
    case .alarm(_, let was, let now):
      do throws(ControlError) {
        if let alarm = now ?? was { undone.alarm = try alarms.undo(step, of: alarm, in: ledger) }
      } catch  where now == nil && error.code == .usage {
        throw Self.hasPassed
      }
    case .preset(_, let was, let now):
      if let preset = now ?? was {
        undone.preset = try presets.store(preset, "the undo", in: ledger, step.undoing)
      }
    case .pause(let name, _, _):
      undone.daysOff = try daysOff.store(.pause, name, "the undo", asked: asked, in: ledger, step.undoing)
    case .calendar(let name, _, _):
      undone.daysOff = try daysOff.store(.calendar, name, "the undo", asked: asked, in: ledger, step.undoing)
    case .setting(let key, _, _): undone.setting = try settings.store(key, asked: asked, in: ledger, step.undoing)
    }
    ledger.lastChange?.isUndo = true
    ledger.events.append(
      .changeUndone, alarmID: undone.alarm?.alarm.id,
      label: undone.alarm?.alarm.label ?? undone.preset?.preset.name ?? undone.daysOff?.name, detail: step.words)
    return undone
  }

  private static func last(of ledger: isolated Ledger) throws(ControlError) -> (AlarmBook.Step, Duration) {
    let look = "see what was changed: `rouse log --since today`"
    guard let last = ledger.lastChange else {
      throw ControlError(
        .nothingFound, "there is nothing to undo",
        why: "no alarm, setting or preset was changed since the service started, or a backup was restored, and what "
          + "was changed before that is not remembered",
        fix: look)
    }
    guard !last.isUndo else {
      throw ControlError(
        .nothingFound, "there is nothing more to undo",
        why: "the last change is taken back already, and only one is remembered; nothing was changed", fix: look)
    }
    let ago = ledger.time.monotonic - last.made
    guard ago <= LastChange.longestKept else {
      throw ControlError(
        .nothingFound, "the last change is too old to be undone",
        why:
          "it was made \(DurationText.format(.seconds(ago.wholeSeconds))) ago, and an hour is the limit; nothing was "
          + "changed",
        fix: "change by hand what you want otherwise; \(look)")
    }
    switch last.what {
    case .step(let step): return (step, ago)
    case .forGood(let what):
      throw ControlError(
        .nothingFound, "the last change was of \(what), which cannot be undone",
        why: "only the last change can be undone, and only of alarms, settings, presets, pauses, skips and calendars; "
          + "nothing was changed",
        fix: "change it by hand; \(look)")
    }
  }

  private static let hasPassed = ControlError(
    .nothingFound, "the alarm that was removed cannot come back",
    why: "its time has passed, so it would never ring; nothing was changed",
    fix: "set it anew, as in `rouse alarm add 07:30`")
}

extension AlarmBook.Step {
  /// The change that reverses the step.
  var undoing: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change {
    { book, moment throws(AlarmBook.Refusal) in try book.undoing(self, at: moment) }
  }

  var kind: Undone.Change {
    func kind(wasThere: Bool, isThere: Bool) -> Undone.Change {
      wasThere ? isThere ? .changed : .removed : .added
    }
    return switch self {
    case .alarm(_, let was, let now): kind(wasThere: was != nil, isThere: now != nil)
    case .preset(_, let was, let now): kind(wasThere: was != nil, isThere: now != nil)
    case .pause(_, let was, let now): kind(wasThere: was != nil, isThere: now != nil)
    case .calendar(_, let was, let now): kind(wasThere: was != nil, isThere: now != nil)
    case .setting: .changed
    }
  }

  fileprivate var words: String {
    switch self {
    case .alarm, .preset, .pause, .calendar: "it was \(kind.rawValue)"
    case .setting(let key, let was, let now):
      "\(key.rawValue) was set from \(was.text(of: key) ?? "none") to \(now.text(of: key) ?? "none")"
    }
  }
}
