import Control

/// Describes the connection to the MQTT broker.
enum HomeText {
  /// Example: `connected to broker.lan since 07:02`, followed by the changes.
  static func lines(_ home: HomeStatusView, now: String, _ style: Style) -> [String] {
    let problem = home.problem.map { style.yellow("NOTHING ALLOWED: ") + Terminal.printable($0) }
    return [line(home, now, style, withWaiting: true)] + [problem].compactMap(\.self) + changes(home, now)
  }

  static func changes(_ home: HomeStatusView, _ now: String) -> [String] {
    home.changes.map { "\(Terminal.printable($0.what)) \(TimePhrase.past($0.time, now: now))" }
  }

  /// - Parameter withWaiting: whether to count the events that are still to be sent.
  static func line(_ home: HomeStatusView, _ now: String, _ style: Style, withWaiting: Bool = false) -> String {
    guard let report = home.report else {
      let why = home.unreached.map { "\(Terminal.printable($0.why)); fix: \(Terminal.printable($0.fix))" }
      return style.yellow("NOT CONNECTED") + ": "
        + (why
          ?? "rouse-mqtt is not running; start it: `sudo systemctl start rouse-mqtt`. If it stops again, `sudo rouse mqtt test` shows why")
    }
    let broker = Terminal.printable(report.broker)
    let waiting = withWaiting && report.waiting > 0 ? "; \(waiting(report, now))" : ""
    switch report.state {
    case .connected:
      // Connected, but with a problem such as a refused event.
      let why = report.why.map { "; " + Terminal.printable($0) } ?? ""
      return "connected to \(broker) since \(TimePhrase.past(report.since, now: now))\(waiting)\(why)"
    case .notConnected:
      let why = Terminal.printable(report.why ?? "no answer")
      let since = withWaiting ? "" : " since \(TimePhrase.past(report.since, now: now))"
      return style.yellow("not connected") + " to \(broker)\(since): \(why)\(waiting)"
    }
  }

  /// Example: `1 event waits, the oldest of 06:10`.
  static func waiting(_ report: HomeReport, _ now: String) -> String {
    "\(Table.count(report.waiting, "event")) waiting\(oldest(report, now))"
  }

  static func oldest(_ report: HomeReport, _ now: String) -> String {
    report.oldest.map { ", the oldest from \(TimePhrase.past($0, now: now))" } ?? ""
  }

  // MARK: Refused topics

  /// Example: `the broker refuses rouse/bedroom/volume and 2 more`. Returns `nil` if the broker accepted everything.
  static func refused(_ report: HomeReport) -> String? {
    guard let topics = report.refused, let first = topics.first else { return nil }
    let others = topics.count - 1
    return "the broker refuses \(first)" + (others > 0 ? " and \(others) more" : "")
  }

  static let rulesToWrite =
    "allow the account to write there on the broker; mosquitto: `pattern readwrite rouse/%u/#` and "
    + "`pattern write homeassistant/device/%u/config` in its acl_file; then `sudo rouse mqtt test`"

  /// Returns the error for an order that the broker refused in part; `nil` if all was accepted.
  static func refusal(_ kind: HomeOrder.Kind, _ report: HomeReport) -> ControlError? {
    guard let why = refused(report) else { return nil }
    let what =
      kind == .sync ? "the clock was not fully announced" : "the clock was not fully removed"
    return ControlError(
      .nothingFound, what, why: "\(why); the broker still has the old data there", fix: rulesToWrite,
      stillWorks: "the other topics, and the clock itself")
  }
}
