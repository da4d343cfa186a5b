import AlarmClock
import Control

/// Judges the connection to the house. Alarms do not need it, so nothing is more than a warning.
func homeFacts(_ home: HomeStatusView, _ format: AlarmClock.Settings.TimeFormat) -> [Fact] {
  func clock(_ time: String) -> String {
    LocalTime(String(time.dropFirst(11).prefix(5)))?.text(format) ?? time
  }
  let problem = home.problem.map {
    Fact.warning(
      .home, "nothing is done for the house: \($0)",
      why: "what it asks for is refused; it is told how the clock is all the same, and alarms ring",
      fix: "let only root change it: "
        + "`sudo chown root:root /etc/rouse/mqtt.json5 && sudo chmod 644 /etc/rouse/mqtt.json5`")
  }
  let changes = home.changes.map { "\($0.what) \(clock($0.time))" }.joined(separator: "; ")
  let changed = changes.isEmpty ? nil : Fact.ok(.home, "in the last day: \(changes)")
  return [lineFact(home, clock), problem, changed].compactMap(\.self)
}

private func lineFact(_ home: HomeStatusView, _ clock: (String) -> String) -> Fact {
  guard let report = home.report else {
    return .warning(
      .home, home.unreached?.why ?? "rouse-mqtt is not running",
      why: "the house does not hear of this clock; alarms ring without it",
      fix: home.unreached?.fix
        ?? "start it: `sudo systemctl start rouse-mqtt`; why it ended, as by a mistake in its file: "
        + "`sudo rouse mqtt test`")
  }
  let waiting = report.waiting == 0 ? "" : "; \(report.waiting) event\(report.waiting == 1 ? " waits" : "s wait")"
  switch report.state {
  case .connected:
    let line = "connected to \(report.broker) since \(clock(report.since))\(waiting)"
    // For example, the broker rejected an event.
    guard let why = report.why else { return .ok(.home, line) }
    return .warning(
      .home, "\(line), but \(why)", why: "the house does not hear or do all that it should; alarms ring",
      fix: report.fix ?? "`sudo rouse mqtt test` says which step fails; `rouse mqtt status` what was put aside")
  case .notConnected:
    return .warning(
      .home, "not connected to \(report.broker): \(report.why ?? "it does not answer")\(waiting)",
      why: "the house does not hear of this clock; what happened waits for it, and alarms ring",
      fix: report.fix
        ?? "see that the broker runs, and look at /etc/rouse/mqtt.json5; `journalctl -u rouse-mqtt` has more")
  }
}
