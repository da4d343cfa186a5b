import AlarmClock
import Control

/// The line to the house. No alarm needs it: nothing of it is more than a warning.
extension Diagnosis {
  static func home(_ symptoms: Symptoms) -> [FindingView] {
    guard let home = symptoms.home else { return [] }
    func clock(_ time: String) -> String {
      LocalTime(String(time.dropFirst(11).prefix(5)))?.text(symptoms.timeFormat) ?? time
    }
    var findings = [line(home, clock)]
    if let problem = home.problem {
      findings.append(
        .warning(
          "home", "nothing is done for the house: \(problem)",
          why: "what it asks for is refused; it is told how the clock is all the same, and alarms ring",
          fix: "let only root change it: "
            + "`sudo chown root:root /etc/rouse/mqtt.json5 && sudo chmod 644 /etc/rouse/mqtt.json5`"))
    }
    if !home.changes.isEmpty {
      let changes = home.changes.map { "\($0.what) \(clock($0.time))" }
      findings.append(.ok("home", "in the last day: \(changes.joined(separator: "; "))"))
    }
    return findings
  }

  private static func line(_ home: HomeStatusView, _ clock: (String) -> String) -> FindingView {
    guard let report = home.report else {
      if let unreached = home.unreached {
        return .warning(
          "home", unreached.why, why: "the house does not hear of this clock; alarms ring without it",
          fix: unreached.fix)
      }
      return .warning(
        "home", "rouse-mqtt is not running", why: "the house does not hear of this clock; alarms ring without it",
        fix: "start it: `sudo systemctl start rouse-mqtt`; why it ended, as by a mistake in its file: "
          + "`sudo rouse mqtt test`")
    }
    let waiting = report.waiting == 0 ? "" : "; \(report.waiting) event\(report.waiting == 1 ? " waits" : "s wait")"
    switch report.state {
    case .connected:
      let line = "connected to \(report.broker) since \(clock(report.since))\(waiting)"
      // As an event that the broker will not have.
      guard let why = report.why else { return .ok("home", line) }
      return .warning(
        "home", "\(line), but \(why)", why: "the house does not hear or do all that it should; alarms ring",
        fix: report.fix ?? "`sudo rouse mqtt test` says which step fails; `rouse mqtt status` what was put aside")
    case .notConnected:
      return .warning(
        "home", "not connected to \(report.broker): \(report.why ?? "it does not answer")\(waiting)",
        why: "the house does not hear of this clock; what happened waits for it, and alarms ring",
        fix: report.fix
          ?? "see that the broker runs, and look at /etc/rouse/mqtt.json5; `journalctl -u rouse-mqtt` has more")
    }
  }
}
