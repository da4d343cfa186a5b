import AlarmClock
import Storage
import TestSupport
import Testing

@Suite struct SpentTests {
  /// Log lines, a second apart, and the index of the line since which the clock has been trusted.
  struct Case: Sendable, CustomStringConvertible {
    var lines: [Event.Kind]
    var since: Int64?
    var description: String { lines.map(\.rawValue).joined(separator: " ") }
  }

  static let cases: [Case] = [
    Case(lines: [], since: nil),
    Case(lines: [.fired, .daemonStarted], since: 0),
    Case(lines: [.daemonStarted, .clockUntrusted, .fired], since: nil),
    Case(lines: [.daemonStarted, .clockUntrusted, .clockTrusted, .fired], since: 2),
    Case(lines: [.daemonStarted, .clockUntrusted, .daemonStarted, .daemonStarted], since: 2),
    Case(lines: [.clockTrusted, .daemonStarted, .fired], since: 0),
    Case(lines: [.clockTrusted, .clockUntrusted, .clockTrusted, .daemonStarted], since: 2),
    Case(lines: [.clockTrusted, .daemonStarted, .clockUntrusted], since: nil),
    Case(lines: [.fired, .clockStepped, .fired], since: 1),
    Case(lines: [.clockTrusted, .clockStepped, .clockStepped, .fired], since: 2),
    Case(lines: [.clockUntrusted, .clockStepped, .clockTrusted], since: 2),
    Case(lines: [.clockUntrusted, .clockStepped], since: nil),
  ]

  @Test(arguments: cases)
  func findsSinceWhenTheClockHasBeenTrusted(row: Case) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    // Lines that no Rouse clock has written are ignored.
    for (number, kind) in [Event.Kind.clockTrusted, .clockUntrusted].enumerated() {
      try store.append(Event(sequence: 1 << 43 + Int64(number), time: Instant(seconds: 99), kind: kind))
    }
    for (second, kind) in row.lines.enumerated() {
      try store.append(Event(sequence: Int64(second) + 1, time: Instant(seconds: Int64(second)), kind: kind))
    }
    #expect(try store.trustedSince() == row.since.map { Instant(seconds: $0) })
  }
}
