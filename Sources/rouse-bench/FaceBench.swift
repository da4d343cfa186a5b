import Control
import Glibc

/// How late the display changes with the clock, and what it costs that it does.
enum FaceBench {
  private static let second: Int64 = 1_000_000_000

  /// A face that changes with every second goes the way of one that changes with the minute, and more often.
  static func run(_ subject: Subject, report: inout Report) throws {
    let client = try subject.client()
    let quiet = try IdleBench.wakeups(of: subject.process)
    let blinking = try changing("colon", "blink", "steady", client, subject)
    add("clock's second → colon", blinking.lateness, to: &report)
    report.add("wakeups a second, steady colon", quiet.text)
    report.add("  with a blinking colon", blinking.wakeups)
    report.add("  with turns of 4s every 12s", try changing("turns", "date", "off", client, subject).wakeups)
  }

  /// The minute itself.
  static func minutes(_ count: Int, _ subject: Subject, report: inout Report) throws {
    let begun = nanosecondsNow()
    sleep(UInt32(count * 60 + 1))
    // One that asks nothing for so long would have been let go of.
    let lateness = try changes(of: try subject.client(), since: begun).filter { $0 % (60 * second) < second }
      .map { Duration.nanoseconds($0 % (60 * second)) }
    guard lateness.count >= count else { throw BenchError("only \(lateness.count) minutes were shown") }
    add("clock's minute → display", lateness, to: &report)
  }

  /// Everything that the display did within half a minute under another setting.
  private static func changing(
    _ key: String, _ value: String, _ usual: String, _ client: ControlClient, _ subject: Subject
  ) throws -> (lateness: [Duration], wakeups: String) {
    _ = try client.send(ChangeSetting(key: "time-for", value: "8s"))
    _ = try client.send(ChangeSetting(key: key, value: value))
    sleep(1)
    let begun = nanosecondsNow()
    let woken = try IdleBench.wakeups(of: subject.process)
    let lateness = try changes(of: client, since: begun).map { Duration.nanoseconds($0 % second) }
    _ = try client.send(ChangeSetting(key: key, value: usual))
    return (lateness, woken.text)
  }

  private static func changes(of client: ControlClient, since begun: Int64) throws -> [Int64] {
    try MockEntry.history(client).filter { $0.device == "display" && $0.action == "show" && $0.time > begun }
      .map(\.time)
  }

  private static func add(_ name: String, _ lateness: [Duration], to report: inout Report) {
    let found = Percentiles(lateness)
    report.add(
      "\(name), \(lateness.count) times", found.text, must: "p50 <= 20 ms", isMet: found.p50 <= .milliseconds(20))
  }
}
