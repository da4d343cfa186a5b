import Glibc
import TestSupport

/// The daemon's memory and wakeups while nothing happens; counts that do not depend on the load of the machine.
enum IdleBench {
  /// In seconds.
  static let span = 30

  /// Measures a daemon with all sensors under a service manager with a watchdog, as in the unit.
  static func runWatched(report: inout Report) throws {
    let manager = try FakeManager()
    let subject = try Subject()
    defer { subject.remove() }
    try subject.start(environment: manager.environment)
    try subject.enrollCard()
    sleep(7)
    try wakeups(of: subject.process, "under systemd, with its watchdog", most: 1.6, report: &report) {
      // Unread notifications would block later ones.
      for _ in 0..<span {
        sleep(1)
        manager.read()
      }
    }
    // One thread per sensor.
    report.add("threads, with four sensors", count: Files.names("/proc/\(subject.process)/task").count, most: 28)
    guard manager.signs >= span / 5 else { throw BenchError("only \(manager.signs) signs of life came") }
  }

  /// Returns resident and anonymous memory in MB. The layout of the heap differs by chance between starts, and more so
  /// on a busy machine, so the least of some starts counts.
  ///
  /// - Parameter settle: Waits until memory is released, 5 to 10 s after the last client.
  static func leastMemory(
    of subject: Subject, settle: (_ start: Int) throws -> Void
  ) throws -> (total: Double, anonymous: Double) {
    var least = (total: Double.infinity, anonymous: Double.infinity)
    for start in 0..<3 {
      if start > 0 {
        subject.stop()
        try subject.start()
      }
      try settle(start)
      let memory = try memory(of: subject.process)
      least = (min(least.total, memory.total), min(least.anonymous, memory.anonymous))
    }
    return least
  }

  static func memory(of process: pid_t) throws -> (total: Double, anonymous: Double) {
    func megabytes(_ name: String) throws -> Double {
      Double(try Files.number(name, in: "/proc/\(process)/smaps_rollup")) / 1024
    }
    return (try megabytes("Rss:"), try megabytes("Anonymous:"))
  }

  static func run(_ subject: Subject, report: inout Report) throws {
    // By then idle pool threads have ended, too.
    let (total, anonymous) = try leastMemory(of: subject) { _ in sleep(12) }
    let process = subject.process
    report.add("idle memory, resident", megabytes: total, most: 15)
    report.add("  of it anonymous", megabytes: anonymous, most: 3.8)
    report.add("threads", count: Files.names("/proc/\(process)/task").count, most: 24)
    report.add("descriptors", count: Files.names("/proc/\(process)/fd").count, most: 44)
    try wakeups(of: process, "idle wakeups a second", most: 0.6, report: &report) { sleep(UInt32(span)) }
  }

  /// - Parameter rest: Takes this many seconds.
  static func wakeups(
    of process: pid_t, _ name: String, most: Double, seconds: Int = span, report: inout Report,
    during rest: () throws -> Void
  ) throws {
    let wakeups = try Wakeups(of: process)
    try rest()
    let woken = try wakeups.since(seconds: seconds)
    report.add(name, woken.text, must: "<= \(oneDecimal(most))", isMet: woken.rate <= most)
  }
}

/// The wakeups of a process from now on.
struct Wakeups {
  private let process: pid_t
  private let before: [String: Int]

  init(of process: pid_t) throws {
    self.process = process
    before = try Self.counts(process)
  }

  /// Returns wakeups per second, also as text, after this many seconds.
  func since(seconds: Int) throws -> (rate: Double, text: String) {
    let woken = try Self.counts(process).map { ($0.key, $0.value - (before[$0.key] ?? 0)) }.filter { $0.1 > 0 }
    let rate = Double(woken.reduce(0) { $0 + $1.1 }) / Double(seconds)
    let busiest = woken.sorted { $0.1 > $1.1 }.prefix(4).map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return (rate, "\(oneDecimal(rate))  (in \(seconds) s: \(busiest))")
  }

  /// Voluntary context switches so far, by thread name and number (proc(5)).
  private static func counts(_ process: pid_t) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for thread in Files.names("/proc/\(process)/task") {
      let folder = "/proc/\(process)/task/\(thread)"
      let name = Files.text(folder + "/comm").split(separator: "\n").first ?? "?"
      // A thread that has ended wakes no more.
      do { found["\(name)/\(thread)"] = try Files.number("voluntary_ctxt_switches:", in: folder + "/status") } catch {
        continue
      }
    }
    guard !found.isEmpty else { throw BenchError("the process \(process) has ended") }
    return found
  }
}
