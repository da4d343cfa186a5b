import Glibc
import TestSupport

/// Counts of an idle clock, which do not depend on the load of the machine.
extension HouseBench {
  /// In seconds. The bridge pings the broker twice a minute.
  private static let span = 60
  /// The daemon's wakeups are measured in this many parts, and the middle result counts: maintenance of the store once
  /// a minute, and a backup some time after a change, take more wakeups than everything else.
  private static let parts = 3

  /// - Parameter subject: Runs, without a bridge yet.
  static func check(_ subject: Subject, report: inout Report) throws {
    // Nobody listens at the port of the discard protocol. TLS, because it costs most.
    let lonely = try BridgeSubject(subject, #"{ broker: "mqtts://127.0.0.1:9", discovery: "homeassistant" }"#)
    try lonely.start()
    defer { lonely.stop() }
    // By then the pauses between attempts are long.
    sleep(10)
    try check(lonely, "without a broker", mostWakeups: 0.4, report: &report)
    lonely.stop()
    try checkConnected(report: &report)
  }

  private static func checkConnected(report: inout Report) throws {
    guard BrokerSubject.isHere else {
      return report.add("rouse-mqtt connected", "left out: \(BrokerSubject.absence)")
    }
    let subject = try Subject(.plain)
    defer { subject.remove() }
    let broker = try BrokerSubject(in: subject.folder)
    try broker.start()
    defer { broker.stop() }
    let bridge = try BridgeSubject(subject, broker, isSecure: broker.securePort != nil)
    subject.options = ["--home-config", subject.folder + "/mqtt.json5"]
    try subject.start()
    try subject.enrollCard()
    sleep(12)
    let before = try usualWakeups(of: subject.process)

    try bridge.start()
    defer { bridge.stop() }
    try BridgeSubject.waitUntilConnected(subject)
    sleep(12)
    var after = before
    let isSecure = broker.securePort != nil
    // A ping every half minute, its answer, and two by chance.
    try check(
      bridge, isSecure ? "connected, with TLS" : "connected, without TLS, as openssl is missing", mostWakeups: 0.1,
      report: &report
    ) { after = try usualWakeups(of: subject.process) }
    let more = after.rate - before.rate
    report.add(
      "  more wakeups of the daemon", "\(oneDecimal(more)) of \(after.text)", must: "<= 0.2", isMet: more <= 0.2)
  }

  /// - Returns: The median of `parts` measurements, after `span` seconds.
  private static func usualWakeups(of process: pid_t) throws -> (rate: Double, text: String) {
    var found: [(rate: Double, text: String)] = []
    for _ in 0..<parts {
      let wakeups = try Wakeups(of: process)
      sleep(UInt32(span / parts))
      found.append(try wakeups.since(seconds: span / parts))
    }
    return found.sorted { $0.rate < $1.rate }[parts / 2]
  }

  /// - Parameter meanwhile: Takes `span` seconds.
  private static func check(
    _ bridge: BridgeSubject, _ how: String, mostWakeups: Double, report: inout Report,
    meanwhile: () throws -> Void = { sleep(UInt32(span)) }
  ) throws {
    let memory = try IdleBench.memory(of: bridge.process)
    report.add("rouse-mqtt \(how), resident", megabytes: memory.total, most: 18)
    report.add("  of it anonymous, rouse-mqtt", "\(oneDecimal(memory.anonymous)) MB")
    let threads = Files.names("/proc/\(bridge.process)/task").count
    report.add("  threads, rouse-mqtt", "\(threads)", must: "1", isMet: threads == 1)
    try IdleBench.wakeups(
      of: bridge.process, "  wakeups a second, rouse-mqtt", most: mostWakeups, seconds: span, report: &report,
      during: meanwhile)
  }
}
