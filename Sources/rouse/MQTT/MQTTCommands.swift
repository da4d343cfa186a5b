import ArgumentParser
import Control
import Glibc
import MQTTReports

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
    try format.print(["home": status.home]) {
      guard let home = status.home else { return Self.nothing }
      return Self.listing(home, now: status.clock.now, .output).rendered()
    }
  }

  static let nothing =
    "MQTT is not set up: \(MQTTCommand.file) is missing, or the service does not use it. To begin: `rouse mqtt setup`"

  static func listing(_ home: HomeStatusView, now: String, _ style: Style) -> Listing {
    var listing = Listing()
    listing.add("line", HomeText.line(home, now, style))
    if let fix = home.report?.fix, home.report?.state == .notConnected {
      listing.add(continuing: "fix: \(Terminal.printable(fix)); `rouse mqtt test` shows which step fails")
    }
    if home.report?.isForgotten == true {
      listing.add(continuing: "the clock was removed from the house; `rouse mqtt sync` announces it again")
    }
    if let report = home.report { listing.add("events", events(report, now)) }
    for event in home.report?.aside ?? [] {
      listing.add(
        continuing: "set aside: \(Terminal.printable(event.id)) (\(Terminal.printable(event.kind))): "
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
    guard let commands else { return "unknown" }
    return commands.isEmpty
      ? "nothing; to allow something: `rouse mqtt setup`" : commands.map(\.rawValue).joined(separator: ", ")
  }
}

/// A verb that orders `rouse-mqtt` to announce or to remove the clock.
protocol HouseVerb: AskingVerb where Request == OrderHome {}

extension HouseVerb {
  func run() throws {
    let order = try command
    let report = try connection.ask(order)
    if let error = HomeText.refusal(order.kind, report) {
      if format.json { try Output.line(JSONText.document(report)) }
      throw error
    }
    try tell(report)
  }
}

struct MQTTSyncCommand: HouseVerb {
  static let about = CommandConfiguration("mqtt sync")
  @OptionGroup var io: IO

  var command: OrderHome { OrderHome(.sync) }
  func text(_ report: HomeReport) -> String {
    "The clock is announced: the broker \(Terminal.printable(report.broker)) has its full state."
  }
  func remarks(_ report: HomeReport) -> [String] { report.why.map { ["note: \(Terminal.printable($0))"] } ?? [] }
}

struct MQTTForgetCommand: HouseVerb {
  static let about = CommandConfiguration("mqtt forget")
  @OptionGroup var io: IO

  var command: OrderHome { OrderHome(.forget) }
  func text(_ report: HomeReport) -> String {
    "The clock is removed: the broker \(Terminal.printable(report.broker)) keeps nothing about it."
  }
  func remarks(_ report: HomeReport) -> [String] {
    [
      "It comes back with `rouse mqtt sync`, and when rouse-mqtt starts again.",
      "To stop for good: \(MQTTCommand.endForGood), then `sudo rm \(MQTTCommand.file)`.",
    ]
  }
}

struct MQTTTestCommand: Verb {
  static let about = CommandConfiguration("mqtt test")

  @Option("A file other than \(MQTTCommand.file).", "file", completion: .file())
  var config: String?
  @OptionGroup var io: IO

  func run() throws {
    var checks: [LineCheckView] = []
    func tell(_ check: LineCheckView) throws(ControlError) {
      checks.append(check)
      if !format.json { try Output.line(LineChecks.text(check, .output)) }
    }
    try LineChecks.run(["--config", config ?? MQTTCommand.file], each: tell)
    let isRightSoFar = !checks.contains { $0.outcome == .failed }
    for check in service(isRightSoFar) { try tell(check) }
    if format.json { try Output.line(JSONText.document(["checks": checks])) }
    if let failed = checks.first(where: { $0.outcome == .failed }) { throw LineChecks.failure(failed) }
  }

  /// Checks that the daemon sees a connected `rouse-mqtt`, then repeats the announcement to test the broker's rules.
  ///
  /// - Parameter isRightSoFar: whether all earlier steps have passed.
  private func service(_ isRightSoFar: Bool) -> [LineCheckView] {
    func failed(_ what: String, _ fix: String) -> [LineCheckView] { [LineCheckView(.daemon, .failed, what, fix: fix)] }
    func left(_ why: String) -> LineCheckView { LineCheckView(.discovery, .left, why) }
    let status: StatusView
    do throws(ControlError) { status = try connection.ask(GetStatus()) } catch {
      return failed("\(error.what): \(error.why)", error.fix)
    }
    guard let home = status.home else {
      return failed(
        "the service does not use MQTT: \(MQTTCommand.file) is missing",
        "save the file there: `rouse mqtt setup` prints it")
    }
    if let problem = home.problem {
      return failed(problem, "`sudo chown root:root \(MQTTCommand.file) && sudo chmod 644 \(MQTTCommand.file)`")
    }
    guard let report = home.report else {
      return failed(
        home.unreached?.why ?? "rouse-mqtt is not running",
        home.unreached?.fix ?? "`sudo systemctl enable --now rouse-mqtt`")
        + [left("tested once rouse-mqtt runs")]
    }
    guard report.state == .connected else {
      return failed(
        "rouse-mqtt is not connected to \(report.broker): \(report.why ?? "no answer")",
        report.fix ?? "make it read its file again: `sudo systemctl restart rouse-mqtt`")
    }
    let line = LineCheckView(.daemon, .ok, "rouse-mqtt is connected to \(report.broker)")
    // Announcing would undo `rouse mqtt forget`.
    if report.isForgotten == true {
      return [
        line, left("the clock was removed from the house; `rouse mqtt sync` announces it again and shows the result"),
      ]
    }
    return [line, isRightSoFar ? announcement() : left("tested once the earlier steps pass")]
  }

  private func announcement() -> LineCheckView {
    do throws(ControlError) {
      let report = try connection.ask(OrderHome(.sync))
      if let why = HomeText.refused(report) {
        return LineCheckView(.discovery, .failed, why, fix: HomeText.rulesToWrite)
      }
      return LineCheckView(.discovery, .ok, "the broker has accepted the clock's full state")
    } catch {
      return LineCheckView(.discovery, .failed, "\(error.what): \(error.why)", fix: error.fix)
    }
  }
}

/// Steps of a test connection to the broker. `rouse-mqtt check` makes it, because this program uses no network.
enum LineChecks {
  static func run(
    _ arguments: [String], input: [UInt8]? = nil, each: (LineCheckView) throws(ControlError) -> Void
  ) throws(ControlError) {
    // Status 1 means that a step failed, which its line reports.
    let status = try OwnProgram.find(.mqtt).tell(
      ["check"] + arguments, input: input, statuses: [0, 1 << 8, SIGALRM],
      problem: "the test ended without a result", each: each)
    guard status != SIGALRM else {
      throw ControlError(
        .nothingFound, "the test did not finish within \(LineCheckView.longest / 60) minutes",
        why: "the next step is still waiting, perhaps for a name server",
        fix: "check the network, then try again", stillWorks: "the clock itself: no ring needs a network")
    }
  }

  /// Example: `ok      TLS         the broker's certificate is right`.
  static func text(_ check: LineCheckView, _ style: Style) -> String {
    let mark =
      switch check.outcome {
      case .ok: style.green("ok    ")
      case .failed: style.red("FAILED")
      case .left: "left  "
      }
    let width = LineCheckView.Step.allCases.map(\.words.count).max() ?? 0
    let indent = "".padded(to: 8 + width + 2)
    let name = check.step.words.padded(to: width + 2)
    let what = style.wrapped(Terminal.printable(check.what), first: "\(mark)  \(name)", next: indent)
    let fix = check.fix.map { style.wrapped(Terminal.printable($0), first: indent + "fix: ", next: indent + "     ") }
    return [what, fix].compactMap(\.self).joined(separator: "\n")
  }

  static func failure(_ check: LineCheckView) -> ControlError {
    ControlError(
      .nothingFound, "the connection to the broker fails at: \(check.step.words)", why: check.what,
      fix: check.fix ?? "see the broker's log",
      stillWorks: check.step == .daemon ? nil : "the clock itself: no ring needs a network")
  }
}
