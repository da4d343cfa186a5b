import AlarmClock
import Control
import Glibc

/// How long the daemon takes to start, and to work with many alarms.
enum DaemonBench {
  static func start(_ subject: Subject, report: inout Report) throws {
    subject.stop()
    var times: [Duration] = []
    for _ in 0..<20 {
      times.append(try subject.start())
      subject.stop()
    }
    report.add("start → armed and answering, 20 times", Percentiles(times), .p95, most: .milliseconds(30))
    try subject.start()
  }

  /// Measures the start of `rouse` and a status request against the smallest program (`/bin/true`), alternating 50
  /// times.
  static func command(_ subject: Subject, report: inout Report) throws {
    let asked: [(word: String, limit: Duration)] = [("--version", .milliseconds(6)), ("status", .milliseconds(15))]
    for (word, limit) in asked {
      var (own, smallest): ([Duration], [Duration]) = ([], [])
      for _ in 0..<50 {
        own.append(try subject.time([word]))
        smallest.append(try Subject.time(["/bin/true"]))
      }
      let over = Percentiles(own).p50 - Percentiles(smallest).p50
      report.add("rouse \(word) over /bin/true, median of 50", over, most: limit)
    }
  }

  /// Measures `rouse alarm list` and edits with more and more alarms.
  static func manyAlarms(report: inout Report) throws {
    for count in [10, 1000, 10_000] {
      let subject = try Subject()
      defer { subject.remove() }
      // One more is added for the edits.
      try subject.seedAlarms(count - 1)
      let started = try subject.start()
      try subject.enrollCard()
      let client = try subject.client()
      let alarm = try client.send(AddAlarm(input: AlarmInput(time: "12:00", days: "daily"))).alarm.id
      var edits: [Duration] = []
      for index in 0..<100 {
        let begun = ContinuousClock.now
        _ = try client.send(EditAlarm(alarm: alarm, input: AlarmInput(time: "1\(index % 10):00")))
        edits.append(ContinuousClock.now - begun)
      }
      report.add("arming anew among \(count) alarms, 100 times", Percentiles(edits).text)
      if count > 10 { report.add("start with \(count) alarms", milliseconds(started)) }
      guard count == 1000 else { continue }
      let asked: [(words: [String], limit: Duration)] = [
        (["alarm", "list"], .milliseconds(30)), (["alarm", "list", "--json"], .milliseconds(20)),
      ]
      for (words, limit) in asked {
        let found = Percentiles(try (0..<20).map { _ in try subject.time(words) })
        report.add(
          "rouse \(words.joined(separator: " ")), \(count) alarms",
          "min \(milliseconds(found.min)), median \(milliseconds(found.p50))", must: "<= \(milliseconds(limit))",
          isMet: found.p50 <= limit)
      }
    }
  }

  /// Measures `rouse status` with a calendar that skips ten years of rings, so that the search must pass over all of
  /// them.
  static func skippedYears(report: inout Report) throws {
    let count = 1000
    // Consecutive days are skipped at once, single days one by one.
    for (weekdays, words) in [(Weekdays(Weekday.allCases), "daily"), (Weekdays([.monday]), "weekly")] {
      let subject = try Subject()
      defer { subject.remove() }
      try subject.seedAlarms(count, on: weekdays)
      _ = try subject.start()
      let client = try subject.client()
      guard let today = LocalDate(String(try client.send(GetStatus()).clock.now.prefix(10))) else {
        throw BenchError("the daemon does not say which day it is")
      }
      let days = (0..<3650).map { today.adding(days: $0) }.filter { weekdays.contains($0.weekday) }
      _ = try client.send(
        AddCalendar(
          input: CalendarInput(
            calendarName: "days", alarm: nil, group: nil,
            days: Dictionary(uniqueKeysWithValues: days.map { ($0.description, "") })), confirmed: true))
      let found = Percentiles(try (0..<100).map { _ in try subject.time(["status"]) })
      report.add(
        "rouse status, \(count) \(words) alarms, a calendar with each of their days for ten years", found, .p95,
        most: .milliseconds(100))
    }
  }
}
