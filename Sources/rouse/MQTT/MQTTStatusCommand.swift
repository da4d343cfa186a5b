import ArgumentParser
import Control

struct MQTTStatusCommand: Verb {
  static let configuration = CommandConfiguration(
    "mqtt status", "How the line to the house is, what waits, what is allowed, and what was done for it.")

  @OptionGroup var io: IO

  func run() throws {
    let status = try connection.ask(GetStatus())
    try format.print(Document(home: status.home)) {
      guard let home = status.home else { return Self.nothing }
      return Self.listing(home, now: status.clock.now, .output).rendered()
    }
  }

  /// nil: nobody wants a house.
  struct Document: Encodable {
    @OrNull var home: HomeStatusView?
  }

  static let nothing =
    "No house is set up: \(MQTTCommand.file) is not there, or the service does not serve one. To begin: `rouse mqtt setup`"

  static func listing(_ home: HomeStatusView, now: String, _ style: Style) -> Listing {
    var listing = Listing()
    listing.add("line", HomeText.line(home, now, style))
    if let fix = home.report?.fix, home.report?.state == .notConnected {
      listing.add(continuing: "fix: \(Terminal.printable(fix)); `rouse mqtt test` says at which step it fails")
    }
    if home.report?.isForgotten == true {
      listing.add(continuing: "the house was to forget the clock; `rouse mqtt sync` tells it anew")
    }
    if let report = home.report { listing.add("events", events(report, now)) }
    for event in home.report?.aside ?? [] {
      listing.add(
        continuing: "put aside: \(Terminal.printable(event.id)) (\(Terminal.printable(event.kind))): "
          + Terminal.printable(event.why))
    }
    if let problem = home.problem {
      listing.add("allowed", style.yellow("NOTHING") + ": \(Terminal.printable(problem))")
    } else {
      listing.add("allowed", allowed(home.allowed))
    }
    if home.changes.isEmpty {
      listing.add("done", "nothing in the last day")
    } else {
      for (index, change) in home.changes.enumerated() {
        let line = "\(Terminal.printable(change.what)) \(HomeText.moment(change.time, now))"
        if index == 0 { listing.add("done", line) } else { listing.add(continuing: line) }
      }
    }
    return listing
  }

  /// `Sending 3 of 5…`
  private static func events(_ report: HomeReport, _ now: String) -> String {
    guard report.waiting > 0 else { return "all have arrived" }
    let oldest = report.oldest.map { ", the oldest of \(HomeText.moment($0, now))" } ?? ""
    let sent = report.sent ?? 0
    return report.state == .connected
      ? "Sending \(sent + 1) of \(sent + report.waiting)…\(oldest)"
      : "\(Table.count(report.waiting, "event")) wait\(report.waiting == 1 ? "s" : "")\(oldest)"
  }

  private static func allowed(_ commands: [HomeCommandName]?) -> String {
    guard let commands else { return "it is not known" }
    return commands.isEmpty
      ? "nothing; to allow something: `rouse mqtt setup`" : commands.map(\.rawValue).joined(separator: ", ")
  }
}
