import Control
import FoundationEssentials
import Glibc

/// What `rouse-mqtt` holds and does while its broker does not answer: counts, which do not depend on how busy the machine is.
enum HomeBench {
  /// In seconds.
  private static let span = 30

  static func check(_ subject: Subject, report: inout Report) throws {
    // Nobody listens at the port for what is thrown away (discard). TLS, as that takes most.
    let file = subject.folder + "/mqtt.json5"
    try Data(#"{ broker: "mqtts://127.0.0.1:9", discovery: "homeassistant" }"#.utf8).write(to: URL(filePath: file))
    let process = try Subject.spawn([
      ProgramPlaces.path(of: "rouse-mqtt"), "--config", file, "--socket", subject.homeSocketPath, "--state",
      subject.folder + "/mqtt",
    ])
    defer {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    // By then its pauses have become long.
    sleep(10)
    let memory = try ProcFile.text("/proc/\(process)/smaps_rollup")
    let total = ProcFile.number("Rss:", in: memory) / 1024
    report.add("rouse-mqtt, resident", "\(oneDecimal(total)) MB", must: "<= 18 MB", isMet: total <= 18)
    let threads = try ProcFile.names("/proc/\(process)/task").count
    report.add("  threads", "\(threads)", must: "1", isMet: threads == 1)
    let wakeups = try Wakeups(of: process)
    sleep(UInt32(span))
    let woken = try wakeups.since(seconds: span)
    report.add("  wakeups a second", woken.text, must: "<= 0.4", isMet: woken.rate <= 0.4)
  }
}
