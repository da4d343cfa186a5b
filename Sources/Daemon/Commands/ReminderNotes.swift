import AlarmClock
import Control
import Faces
import Reminders

struct ReminderNotes: Sendable {
  let fitting: Fitting

  static let noBedtime = "No reminder comes without a bedtime. Fix: rouse settings set bedtime 22:30"

  /// Returns why nobody would notice such a reminder, or why it comes at another time than was set.
  func problem(
    of kind: ReminderKind, in evening: Evening, _ settings: Settings, _ zone: ZoneRules
  ) -> TroubleView? {
    guard let due = evening.due(kind) else { return nil }
    let format = settings.timeFormat
    func text(_ moment: Instant) -> String { zone.local(moment).time.text(format) }
    let scene = FaceScene(settings: settings, zone: zone, isDark: nil)
    let obstacle = ReminderReach.obstacle(
      at: due, in: zone, settings, hasDisplay: fitting.roles.contains(.display),
      hasSounder: !fitting.roles.isDisjoint(with: [.speaker, .buzzer]), isDisplayOff: scene.isOff(at: due))
    switch obstacle {
    case .noDisplay(let silence):
      let (why, fix) = words(silence, of: kind, settings)
      return TroubleView(why: why, fix: fix)
    case .noMessages(let mode):
      return TroubleView(
        why: "`display` is set to `\(mode.rawValue)`, which hides messages",
        fix: "rouse settings set display normal")
    case .displayOff:
      let isOfNight = scene.isNight(at: due) && settings.nightDimming != nil
      return TroubleView(
        why: "the display is off at \(text(due)), and no reminder lights it",
        fix: "rouse settings set \((isOfNight ? SettingKey.nightBrightness : .brightness).rawValue) 1")
    case nil: break
    }
    guard let time = evening.timeOutsideEvening(of: kind) else { return nil }
    return TroubleView(
      why: "\(time.text(format)) is not in the 16 hours before bedtime (\(text(evening.bedtime))), so it comes at "
        + text(due),
      fix: "rouse reminder on \(kind.rawValue) --at \(zone.local(due).time)")
  }

  private func words(
    _ silence: ReminderReach.Silence, of kind: ReminderKind, _ settings: Settings
  ) -> (why: String, fix: String) {
    switch silence {
    case .noSounder: ("no display, speaker or buzzer is fitted", "see `rouse help board`")
    case .soundOff: ("no display is fitted, and `reminder-sound` is off", "rouse settings set reminder-sound chime")
    case .volumeZero: ("no display is fitted, and the volume is 0", "rouse settings set volume 30")
    case .quiet:
      (
        "no display is fitted, and quiet hours (\(settings.quiet.text(settings.timeFormat))) silence it",
        Self.fix(settings.quiet, kind)
      )
    }
  }

  private static func fix(_ quiet: QuietHours, _ kind: ReminderKind) -> String {
    guard case .daily(let from, _) = quiet else { return "rouse quiet off" }
    return "rouse reminder on \(kind.rawValue) --at \(from.adding(minutes: -30).text(.hours24))"
  }

  /// Returns notes on reminders that nobody would notice because of a change of a setting.
  func notes(on key: SettingKey, _ book: AlarmBook, before: AlarmBook, at now: Instant, _ zone: ZoneRules) -> [String] {
    let keys: [SettingKey] = [
      .quiet, .bedtime, .reminders, .reminderSound, .volume, .display, .theme, .brightness, .nightBrightness,
      .brightnessSchedule,
    ]
    guard keys.contains(key) else { return [] }
    if key == .reminders, book.settings.bedtime == nil, book.settings.reminders.isOn { return [Self.noBedtime] }
    let isOfReminders = [.bedtime, .reminders].contains(key)
    let known = isOfReminders ? [:] : problems(of: before, at: now, zone)
    let problems = problems(of: book, at: now, zone)
    var notes: [String] = []
    for kind in ReminderKind.allCases {
      guard let problem = problems[kind], known[kind] == nil else { continue }
      let kinds = ReminderKind.allCases.filter { problems[$0] == problem }
      guard kinds.first == kind else { continue }
      notes.append(
        "Reminders \(kinds.map(\.rawValue).joined(separator: ", ")): \(problem.why). Fix: \(problem.fix)")
    }
    return notes
  }

  private func problems(of book: AlarmBook, at now: Instant, _ zone: ZoneRules) -> [ReminderKind: TroubleView] {
    guard let bedtime = book.settings.bedtime else { return [:] }
    let night = Night(bedtime: bedtime, at: now, in: zone)
    let evening = Evening(before: night.coming, in: book, zone: zone, answered: [:])
    return Dictionary(
      uniqueKeysWithValues: ReminderKind.allCases.compactMap { kind in
        problem(of: kind, in: evening, book.settings, zone).map { (kind, $0) }
      })
  }
}
