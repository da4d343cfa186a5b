import AlarmClock
import ArgumentParser
import Control
import Glibc
import MQTTReports
import PlainText

struct FleetCommand: Described {
  static let about = CommandConfiguration(
    "fleet", subcommands: [FleetStatusCommand.self, FleetShowCommand.self, FleetLogCommand.self],
    defaultSubcommand: FleetStatusCommand.self)
}

/// The account that reads the clocks.
struct FleetSource: ParsableArguments {
  @Option("The file with your account; default: ~/.config/rouse/fleet.json5.", "file", completion: .file())
  var config: String?
  @OptionGroup var format: Format

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

  @Flag(help: "Update with each change, until Ctrl-C.")
  var watch = false
  @OptionGroup var source: FleetSource

  func run() throws {
    guard watch else {
      let view = try source.view()
      return try source.format.print(view) { FleetText.table(view, now: FleetText.now, .output) }
    }
    let screen = Terminal.isDrawnOn && !source.format.json ? try AlternateScreen() : nil
    defer { screen?.restore() }
    try source.read(["--watch"], isFollowed: true) { (line) throws(ControlError) in
      guard let view = line.view else { return }
      if source.format.json { return try Output.line(JSONText.line(view)) }
      let text = FleetText.table(view, now: FleetText.now, .output)
      guard let screen else { return try Output.line(text + "\n") }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      try screen.show(lines + ["", "Ctrl-C quits."])
    }
  }
}

struct FleetShowCommand: Described {
  static let about = CommandConfiguration("fleet show")

  @Argument(help: ArgumentHelp("The clock's name, or the name of its account.", valueName: "name"))
  var name: String
  @OptionGroup var source: FleetSource

  func run() throws {
    let clock = try FleetText.clock(name, in: try source.view(["--recent"]))
    try source.format.print(clock) { FleetText.listing(clock, now: FleetText.now, .output).rendered() }
  }
}

struct FleetLogCommand: Described {
  static let about = CommandConfiguration("fleet log")

  @Argument("Only this clock: its name or the name of its account.", "name")
  var name: String?
  @Flag(name: .shortAndLong, help: "Keep showing new events, until Ctrl-C.")
  var follow = false
  @OptionGroup var source: FleetSource

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
        try Output.line(source.format.json ? JSONText.line(event) : FleetText.line(event))
      }
    }
  }
}

/// Remembers at least the latest 10,000 events, to print an event only once: MQTT may deliver it twice.
struct ToldEvents {
  private var recent: Set<[String]> = []
  private var older: Set<[String]> = []

  mutating func isNew(_ event: FleetEventView) -> Bool {
    let key = [event.clock, event.id]
    guard !older.contains(key), recent.insert(key).inserted else { return false }
    if recent.count == 10_000 {
      older = recent
      recent = []
    }
    return true
  }
}

/// Describes many clocks. Their texts are untrusted, although `rouse-mqtt` has made each one short line.
enum FleetText {
  static var now: Instant { Instant(seconds: Int64(time(nil))) }

  static func table(_ view: FleetView, now: Instant, _ style: Style) -> String {
    guard !view.clocks.isEmpty else {
      return style.wrapped(
        "No clocks found. Does `base` in your file match the clocks, and may your account read `rouse/#`?")
    }
    let hasPlaces = view.clocks.contains { $0.place != nil }
    var table = Table(
      header: ["CLOCK"] + (hasPlaces ? ["PLACE"] : []) + ["NEXT", "VERDICT", "LAST RING", "LINE"],
      expendable: ["LAST RING", "PLACE"])
    table.rows = view.clocks.map { clock in
      [clock.name ?? clock.id] + (hasPlaces ? [clock.place ?? "-"] : [])
        + [clock.next.map(next) ?? "-", verdict(clock), clock.lastRing.map(last) ?? "-", line(clock, now)]
    }
    return table.rendered(style: style) + "\n\n" + style.wrapped(sum(view))
  }

  /// Example: `50 clocks: 2 with misses, 1 silent, 3 at risk.`
  static func sum(_ view: FleetView) -> String {
    let clocks = view.clocks
    let parts = [
      (clocks.count { $0.missed > 0 }, "with misses"), (clocks.count { $0.line == .silent }, "silent"),
      (clocks.count { $0.line == .stopped }, "stopped"), (clocks.count { $0.verdict == .atRisk }, "at risk"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let more = view.left > 0 ? " \(view.left) more are not shown." : ""
    return Table.count(clocks.count, "clock") + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")) + "." + more
  }

  private static func next(_ ring: FleetRingView) -> String {
    TimePhrase.stamp(ring.time) + (ring.label.isEmpty ? "" : " \(ring.label)")
  }

  private static func last(_ ring: FleetRingView) -> String {
    (ring.outcome.map { "\($0.rawValue) " } ?? "") + TimePhrase.stamp(ring.time, .wholeMinutes)
  }

  static func verdict(_ clock: FleetClockView) -> String {
    let missed = clock.missed > 0 ? "\(clock.missed) MISSED" : nil
    let verdict: String?
    switch clock.verdict {
    case .ready: verdict = "ready"
    case .nothingSet: verdict = "nothing set"
    case .atRisk: verdict = "AT RISK" + (clock.problems.first.map { ": \($0)" } ?? "")
    case nil: verdict = clock.trouble
    }
    let all = [missed, verdict].compactMap(\.self)
    return all.isEmpty ? "-" : all.joined(separator: "; ")
  }

  /// Example: `SILENT since Tue 2026-11-24 07:02 (3 h 5 min)`.
  static func line(_ clock: FleetClockView, _ now: Instant) -> String {
    if clock.line == .connected { return clock.line.rawValue }
    let word = clock.line.rawValue.uppercased()
    guard let since = clock.since, let moment = RFC3339.parse(since) else { return word }
    let seconds = now.seconds - moment.seconds
    let span = seconds > 0 ? " (\(TimePhrase.span(Int(seconds))))" : ""
    return "\(word) since \(TimePhrase.stamp(since, .wholeMinutes))\(span)"
  }

  // MARK: One clock

  /// Finds a clock by its account, by its name, or by `name, place`.
  static func clock(_ name: String, in view: FleetView) throws(ControlError) -> FleetClockView {
    if let clock = view.clocks.first(where: { $0.id == name }) { return clock }
    let word = name.lowercased()
    let found = view.clocks.filter { clock in
      clock.name?.lowercased() == word
        || [clock.name, clock.place].compactMap { $0?.lowercased() }.joined(separator: ", ") == word
    }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw ControlError(
        .usage, "several clocks are named `\(Terminal.printable(name))`", why: "it is not clear which is meant",
        fix: "give the account's name: \(found.prefix(10).map(\.id).joined(separator: ", "))")
    }
    let names = view.clocks.flatMap { [$0.name, $0.id].compactMap(\.self) }
    let near = Spelling.nearest(to: name, in: names).first.map { "did you mean `\(Terminal.printable($0))`? Or list" }
    throw ControlError(
      .nothingFound, "there is no clock `\(Terminal.printable(name))`", why: "the broker knows no clock of that name",
      fix: "\(near ?? "list") all clocks: `rouse fleet status`")
  }

  static func listing(_ clock: FleetClockView, now: Instant, _ style: Style) -> Listing {
    var listing = Listing()
    listing.add("clock", (clock.name.map { "\(Terminal.printable($0)) (\(clock.id))" } ?? clock.id))
    if let place = clock.place { listing.add("place", Terminal.printable(place)) }
    listing.add("line", line(clock, now))
    if let trouble = clock.trouble { listing.add("trouble", trouble) }
    if let state = clock.state { listing.add("state", state.rawValue) }
    listing.add("next", clock.next.map { Terminal.printable(next($0)) } ?? "nothing")
    listing.add("verdict", Terminal.printable(verdict(clock)))
    for problem in clock.problems.dropFirst() { listing.add(continuing: Terminal.printable(problem)) }
    if let ring = clock.lastRing {
      listing.add("last ring", Terminal.printable(last(ring) + (ring.label.isEmpty ? "" : ", \(ring.label)")))
    }
    if let scores = clock.scores {
      let named = [("waking", scores.waking), ("rhythm", scores.rhythm), ("readiness", scores.readiness)]
      let told = named.compactMap { name, score in score.map { "\(name) \($0)" } }
      if !told.isEmpty { listing.add("scores", told.joined(separator: ", ")) }
    }
    if let version = clock.version { listing.add("version", Terminal.printable(version)) }
    listing.add("log", clock.events.map { words(of: $0, withClock: false) })
    return listing
  }

  // MARK: Events

  /// Returns the events of all clocks, the latest last.
  static func events(_ view: FleetView) -> [FleetEventView] {
    let dated = view.clocks.flatMap(\.events).map { (RFC3339.parse($0.time) ?? .min, $0) }
    return dated.sorted { $0.0 < $1.0 }.map { $0.1 }
  }

  static func line(_ event: FleetEventView) -> String { words(of: event, withClock: true) }

  private static func words(of event: FleetEventView, withClock: Bool) -> String {
    let parts = [
      TimePhrase.stamp(event.time, .seconds), withClock ? event.name ?? event.clock : nil, event.kind, event.label,
      event.detail,
    ]
    return parts.compactMap { $0.map(Terminal.printable) }.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
