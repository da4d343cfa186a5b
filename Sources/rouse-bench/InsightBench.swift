import AlarmClock
import Control
import Glibc
import Storage

/// How long `rouse insight` and what it draws take, with the rings of a year and of ten. The smallest clock has one processor
/// to spare for it: `taskset -c 0 rouse-bench insight`.
enum InsightBench {
  private static let charts = ["waking", "weekdays", "scores", "hours", "lateness", "snoozes", "quits", "rhythm"]

  static func run(report: inout Report) throws {
    for (years, rings) in [(1, 400), (10, 4000)] {
      let subject = try Subject(.plain)
      defer { subject.remove() }
      try subject.seedHistory(years: years, rings: rings)
      try subject.start()
      func time(_ words: [String], times: Int) throws -> Percentiles {
        Percentiles(
          try (0..<times).map { _ in
            try Subject.time(
              [ProgramPlaces.path(of: "rouse"), "insight"] + words, environment: ["ROUSE_SOCKET=\(subject.socketPath)"])
          })
      }
      let own = try time([], times: 30)
      let smallest = Percentiles(try (0..<30).map { _ in try Subject.time(["/bin/true"]) })
      let over = own.p50 - smallest.p50
      report.add(
        "rouse insight over /bin/true, \(rings) rings", milliseconds(over), must: "<= 30 ms",
        isMet: over <= .milliseconds(30))
      let range = "\(years * 365)d"
      let drawn = try charts.map { ($0, try time(["chart", $0, "--range", range], times: 5).p50) }
      if let slowest = drawn.max(by: { $0.1 < $1.1 }) {
        report.add(
          "the slowest chart (\(slowest.0)) of \(range)", milliseconds(slowest.1), must: "<= 500 ms",
          isMet: slowest.1 <= .milliseconds(500))
      }
      let page = subject.folder + "/page.html"
      let made = try time(["report", "--range", range, "--force", "--output", page], times: 5).p50
      report.add("the report of \(range)", milliseconds(made), must: "<= 2000 ms", isMet: made <= .seconds(2))
    }
  }
}

extension Subject {
  /// Writes what became of so many rings into the store of a daemon that does not run: one a day, and what went before each.
  fileprivate func seedHistory(years: Int, rings: Int) throws {
    let store = try Store(path: storePath)
    let now = Instant(nanoseconds: nanosecondsNow())
    let step = Int64(years) * 365 * 86_400 / Int64(rings)
    try store.transaction { () throws(StorageError) in
      for index in 0..<rings {
        let due = now - .seconds(step * Int64(rings - index))
        var alarm = Alarm(id: "seed00", recurrence: .instant(due))
        alarm.label = "Work"
        let ring = ArmedOccurrence(
          occurrence: Occurrence(key: .instant(due), due: due, adjustment: .none), plan: Settings().plan(for: alarm),
          recurrence: alarm.recurrence, isSkipped: false)
        let outcome: RingOutcome =
          index % 50 == 3 ? .missed(rang: true) : index % 29 == 5 ? .skipped : .dismissed(cardID: "bath")
        let took: Duration = .seconds(30 + index * 7 % 150 * (index % 40 == 7 ? 9 : 1))
        try store.record(outcome, of: ring, at: due + took)
        let tally = RingTally(
          began: due + .milliseconds(index % 30), wrongCodes: index % 10 / 9, unread: .seconds(index % 9), checks: 1)
        try store.keepHistory(
          of: ring.id, RingProgress(began: due, isTrusted: true, snoozes: index % 4 / 3, tally: tally))
        let kind: Happening.Kind = index % 33 == 0 ? .noCamera : index % 2 == 0 ? .bedtimePassed : .noise
        let before = due - .seconds(kind == .noCamera ? 0 : 25_000 + index * 37 % 7000)
        try store.append(
          Event(
            time: before, kind: .noiseStarted,
            happening: Happening(kind, began: before, ended: before + .seconds(20), label: "rain")))
      }
    }
  }
}
