import AlarmClock
import Control
import Glibc

/// What the evening costs the daemon: a year of history is looked at, and reminders stand that nobody answers. The display
/// shows the time alone, as words that scroll are measured elsewhere.
/// Counts, which do not depend on how busy the machine is.
enum ReminderBench {
  /// In seconds.
  private static let span = 30

  static func check(report: inout Report) throws {
    let subject = try Subject(.plain)
    defer { subject.remove() }
    try subject.seedHistory(years: 1)
    try subject.start()
    try subject.enrollCard()
    let client = try subject.client()
    // No synchronised clock is to be had where only tests run.
    try set("clock-source", "battery", client)
    _ = try client.send(AddAlarm(input: AlarmInput(time: "+8h")))
    // Quiet from an hour ago on, and bedtime in a quarter of an hour: what is due since then stands.
    try set("display", "clock", client)
    let now = Instant(nanoseconds: nanosecondsNow()).seconds / 60
    try set("quiet", "\(time(now - 60))-\(time(now + 120))", client)
    try set("bedtime", time(now + 15), client)
    let (total, anonymous) = try leastMemory(of: subject)
    report.add(
      "memory in the evening, resident", "\(oneDecimal(total / 1024)) MB", must: "<= 15 MB", isMet: total <= 15 * 1024)
    // What a year's records leave of pages that are not wholly free again is a little more than when nothing happened.
    report.add(
      "  of it anonymous, in the evening", "\(oneDecimal(anonymous / 1024)) MB", must: "<= 4.2 MB",
      isMet: anonymous <= 4.2 * 1024)
    let wakeups = try Wakeups(of: subject.process)
    sleep(UInt32(span))
    let woken = try wakeups.since(seconds: span)
    report.add(
      "wakeups a second, reminders not answered", woken.text, must: "<= 0.6", isMet: woken.rate <= 0.6)
    let standing = try subject.client().send(ListReminders()).reminders.filter { $0.shown != nil && $0.done == nil }
    guard standing.count > 1 else { throw BenchError("only \(standing.count) reminders came") }
  }

  /// Resident, and of it anonymous, in KiB, after a look at the history: the least of some starts, as when nothing happens.
  private static func leastMemory(of subject: Subject) throws -> (total: Double, anonymous: Double) {
    var least = (total: Double.infinity, anonymous: Double.infinity)
    for start in 0..<3 {
      if start > 0 {
        subject.stop()
        try subject.start()
      }
      // Another setting has it plan anew, for which it looks at the history.
      try set("reminders-a-day", "\(6 + start)", subject.client())
      try waitForReminders(subject)
      // Memory is let go of 5 to 10 s after the look and the last client.
      sleep(15)
      let memory = try ProcFile.text("/proc/\(subject.process)/smaps_rollup")
      least.total = min(least.total, ProcFile.number("Rss:", in: memory))
      least.anonymous = min(least.anonymous, ProcFile.number("Anonymous:", in: memory))
    }
    return least
  }

  private static func set(_ key: String, _ value: String, _ client: ControlClient) throws(ControlError) {
    _ = try client.send(ChangeSetting(key: key, value: value))
  }

  /// A time of day in UTC, of minutes since 1970.
  private static func time(_ minutes: Int64) -> String {
    LocalTime(secondsOfDay: minutes % 1440 * 60).text(.hours24)
  }

  private static func waitForReminders(_ subject: Subject) throws {
    for _ in 0..<200 {
      if try !subject.client().send(ListReminders()).reminders.isEmpty { return }
      usleep(100_000)
    }
    throw BenchError("no reminder was planned within 20 s")
  }
}
