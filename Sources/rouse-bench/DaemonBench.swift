import Control
import Glibc

/// What the daemon costs: its start, its memory, its wakeups, and its work with many alarms.
enum DaemonBench {
  static func start(_ subject: Subject, report: inout Report) throws {
    subject.stop()
    var times: [Duration] = []
    for _ in 0..<20 {
      times.append(try subject.start())
      subject.stop()
    }
    let found = Percentiles(times)
    report.add(
      "start → armed and answering, 20 times", found.text, must: "<= 150 ms", isMet: found.max <= .milliseconds(150))
    try subject.start()
  }

  static func idle(_ subject: Subject, report: inout Report) throws {
    sleep(5)
    let memory = try ProcFile.text("/proc/\(subject.process)/smaps_rollup")
    let (total, anonymous) = (ProcFile.number("Rss:", in: memory), ProcFile.number("Anonymous:", in: memory))
    report.add(
      "idle memory, resident", "\(oneDecimal(total / 1024)) MB", must: "<= 20 MB", isMet: total <= 20 * 1024)
    report.add(
      "  of it anonymous", "\(oneDecimal(anonymous / 1024)) MB", must: "<= 5 MB", isMet: anonymous <= 5 * 1024)
    let before = try wakeups(subject.process)
    let seconds = 10
    sleep(UInt32(seconds))
    let after = try wakeups(subject.process)
    let woken = after.map { ($0.key, $0.value - (before[$0.key] ?? 0)) }.filter { $0.1 > 0 }
    let rate = Double(woken.reduce(0) { $0 + $1.1 }) / Double(seconds)
    let busiest = woken.sorted { $0.1 > $1.1 }.prefix(4).map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    report.add("idle wakeups a second", "\(oneDecimal(rate))  (in 10 s: \(busiest))", must: "<= 3", isMet: rate <= 3)
  }

  /// `rouse alarm list` as people wait for it, and what an edit costs, with more and more alarms.
  static func manyAlarms(report: inout Report) throws {
    for count in [10, 1000, 10_000] {
      let subject = try Subject()
      defer { subject.remove() }
      try subject.seedAlarms(count)
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
      for words in [["alarm", "list"], ["alarm", "list", "--json"]] {
        var times: [Duration] = []
        for _ in 0..<20 {
          times.append(
            try Subject.time(
              [Subject.program("rouse")] + words, environment: ["ROUSE_SOCKET=\(subject.socketPath)"]))
        }
        let found = Percentiles(times)
        report.add(
          "rouse \(words.joined(separator: " ")), \(count) alarms",
          "min \(milliseconds(found.min)), median \(milliseconds(found.p50))", must: "<= 50 ms",
          isMet: found.p50 <= .milliseconds(50))
      }
    }
  }

  /// Voluntary context switches so far, by the thread's name and number (proc(5)).
  private static func wakeups(_ process: pid_t) throws -> [String: Int] {
    guard let folder = opendir("/proc/\(process)/task") else { throw BenchError("the daemon has ended") }
    defer { closedir(folder) }
    var found: [String: Int] = [:]
    while let entry = readdir(folder) {
      let thread = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard Int(thread) != nil else { continue }
      let status = try ProcFile.text("/proc/\(process)/task/\(thread)/status")
      let name = status.split(separator: "\n").first?.split(separator: "\t").last ?? "?"
      found["\(name)/\(thread)"] = Int(ProcFile.number("voluntary_ctxt_switches:", in: status))
    }
    return found
  }
}
