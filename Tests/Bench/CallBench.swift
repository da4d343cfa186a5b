import Control
import Glibc
import TestSupport

/// The cost of answers and changes, as counts of system calls and bytes, which do not depend on the load of the
/// machine.
enum CallBench {
  /// A process's read(2) and write(2) calls and the like, and the bytes written (proc(5), `io`).
  private struct Traffic {
    var calls: Int
    var written: Int

    init(_ process: pid_t) throws {
      let path = "/proc/\(process)/io"
      calls = try Files.number("syscr:", in: path) + Files.number("syscw:", in: path)
      written = try Files.number("wchar:", in: path)
    }
  }

  static func run(report: inout Report) throws {
    let subject = try Subject()
    defer { subject.remove() }
    try subject.seedAlarms(1000)
    try subject.start()
    try subject.enrollCard()
    try list(subject, ["alarm", "list"], most: 250, report: &report)
    try list(subject, ["alarm", "list", "--json"], most: 350, report: &report)
    try change(subject, report: &report)
  }

  private static func list(_ subject: Subject, _ words: [String], most: Int, report: inout Report) throws {
    let before = try Traffic(subject.process)
    let client = try Subject.spawn(
      [ProgramPlaces.path(of: "rouse")] + words, environment: ["ROUSE_SOCKET=\(subject.socketPath)"])
    var end = siginfo_t()
    // Wait without reaping, so that `io` can still be read.
    while waitid(P_PID, id_t(client), &end, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let own = try Traffic(client)
    var status: Int32 = 0
    waitpid(client, &status, 0)
    guard status == 0 else { throw BenchError("\(words.joined(separator: " ")) failed with \(status)") }
    let after = try Traffic(subject.process)
    let calls = own.calls + after.calls - before.calls
    report.add(
      "rouse \(words.joined(separator: " ")) of 1000: reads and writes, here and in the daemon",
      "\(calls)  (\((after.written - before.written) / 1024) KiB)", must: "<= \(most)", isMet: calls <= most)
  }

  /// Reports the mean of 20 edits, because the first ones enlarge the write-ahead log of the store.
  private static func change(_ subject: Subject, report: inout Report) throws {
    let client = try subject.client()
    let alarm = try client.send(AddAlarm(input: AlarmInput(time: "12:00", days: "daily"))).alarm.id
    let before = try Traffic(subject.process)
    let count = 20
    for index in 0..<count {
      _ = try client.send(EditAlarm(alarm: alarm, input: AlarmInput(time: "1\(index % 10):00")))
    }
    let after = try Traffic(subject.process)
    let (calls, bytes) = ((after.calls - before.calls) / count, (after.written - before.written) / count)
    report.add(
      "one edit among 1000 alarms: reads and writes of the daemon", "\(calls)  (\(bytes / 1024) KiB written)",
      must: "<= 80", isMet: calls <= 80)
  }
}
