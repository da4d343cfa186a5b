import AlarmClock

@testable import Control

/// Views as the daemon sends them.
enum Sample {
  static func alarm(
    label: String = "Work", date: String? = nil, days: Weekdays? = .workdays, enabled: Bool = true,
    skipNext: Bool = false, skipped: String? = nil, next: OccurrenceView? = occurrence(), locked: Bool = false
  ) -> AlarmView {
    AlarmView(
      AlarmView.Facts(
        id: "k3f9xa", label: label, recurrence: "weekly", time: "07:30", date: date, days: days, enabled: enabled,
        skipNext: skipNext, skipped: skipped, ringing: false, next: next,
        ladder: [
          RungView(after: 0, what: "light"), RungView(after: 0, what: "vibration medium"),
          RungView(after: 30, what: "sound tone 60% fading in over 1m30s"), RungView(after: 90, what: "buzzer"),
          RungView(after: 3600, what: "silence"),
        ], locked: locked,
        inherited: [
          "sound", "vibration", "buzzerAfter", "silenceAfter", "catchUp", "snoozeTime", "wakeCheck", "soften",
        ], cards: []),
      SettingValues([
        .sound: "tone", .volume: 60, .fadeIn: 90, .vibration: "medium", .vibrationPattern: "pulse", .preAlarm: 30,
        .buzzerAfter: 60, .silenceAfter: 3600, .catchUp: 900, .snooze: 2, .snoozeTime: 540, .wakeCheck: 0,
        .cancelLock: 28_800, .soften: true, .speak: false, .flash: true,
      ]))
  }

  static func occurrence(inSeconds: Int = 33_120, special: [String] = []) -> OccurrenceView {
    OccurrenceView(
      alarmId: "k3f9xa", label: "Work", time: "2026-11-22T07:30:00+01:00", inSeconds: inSeconds, special: special)
  }

  static let card = CardView(
    id: "c1", name: "bathroom", kind: .dismiss, enrolled: false, created: "2026-11-01T10:00:00+01:00")

  static func ring(
    _ state: RingView.State, ringsAt: String? = nil, snoozes: Int = 0, mostSnoozes: Int = 0
  ) -> RingView {
    RingView(
      alarmId: "k3f9xa", state: state, label: "Work", due: "2026-11-22T07:30:00+01:00",
      silenceAt: "2026-11-22T08:30:00+01:00", cards: ["bathroom", "spare"], wrongCodes: 0, ringsAt: ringsAt,
      snoozes: snoozes, mostSnoozes: mostSnoozes)
  }

  static func status(
    verdict: VerdictView = VerdictView(state: .nothingSet, firstStep: "rouse alarm add 07:30"),
    next: OccurrenceView? = nil, skips: [OccurrenceView] = [],
    isMock: Bool = true, minimal: String? = nil, misses: [MissView] = [], rings: [RingView] = [],
    quiet: QuietView = QuietView(hours: "off", now: false), pausedUntil: String? = nil, bedtime: BedtimeView? = nil
  ) -> StatusView {
    var status = StatusView()
    (status.verdict, status.minimal, status.misses, status.rings) = (verdict, minimal, misses, rings)
    (status.next, status.skips, status.quiet) = (next, skips, quiet)
    (status.pausedUntil, status.bedtime) = (pausedUntil, bedtime)
    status.devices = [
      "buzzer": DeviceView(health: .ok),
      "camera": DeviceView(health: .failed, error: "ENODEV", since: "2026-11-22T06:00:00+01:00"),
    ]
    status.clock = ClockView(now: "2026-11-22T07:00:00+01:00", zone: "Europe/Berlin", trusted: false, why: "no NTP")
    status.board = BoardView(name: "mock", mock: isMock, file: nil)
    status.scheduler = SchedulerView(realTimePriority: false, why: "EPERM")
    status.storage.folder = "/var/lib/rouse"
    status.storage.error = "disk full"
    status.version = "1"
    return status
  }

  static func mock(buzzerOn: Bool = false, mixer: Int = 100, failing: [String: String] = [:]) -> MockStateView {
    var mock = MockStateView()
    mock.buzzer.on = buzzerOn
    mock.vibration = .init(level: "medium", duty: 0.6)
    mock.speaker = .init(playing: true, sound: "tone", volume: 80, mixer: mixer)
    mock.display = .init(text: "07:30", brightness: 8)
    mock.light.lux = 3
    mock.room = .init(temperature: 21.5, humidity: 40)
    mock.power.processor = 45
    mock.button.open = true
    mock.failing = failing
    return mock
  }

  static let reminders = ListReminders.Reply(
    kinds: [
      ReminderKindView(
        kind: "tomorrow", help: "no alarm is set for tomorrow, though one usually is", timing: .usual,
        next: "2026-11-22T20:30:00+01:00"),
      ReminderKindView(
        kind: "test", help: "the clock has not been tested for a day, or did not pass", timing: .auto,
        next: "2026-11-22T21:10:00+01:00"),
      ReminderKindView(
        kind: "bedtime", help: "it is time for bed, to sleep enough before the next alarm", timing: .autoLater,
        next: "2026-11-22T22:00:00+01:00"),
      ReminderKindView(
        kind: "milestone", help: "7, 30 or 100 days without a missed alarm", timing: .off, next: nil),
    ],
    reminders: [
      ReminderView(
        id: "k3f9xa", kind: "bedtime", text: "Work rings at 06:30. In bed by 22:30 you have 8 h until then.",
        command: "rouse next", shown: "2026-11-20T22:00:00+01:00", due: nil, read: true,
        done: "2026-11-20T22:10:00+01:00"),
      ReminderView(
        id: "m2n8qr", kind: "finding",
        text: "In 4 of 21 rings a code was in view for over 20 s and could not be read. More light helps.",
        command: "rouse camera aim", shown: "2026-11-21T20:30:00+01:00", due: nil, read: false, done: nil),
      ReminderView(
        id: "p7w2zd", kind: "test", text: "The clock has not been tested for a day. Work rings at 06:30.",
        command: "rouse test bedtime", shown: "2026-11-21T22:00:00+01:00", due: "2026-11-21T22:20:00+01:00",
        read: true, done: nil),
    ], silence: nil)
}
