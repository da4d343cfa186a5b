import ArgumentParser
import Control
import MQTTReports

struct FleetCommand: Described {
  static let about = CommandConfiguration(
    "fleet", subcommands: [FleetStatusCommand.self, FleetShowCommand.self, FleetLogCommand.self],
    defaultSubcommand: FleetStatusCommand.self)
}

/// The account that reads the clocks.
struct FleetSource: ParsableArguments {
  @Option("The file of your account; else ~/.config/rouse/fleet.json5.", "file", completion: .file())
  var config: String?

  /// Runs `rouse-mqtt fleet`, because only `rouse-mqtt` uses the network.
  func read(
    _ arguments: [String] = [], isFollowed: Bool = false, each: (FleetLine) throws(ControlError) -> Void
  ) throws(ControlError) {
    let file = config.map { ["--config", $0] } ?? []
    try OwnProgram.find(.mqtt).tell(["fleet"] + file + arguments, isFollowed: isFollowed, problem: Self.problem) {
      (line: FleetLine) throws(ControlError) in
      if let error = line.error { throw error }
      try each(line)
    }
  }

  private static let problem = "the clocks could not be read"

  func view(_ arguments: [String] = []) throws(ControlError) -> FleetView {
    var view: FleetView?
    try read(arguments) { line in view = line.view ?? view }
    guard let view else { throw try OwnProgram.find(.mqtt).isOfAnotherVersion(Self.problem) }
    return view
  }
}

struct FleetStatusCommand: Described {
  static let about = CommandConfiguration("fleet status")

  @Flag(help: "Go on, with each change, until Ctrl-C.")
  var watch = false
  @OptionGroup var source: FleetSource
  @OptionGroup var format: Format

  func run() throws {
    guard watch else {
      let view = try source.view()
      return try format.print(view) { FleetText.table(view, now: FleetText.now, .output) }
    }
    let screen = Terminal.isDrawnOn && !format.json ? try AlternateScreen() : nil
    defer { screen?.restore() }
    try source.read(["--watch"], isFollowed: true) { (line) throws(ControlError) in
      guard let view = line.view else { return }
      if format.json { return try Output.line(JSONText.line(view)) }
      let text = FleetText.table(view, now: FleetText.now, .output)
      guard let screen else { return try Output.line(text + "\n") }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      try screen.show(lines + ["", "Ctrl-C ends this."])
    }
  }
}

struct FleetShowCommand: Described {
  static let about = CommandConfiguration("fleet show")

  @Argument(help: ArgumentHelp("The clock's name, or the name of its account.", valueName: "name"))
  var name: String
  @OptionGroup var source: FleetSource
  @OptionGroup var format: Format

  func run() throws {
    let clock = try FleetText.clock(name, in: try source.view(["--recent"]))
    try format.print(clock) { FleetText.listing(clock, now: FleetText.now, .output).rendered() }
  }
}

struct FleetLogCommand: Described {
  static let about = CommandConfiguration("fleet log")

  @Argument("Of this clock alone: its name, or that of its account.", "name")
  var name: String?
  @Flag(name: .shortAndLong, help: "Go on with events as they happen, until Ctrl-C.")
  var follow = false
  @OptionGroup var source: FleetSource
  @OptionGroup var format: Format

  func run() throws {
    var wanted: String?
    var told = ToldEvents()
    try source.read(["--recent"] + (follow ? ["--follow"] : []), isFollowed: follow) { (line) throws(ControlError) in
      var events = line.event.map { [$0] } ?? []
      if let view = line.view {
        if let name { wanted = try FleetText.clock(name, in: view).id }
        events += FleetText.events(view)
      }
      for event in events where wanted.map({ $0 == event.clock }) ?? true {
        guard told.isNew(event) else { continue }
        try Output.line(format.json ? JSONText.line(event) : FleetText.line(event))
      }
    }
  }
}

/// Remembers at least the latest 10,000 events, to print an event only once: MQTT may deliver it twice.
struct ToldEvents {
  private var keys: Set<[String]> = []
  private var order: [[String]] = []
  private static let most = 20_000

  mutating func isNew(_ event: FleetEventView) -> Bool {
    let key = [event.clock, event.id]
    guard keys.insert(key).inserted else { return false }
    order.append(key)
    if order.count > Self.most {
      for old in order.prefix(Self.most / 2) { keys.remove(old) }
      order.removeFirst(Self.most / 2)
    }
    return true
  }
}
