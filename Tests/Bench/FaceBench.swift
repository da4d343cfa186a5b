import Control
import Glibc

/// How late the display changes, and how many wakeups that takes.
enum FaceBench {
  private static let second: Int64 = 1_000_000_000

  private static let faces: [(name: String, settings: [(key: String, value: String)])] = [
    ("a steady colon", []), ("a blinking colon", [("colon", "blink")]), ("seconds", [("seconds", "on")]),
    ("turns of 4s every 12s", [("turns", "date"), ("time-for", "8s"), ("turn-for", "4s")]),
    ("the light followed", [("brightness", "auto")]),
  ]
  /// In seconds.
  private static let span = 30

  /// Compares the wakeups of each face with those of a face that changes only with the minute. Returns the lateness of
  /// the faces that show seconds.
  @discardableResult
  static func check(report: inout Report) throws -> [Duration] {
    // In parallel, because counts do not depend on the load.
    let subjects = try faces.map { _ in try Subject(.face) }
    defer { for subject in subjects { subject.remove() } }
    for (subject, face) in zip(subjects, faces) {
      try subject.start()
      // A real sensor never returns the same value twice.
      _ = try subject.client().send(SetMockLux(lux: 50, noise: 0.05))
      for (key, value) in face.settings { _ = try subject.client().send(ChangeSetting(key: key, value: value)) }
    }
    // By then idle pool threads have ended.
    sleep(7)
    let begun = nanosecondsNow()
    let wakeups = try subjects.map { try Wakeups(of: $0.process) }
    sleep(UInt32(span))
    let woken = try wakeups.map { try $0.since(seconds: span) }
    report.add("wakeups a second, \(faces[0].name)", woken[0].text)
    for (face, other) in zip(faces, woken).dropFirst() {
      let more = other.rate - woken[0].rate
      // One per second, plus three in thirty by chance.
      report.add(
        "  more with \(face.name)", "\(oneDecimal(more)) of \(other.text)", must: "<= 1.1", isMet: more <= 1.101)
    }
    let lateness = try zip(faces, subjects).filter { ["colon", "seconds"].contains($0.0.settings.first?.key) }
      .flatMap { try changes(of: $0.1, since: begun).map { Duration.nanoseconds($0 % second) } }
    // A display that has stopped would cause no wakeups either.
    guard lateness.count >= 2 * (span - 1) else { throw BenchError("only \(lateness.count) seconds were shown") }
    return lateness
  }

  /// - Parameter count: The number of minutes to wait for.
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
    report.add("\(name), \(lateness.count) times", Percentiles(lateness), .p50, most: .milliseconds(20))
  }
}
