import AlarmClock
import Control

extension ControlError {
  /// Explains to the user why the book refuses a change. `what` is the request, as in `the removal`.
  init(_ refusal: AlarmBook.Refusal, of what: String) {
    switch refusal {
    case .tooManyAlarms:
      self.init(
        .tryAgain, "the alarm was not saved",
        why: "there are \(AlarmBook.mostAlarms) already, and no more are kept, as each change looks through all of "
          + "them",
        fix: "remove what is over: `rouse alarm list`, then `rouse alarm remove ALARM`",
        stillWorks: "those that are set ring, and can be changed")
    case .tooManyPresets:
      self.init("preset", most: Timer.most, fix: "remove one: `rouse timer preset remove NAME`")
    case .tooManyPauses:
      self.init("pause", most: Pause.most, fix: "remove one: `rouse pause`, then `rouse pause off NAME`")
    case .tooManyCalendars:
      self.init(
        "calendar", most: HolidayCalendar.most,
        fix: "remove one: `rouse calendar list`, then `rouse calendar remove NAME`")
    case .tooManyHolidays:
      self.init(
        .tryAgain, "the calendar was not saved",
        why: "with it there would be more than \(HolidayCalendar.mostDays) dates, and no more are kept",
        fix: "remove a calendar (`rouse calendar list`, then `rouse calendar remove NAME`), or add one with fewer dates"
      )
    case .tooManyExceptions(let alarm):
      self.init(
        .tryAgain, "\(what) was not saved",
        why:
          "the alarm \(Self.name(alarm)) would have more than \(AlarmDays.mostExceptions) dates on which it does not "
          + "do the usual, and no more are kept",
        fix: "take some back (`rouse alarm unskip \(alarm.id) --on DATE`), or pause it for a while: "
          + "`rouse pause --alarm \(alarm.id) --from DATE --until DATE`")
    case .ringsOnce(let alarm):
      self.init(
        .usage, "\(what) is refused: the alarm \(Self.name(alarm)) rings once only",
        why: "there are no dates to choose from; nothing was changed",
        fix: "leave the date out (`rouse alarm skip \(alarm.id)`), or set another date: "
          + "`rouse alarm edit \(alarm.id) --date tomorrow`")
    case .nothingOn(let date, let alarm):
      self.init(
        .usage, "\(what) is refused: the alarm \(Self.name(alarm)) does not ring on \(date)",
        why: "that is no date of it; nothing was changed", fix: "see its dates: `rouse alarm show \(alarm.id)`")
    case .hasPassed(let local, let alarm):
      self.init(
        .usage, "\(what) is refused: \(local.date) \(local.time) has passed",
        why: "it would change nothing, or the alarm \(Self.name(alarm)) would not ring that day; nothing was changed",
        fix: "see what comes: `rouse alarm show \(alarm.id)`")
    case .endless(let alarm):
      let named = alarm.cards.isEmpty ? "no card is enrolled" : "none of its cards is enrolled"
      self.init(
        .nothingFound, "the alarm cannot be enabled: \(named)",
        why: "only a card ends a ring, so it could not be stopped; nothing was changed",
        fix: "make one (`rouse card new NAME --output card.png`, print it, `rouse card test`), or enroll any QR code: "
          + "`rouse card add NAME`")
    case .neverRings(let alarm):
      let hasEnd = alarm.recurrence.rule?.until != nil
      self.init(
        .usage, "the alarm would never ring",
        why: hasEnd ? "it ends before a day that it rings on" : "its time has passed",
        fix: hasEnd
          ? "give a later date for its end, or none: `--until off`"
          : "give it a time to come: `rouse alarm edit \(alarm.id) --time 07:30`")
    case .nothingToSkip(let alarm):
      self.init(
        .nothingFound, "there is no next ring to skip", why: "the alarm is disabled, or has rung for the last time",
        fix: "enable it first: `rouse alarm enable \(alarm.id)`")
    case .locked(let alarm, let lock):
      self.init(lockedAlarm: Self.name(alarm), isRinging: lock == .isRinging, what)
    case .lastCard(let card, let alarm):
      self.init(
        .notPermitted, "the card \(card.name) is the last one that answers the alarm \(Self.name(alarm))",
        why: "without it nothing could stop that alarm; nothing was changed",
        fix: alarm.cards.isEmpty
          ? "enroll another card first: `rouse setup`; or disable the alarm: `rouse alarm disable \(alarm.id)`"
          : "let every card end it: `rouse alarm edit \(alarm.id) --card all`; or disable the alarm: "
            + "`rouse alarm disable \(alarm.id)`")
    case .changedSince(let step):
      let (name, command) = Self.words(for: step)
      self.init(
        .nothingFound, "\(what) is refused: \(name) was changed since",
        why: "another change came after it, or a ring, which disables what rings once and ends a skip; nothing was "
          + "changed",
        fix: "see how it is: `\(command)`, and change what you want otherwise")
    }
  }

  private init(_ what: String, most: Int, fix: String) {
    self.init(
      .tryAgain, "the \(what) was not saved", why: "there are \(most) already, and no more are kept", fix: fix)
  }

  /// Refuses to change an alarm, or a sound that it needs, during its ring or shortly before.
  private init(lockedAlarm alarm: String, isRinging: Bool, _ what: String) {
    self.init(
      .tryAgain, "\(what) is refused: the alarm \(alarm) is locked",
      why: isRinging
        ? "it rings, and until its card was seen nothing of it can be changed; the attempt is in the log"
        : "its `cancel-lock` forbids changes this short before its ring; the attempt is in the log",
      fix: isRinging ? "show its card, then try again" : "try again after its ring",
      stillWorks: "other alarms can be set and changed")
  }

  /// Refuses to remove or add a sound that a ringing or locked alarm needs.
  init(soundOf plan: RingPlan, isRinging: Bool, _ what: String) {
    self.init(lockedAlarm: Self.name(plan.alarmID, plan.label), isRinging: isRinging, what)
  }

  private static func words(for step: AlarmBook.Step) -> (name: String, command: String) {
    switch step {
    case .alarm(let id, let was, let now):
      ("the alarm \((now ?? was).map(name) ?? id)", now == nil ? "rouse alarm list" : "rouse alarm show \(id)")
    case .preset(let name, _, _): ("the preset \(name)", "rouse timer preset list")
    case .pause(let name, _, _): ("the pause \(name)", "rouse pause")
    case .calendar(let name, _, let now):
      ("the calendar \(name)", now == nil ? "rouse calendar list" : "rouse calendar show \(name.shellWord)")
    case .setting(let key, _, _): ("the setting `\(key.rawValue)`", "rouse settings get \(key.rawValue)")
    }
  }

  /// Returns a name such as `k3f9xa (Work)`. The id comes first because users type it.
  private static func name(_ alarm: Alarm) -> String { name(alarm.id, alarm.label) }
  private static func name(_ id: String, _ label: String) -> String { label.isEmpty ? id : "\(id) (\(label))" }
}
