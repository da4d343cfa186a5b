import Control
import Glibc

/// How late the display changes with the clock, and what it costs that it does.
enum FaceBench {
  private static let second: Int64 = 1_000_000_000

  /// What a face follows, and by which settings.
  private static let faces: [(name: String, settings: [(key: String, value: String)])] = [
    ("a steady colon", []), ("a blinking colon", [("colon", "blink")]), ("seconds", [("seconds", "on")]),
    ("turns of 4s every 12s", [("turns", "date"), ("time-for", "8s"), ("turn-for", "4s")]),
    ("the light followed", [("brightness", "auto")]),
  ]
  /// In seconds.
  private static let span = 30

  /// What each wakes beyond a face that changes with the minute. Returns when the displays changed that show seconds.
  @discardableResult
  static func check(report: inout Report) throws -> [Duration] {
    // Side by side, as counts do not depend on what else there is.
    let subjects = try faces.map { _ in try Subject(.face) }
    defer { for subject in subjects { subject.remove() } }
    for (subject, face) in zip(subjects, faces) {
      try subject.start()
      // No sensor says the same twice.
      _ = try subject.client().send(SetMockLux(lux: 50, noise: 0.05))
      for (key, value) in face.settings { _ = try subject.client().send(ChangeSetting(key: key, value: value)) }
    }
    // Idle threads of the pool have gone by then.
    sleep(7)
    let begun = nanosecondsNow()
    let wakeups = try subjects.map { try Wakeups(of: $0.process) }
    sleep(UInt32(span))
    let woken = try wakeups.map { try $0.since(seconds: span) }
    report.add("wakeups a second, \(faces[0].name)", woken[0].text)
    for (face, other) in zip(faces, woken).dropFirst() {
      let more = other.rate - woken[0].rate
      // One a second, and three of thirty that come by chance.
      report.add(
        "  more with \(face.name)", "\(oneDecimal(more)) of \(other.text)", must: "<= 1.1", isMet: more <= 1.101)
    }
    let lateness = try zip(faces, subjects).filter { ["colon", "seconds"].contains($0.0.settings.first?.key) }
      .flatMap { try changes(of: $0.1, since: begun).map { Duration.nanoseconds($0 % second) } }
    // A face that stands still wakes nothing either.
    guard lateness.count >= 2 * (span - 1) else { throw BenchError("only \(lateness.count) seconds were shown") }
    return lateness
  }

  /// - Parameter count: how many minutes are waited for.
  static func run(minutes count: Int, report: inout Report) throws {
    add("clock's second → display", try check(report: &report), to: &report)
    let subject = try Subject(.face)
    defer { subject.remove() }
    try subject.start()
    let begun = nanosecondsNow()
    sleep(UInt32(count * 60 + 1))
    let lateness = try changes(of: subject, since: begun).filter { $0 % (60 * second) < second }
      .map { Duration.nanoseconds($0 % (60 * second)) }
    guard lateness.count >= count else { throw BenchError("only \(lateness.count) minutes were shown") }
    add("clock's minute → display", lateness, to: &report)
  }

  private static func changes(of subject: Subject, since begun: Int64) throws -> [Int64] {
    try MockEntry.history(try subject.client())
      .filter { $0.device == "display" && $0.action == "show" && $0.time > begun }.map(\.time)
  }

  private static func add(_ name: String, _ lateness: [Duration], to report: inout Report) {
    let found = Percentiles(lateness)
    report.add(
      "\(name), \(lateness.count) times", found.text, must: "p50 <= 20 ms", isMet: found.p50 <= .milliseconds(20))
  }
}
