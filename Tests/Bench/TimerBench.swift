import Control
import Glibc
import Storage

/// The time from the end of a timer to its first sound.
enum TimerBench {
  static func run(_ subject: Subject, timers count: Int, report: inout Report) throws {
    var lateness: [Duration] = []
    let client = try subject.client()
    for _ in 0..<count {
      let id = try client.send(StartTimer(what: "1s", input: TimerInput())).timer.id
      let stored = try Store(path: subject.storePath).timers().first { $0.id == id }
      guard let stored, case .running(let deadline) = stored.phase else { throw BenchError("the timer does not run") }
      let due = deadline.due.nanoseconds
      let sound = try MockEntry.wait(client, "a chime", since: due, \.isPlaying)
      lateness.append(.nanoseconds(sound.time - due))
      _ = try client.send(StopTimers(timer: nil))
    }
    let found = Percentiles(lateness)
    report.add(
      "timer's end → first sound, \(count) timers", found.text, must: "p99 <= 50 ms",
      isMet: found.p99 <= .milliseconds(50) && found.max <= .seconds(1) && found.min >= .zero)
  }
}
