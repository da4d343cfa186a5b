import Control
import Glibc

/// What the daemon holds and does while nothing happens: counts, which do not depend on how busy the machine is.
enum IdleBench {
  /// In seconds.
  private static let span = 30

  static func run(_ subject: Subject, report: inout Report) throws {
    // Idle threads of the pool have gone by then.
    sleep(7)
    let process = subject.process
    let memory = try ProcFile.text("/proc/\(process)/smaps_rollup")
    let (total, anonymous) = (ProcFile.number("Rss:", in: memory), ProcFile.number("Anonymous:", in: memory))
    report.add(
      "idle memory, resident", "\(oneDecimal(total / 1024)) MB", must: "<= 20 MB", isMet: total <= 20 * 1024)
    report.add(
      "  of it anonymous", "\(oneDecimal(anonymous / 1024)) MB", must: "<= 3.3 MB", isMet: anonymous <= 3.3 * 1024)
    // The pool has one for each processor.
    let mostThreads = 20 + Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let threads = try ProcFile.names("/proc/\(process)/task").count
    report.add("threads", "\(threads)", must: "<= \(mostThreads)", isMet: threads <= mostThreads)
    let descriptors = try ProcFile.names("/proc/\(process)/fd").count
    report.add("descriptors", "\(descriptors)", must: "<= 48", isMet: descriptors <= 48)

    let before = try wakeups(process)
    sleep(UInt32(span))
    let woken = try wakeups(process).map { ($0.key, $0.value - (before[$0.key] ?? 0)) }.filter { $0.1 > 0 }
    let rate = Double(woken.reduce(0) { $0 + $1.1 }) / Double(span)
    let busiest = woken.sorted { $0.1 > $1.1 }.prefix(4).map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    report.add(
      "idle wakeups a second", "\(oneDecimal(rate))  (in \(span) s: \(busiest))", must: "<= 1.7", isMet: rate <= 1.7)
  }

  /// Voluntary context switches so far, by the thread's name and number (proc(5)).
  private static func wakeups(_ process: pid_t) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for thread in try ProcFile.names("/proc/\(process)/task") {
      // One that has ended meanwhile wakes no more.
      let status: String
      do { status = try ProcFile.text("/proc/\(process)/task/\(thread)/status") } catch { continue }
      let name = status.split(separator: "\n").first?.split(separator: "\t").last ?? "?"
      found["\(name)/\(thread)"] = Int(ProcFile.number("voluntary_ctxt_switches:", in: status))
    }
    return found
  }
}
