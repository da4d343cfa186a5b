import AlarmClock
import Control

/// Views as a daemon gives them.
enum Sample {
  static func alarm(
    label: String = "Work", date: String? = nil, days: Weekdays? = .workdays, enabled: Bool = true,
    skipNext: Bool = false, next: OccurrenceView? = occurrence()
  ) -> AlarmView {
    AlarmView(
      id: "k3f9xa", label: label, recurrence: "weekly", time: "07:30", date: date, days: days, enabled: enabled,
      skipNext: skipNext, ringing: false, next: next, sound: "tone", volume: 60, fadeIn: 90,
      vibration: .medium, preAlarm: 0, buzzerAfter: 60, silenceAfter: 3600, catchUp: 900, snooze: 0, snoozeTime: 540,
      wakeCheck: 0, cancelLock: 0, ladder: [RungView(after: 0, what: "light")], locked: false,
      inherited: ["sound", "vibration", "buzzerAfter", "silenceAfter"], cards: [])
  }

  static func occurrence(inSeconds: Int = 33_120, special: [String] = []) -> OccurrenceView {
    OccurrenceView(
      alarmId: "k3f9xa", label: "Work", time: "2026-11-22T07:30:00+01:00", inSeconds: inSeconds, special: special)
  }

  static let card = CardView(
    id: "c1", name: "bathroom", kind: .dismiss, enrolled: false, created: "2026-11-01T10:00:00+01:00")

  static func status(isMock: Bool = true, misses: [MissView] = []) -> StatusView {
    StatusView(
      state: .idle, misses: misses, rings: [], next: nil, quiet: QuietView(hours: "off", now: false),
      pausedUntil: nil, bedtime: nil,
      devices: [
        "buzzer": DeviceView(health: .ok),
        "camera": DeviceView(health: .failed, error: "ENODEV", since: "2026-11-22T06:00:00+01:00"),
      ],
      clock: ClockView(now: "2026-11-22T07:00:00+01:00", zone: "Europe/Berlin", trusted: false, why: "no NTP"),
      board: BoardView(name: "mock", mock: isMock, file: nil),
      scheduler: SchedulerView(realTimePriority: false, why: "EPERM"),
      storage: StorageView(folder: "/var/lib/rouse", writable: false, error: "disk full"), version: "1")
  }

  static func mock(buzzerOn: Bool = false, failing: [String: String] = [:]) -> MockStateView {
    MockStateView(
      buzzer: .init(on: buzzerOn), vibration: .init(level: "medium", duty: 0.6),
      speaker: .init(playing: true, sound: "tone", volume: 80), display: .init(text: "07:30", brightness: 8),
      lamp: .init(on: false), camera: .init(open: false, picture: nil), failing: failing)
  }
}
