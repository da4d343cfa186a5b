import AlarmClock
import Control
import Glibc

/// The cost of an evening: planning with a year of history, and reminders that nobody answers. The display shows only
/// the time, because scrolling text is measured elsewhere. Counts do not depend on the load of the machine.
enum ReminderBench {
  static func check(report: inout Report) throws {
    let subject = try Subject(.plain)
    defer { subject.remove() }
    try subject.seedHistory(years: 1)
    try subject.start()
    try subject.enrollCard()
    let client = try subject.client()
    // On a machine that only runs tests, time is not synchronized.
    try set("clock-source", "battery", client)
    _ = try client.send(AddAlarm(input: AlarmInput(time: "+8h")))
    // Quiet hours began an hour ago and bedtime is in 15 minutes, so the reminders due since then are open.
    try set("display", "clock", client)
    let now = Instant(nanoseconds: nanosecondsNow()).seconds / 60
    try set("quiet", "\(time(now - 60))-\(time(now + 120))", client)
    try set("bedtime", time(now + 15), client)
    let (total, anonymous) = try IdleBench.leastMemory(of: subject) { start in
      // A changed setting makes the daemon plan again, which reads the history.
      try set("reminders-a-day", "\(6 + start)", subject.client())
      try waitForReminders(subject)
      sleep(15)
    }
    report.add("memory in the evening, resident", megabytes: total, most: 15)
    // A little more than in an idle daemon: a year of records leaves partly free pages.
    report.add("  of it anonymous, in the evening", megabytes: anonymous, most: 4.2)
    try IdleBench.wakeups(
      of: subject.process, "wakeups a second, reminders not answered", most: 0.6, report: &report
    ) { sleep(UInt32(IdleBench.span)) }
    let standing = try subject.client().send(ListReminders()).reminders.filter { $0.shown != nil && $0.done == nil }
    guard standing.count > 1 else { throw BenchError("only \(standing.count) reminders came") }
  }

  private static func set(_ key: String, _ value: String, _ client: ControlClient) throws(ControlError) {
    _ = try client.send(ChangeSetting(key: key, value: value))
  }

  /// Returns the UTC time of day of a number of minutes since 1970.
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
