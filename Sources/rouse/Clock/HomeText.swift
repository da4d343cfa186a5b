import Control

/// The line to the house in words.
enum HomeText {
  /// `connected to broker.lan since 07:02`, and what came that way.
  static func lines(_ home: HomeStatusView, now: String, _ style: Style) -> [String] {
    var lines = [line(home.report, now, style, withWaiting: true)]
    if let problem = home.problem { lines.append(style.yellow("NOTHING ALLOWED: ") + Terminal.printable(problem)) }
    return lines + home.changes.map { "\(Terminal.printable($0.what)) \(moment($0.time, now))" }
  }

  /// - Parameter withWaiting: and what waits.
  static func line(_ report: HomeReport?, _ now: String, _ style: Style, withWaiting: Bool = false) -> String {
    guard let report else {
      return style.yellow("NOT CONNECTED") + ": rouse-mqtt is not running; start it: `sudo systemctl start rouse-mqtt`"
    }
    let broker = Terminal.printable(report.broker)
    let waiting = withWaiting ? waiting(report, now) : ""
    switch report.state {
    case .connected:
      // What is wrong all the same, as an event that the broker refuses.
      let why = report.why.map { "; " + Terminal.printable($0) } ?? ""
      return "connected to \(broker) since \(moment(report.since, now))\(waiting)\(why)"
    case .notConnected:
      let why = Terminal.printable(report.why ?? "it does not answer")
      let since = withWaiting ? "" : " since \(moment(report.since, now))"
      return style.yellow("not connected") + " to \(broker)\(since): \(why)\(waiting)"
    }
  }

  private static func waiting(_ report: HomeReport, _ now: String) -> String {
    guard report.waiting > 0 else { return "" }
    let oldest = report.oldest.map { ", the oldest of \(moment($0, now))" } ?? ""
    return "; \(Table.count(report.waiting, "event")) wait\(report.waiting == 1 ? "s" : "")\(oldest)"
  }

  /// The time of day alone, where that is today's.
  static func moment(_ time: String, _ now: String) -> String {
    time.prefix(10) == now.prefix(10) ? TimePhrase.clock(time, .wholeMinutes) : TimePhrase.stamp(time, .wholeMinutes)
  }
}
