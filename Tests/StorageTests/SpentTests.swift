import AlarmClock
import Storage
import TestSupport
import Testing

@Suite struct SpentTests {
  /// Log lines, a second apart, and the index of the line since which the clock has been trusted.
  static let cases: [(lines: [Event.Kind], since: Int64?)] = [
    ([], nil),
    ([.fired, .daemonStarted], 0),
    ([.daemonStarted, .clockUntrusted, .fired], nil),
    ([.daemonStarted, .clockUntrusted, .clockTrusted, .fired], 2),
    ([.daemonStarted, .clockUntrusted, .daemonStarted, .daemonStarted], 2),
    ([.clockTrusted, .daemonStarted, .fired], 0),
    ([.clockTrusted, .clockUntrusted, .clockTrusted, .daemonStarted], 2),
    ([.clockTrusted, .daemonStarted, .clockUntrusted], nil),
    ([.fired, .clockStepped, .fired], 1),
    ([.clockTrusted, .clockStepped, .clockStepped, .fired], 2),
    ([.clockUntrusted, .clockStepped, .clockTrusted], 2),
    ([.clockUntrusted, .clockStepped], nil),
  ]

  @Test(arguments: cases)
  func findsSinceWhenTheClockHasBeenTrusted(lines: [Event.Kind], since: Int64?) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    // Lines that no Rouse clock has written are ignored.
    for (number, kind) in [Event.Kind.clockTrusted, .clockUntrusted].enumerated() {
      try store.append(Event(sequence: 1 << 43 + Int64(number), time: Instant(seconds: 99), kind: kind))
    }
    for (second, kind) in lines.enumerated() {
      try store.append(Event(sequence: Int64(second) + 1, time: Instant(seconds: Int64(second)), kind: kind))
    }
    #expect(try store.trustedSince() == since.map { Instant(seconds: $0) })
  }
}
