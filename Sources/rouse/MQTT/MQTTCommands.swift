import ArgumentParser
import Control

struct MQTTCommand: Described {
  static let about = CommandConfiguration(
    "mqtt",
    subcommands: [
      MQTTStatusCommand.self, MQTTSetupCommand.self, MQTTTestCommand.self, MQTTSyncCommand.self, MQTTForgetCommand.self,
    ], defaultSubcommand: MQTTStatusCommand.self)

  static let file = "/etc/rouse/mqtt.json5"
  static let passwordFile = "/etc/rouse/mqtt-password"
  static let endForGood = "`sudo systemctl disable --now rouse-mqtt`"
}

struct MQTTStatusCommand: Verb {
  static let about = CommandConfiguration("mqtt status")

  @OptionGroup var io: IO

  func run() throws {
    let status = try connection.ask(GetStatus())
    try format.print(Document(home: status.home)) {
      guard let home = status.home else { return Self.nothing }
      return Self.listing(home, now: status.clock.now, .output).rendered()
    }
  }

  /// `home` is `null` if MQTT is not set up.
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
    let problem = home.problem.map { style.yellow("NOTHING") + ": \(Terminal.printable($0))" }
    listing.add("allowed", problem ?? allowed(home.allowed))
    listing.add("done", home.changes.isEmpty ? ["nothing in the last day"] : HomeText.changes(home, now))
    return listing
  }

  private static func events(_ report: HomeReport, _ now: String) -> String {
    guard report.waiting > 0 else { return "all have arrived" }
    guard report.state == .connected else { return HomeText.waiting(report, now) }
    let sent = report.sent ?? 0
    return "Sending \(sent + 1) of \(sent + report.waiting)…\(HomeText.oldest(report, now))"
  }

  private static func allowed(_ commands: [HomeCommandName]?) -> String {
    guard let commands else { return "it is not known" }
    return commands.isEmpty
      ? "nothing; to allow something: `rouse mqtt setup`" : commands.map(\.rawValue).joined(separator: ", ")
  }
}

/// A verb that orders `rouse-mqtt` to announce or to remove the clock.
protocol HouseVerb: Verb {
  static var order: HomeOrder.Kind { get }
  func text(_ report: HomeReport) -> String
  func remarks(_ report: HomeReport) -> [String]
}

extension HouseVerb {
  func run() throws {
    let report = try connection.ask(OrderHome(Self.order))
    if let error = HomeText.refusal(Self.order, report) {
      if format.json { try Output.line(JSONText.document(report)) }
      throw error
    }
    try format.print(report) { text(report) }
    if !format.json { for remark in remarks(report) { Output.note(remark) } }
  }
}

struct MQTTSyncCommand: HouseVerb {
  static let about = CommandConfiguration("mqtt sync")
  static let order = HomeOrder.Kind.sync
  @OptionGroup var io: IO

  func text(_ report: HomeReport) -> String {
    "The house was told of the clock: the broker \(Terminal.printable(report.broker)) has all of it."
  }
  func remarks(_ report: HomeReport) -> [String] { report.why.map { ["note: \(Terminal.printable($0))"] } ?? [] }
}

struct MQTTForgetCommand: HouseVerb {
  static let about = CommandConfiguration("mqtt forget")
  static let order = HomeOrder.Kind.forget
  @OptionGroup var io: IO

  func text(_ report: HomeReport) -> String {
    "The house has forgotten the clock: the broker \(Terminal.printable(report.broker)) keeps nothing of it."
  }
  func remarks(_ report: HomeReport) -> [String] {
    [
      "It comes back with `rouse mqtt sync`, and when rouse-mqtt starts again.",
      "To stop for good: \(MQTTCommand.endForGood), then `sudo rm \(MQTTCommand.file)`.",
    ]
  }
}
