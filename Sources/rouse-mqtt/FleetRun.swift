import AlarmClock
import Control
import Glibc
import Home
import MQTTReports
import Machine

/// `rouse-mqtt fleet`: reads the retained messages of many clocks with the operator's account. Publishes nothing.
struct FleetRun {
  private let config: String?
  private let withRecent: Bool
  /// Whether to continue, with a view for each change or with each event.
  private let isWatching: Bool
  private let isFollowing: Bool
  private let time = SystemTime()
  /// Zone of this machine, or UTC if it cannot be read.
  private let zone: ZoneRules

  private static let patience: Duration = .seconds(10)
  /// Changes within this time share a view.
  private static let together: Duration = .milliseconds(300)

  init(_ words: ArraySlice<String>) throws {
    zone = if case .success(let found) = SystemZone().read(after: nil) { found.rules } else { .utc }
    let options = try Options.read(words, paths: ["--config"], flags: ["--recent", "--watch", "--follow"])
    config = options["--config"]
    withRecent = options["--recent"] != nil
    isWatching = options["--watch"] != nil
    isFollowing = options["--follow"] != nil
  }

  func run() -> ExitCode {
    do throws(ControlError) {
      try read()
      return .ok
    } catch {
      Voice.print(FleetLine(error: error))
      return error.code
    }
  }

  private func read() throws(ControlError) {
    let (configuration, account) = try setUp()
    do throws(LineTrouble) {
      _ = try Reach(configuration.broker).knock()
      // Summaries and log lines are shorter than 8192 bytes. The broker leaves out longer packets.
      let line = try BrokerLine(to: configuration.broker, as: account, will: nil, version: .v5, longestPacket: 8192)
      guard let code = try line.greeting(within: Self.patience) else {
        if isReaderGone { exit(0) }
        throw LineTrouble("the broker has not answered within 10 seconds")
      }
      if code == 132 || code == 1 {
        throw LineTrouble(
          "the broker does not support MQTT 5", fix: "use one that does: mosquitto 1.6 and later, EMQX, HiveMQ")
      }
      guard code == 0 else { throw LineTrouble(connectReason: code, words: BrokerLine.reason(code)) }
      try follow(line, configuration)
    } catch {
      throw ControlError(
        .unreachable, "the broker \(configuration.broker.shown) cannot be read", why: error.why,
        fix: error.fix ?? "check that it runs, and see its log", stillWorks: "the clocks ring without it")
    }
  }

  // MARK: The operator's file and account

  private func setUp() throws(ControlError) -> (HomeConfiguration, Account) {
    let path: String
    if let config { path = config } else { path = try Self.usualPath() }
    let hint = "`{ broker: \"mqtts://broker.lan\", user: \"fleet\", passwordFile: \"fleet-pw\" }`"
    let text: [UInt8]
    do { text = try Descriptor.contents(of: path, limit: 1 << 16) } catch {
      throw ControlError(
        error.code == ENOENT ? .noSuchFile : .notPermitted, "the file \(path) cannot be read",
        why: "\(String(cString: strerror(error.code)).lowercased()); it names the broker and the account with which "
          + "the clocks are read", fix: "write it, as \(hint), with the password in a file next to it (mode 0600)")
    }
    let configuration: HomeConfiguration
    do { configuration = try HomeConfiguration.parse(text) } catch {
      throw ControlError(
        .badConfiguration, "the file \(path) is wrong", why: error.description, fix: "write it as \(hint)")
    }
    do throws(LineTrouble) {
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      var account = try Account(configuration, credentials: folder)
      // Several operators may look at once without disconnecting each other.
      account.clientID = "fleet" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
      return (configuration, account)
    } catch {
      throw ControlError(
        .badConfiguration, "the account of \(path) cannot be used", why: error.why,
        fix: "put the password into the file that `passwordFile` names: without a slash it is in the folder of \(path)")
    }
  }

  static func usualPath() throws(ControlError) -> String {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let folder = variable("XDG_CONFIG_HOME") { return folder + "/rouse/fleet.json5" }
    if let home = variable("HOME") { return home + "/.config/rouse/fleet.json5" }
    throw ControlError(
      .usage, "your settings folder is unknown", why: "HOME is not set", fix: "name the file with `--config`")
  }

  // MARK: Reading

  private func follow(_ line: BrokerLine, _ configuration: HomeConfiguration) throws(LineTrouble) {
    var fleet = Fleet(base: configuration.base)
    var news: [FleetEventView] = []
    if isFollowing { try line.subscribe(to: Topics.ofAll(configuration.base, "log"), withRetained: false) }
    for topic in Fleet.topics(configuration.base, withRecent: withRecent) {
      try line.subscribe(to: topic, withRetained: true, quality: 0)
    }
    let last = try line.subscribe(to: Topics.ofAll(configuration.base, "check"), quality: 0)
    var isAnswered = false
    let end = time.sinceBoot + Self.patience
    while time.sinceBoot < end {
      let rest = end - time.sinceBoot
      // After such a silence, everything has arrived: most brokers send retained messages before they answer the last
      // subscription, the others soon after.
      let quiet: Duration = fleet.isEmpty ? .milliseconds(400) : .milliseconds(40)
      let found = try line.next(within: isAnswered ? min(quiet, rest) : rest)
      if found.isEmpty {
        if isReaderGone { return }
        break
      }
      for report in found {
        if case .subscribed(last, _) = report { isAnswered = true }
        _ = try take(report, &fleet, &news, configuration)
      }
    }
    // Without the answer, some or all clocks may be missing.
    guard isAnswered else {
      throw LineTrouble(
        "it accepted the connection, but did not answer the subscription within 10 seconds",
        fix: "check its log and restart it; if there is a proxy in between, make sure that it forwards everything")
    }
    let view = fleet.view(at: time.now, local)
    Voice.print(FleetLine(view: view))
    for event in news { Voice.print(FleetLine(event: event)) }
    if isWatching || isFollowing { try goOn(line, &fleet, view, configuration) }
    line.disconnect()
  }

  /// Returns whether something has changed.
  private func take(
    _ report: BrokerLine.Report, _ fleet: inout Fleet, _ news: inout [FleetEventView],
    _ configuration: HomeConfiguration
  ) throws(LineTrouble) -> Bool {
    switch report {
    case .message(let topic, let payload, _):
      if isFollowing, let event = fleet.event(topic, payload) { news.append(event) }
      return fleet.take(topic, payload)
    case .subscribed(_, isRefused: true):
      throw LineTrouble(
        "the account may not read \(configuration.base)/#",
        fix: "allow it on the broker; mosquitto: `user \(configuration.user ?? "fleet")`, "
          + "then `topic read \(configuration.base)/#` in its acl_file")
    case .dismissed(let code):
      throw LineTrouble("the broker has ended the connection: \(BrokerLine.reason(code))")
    default: return false
    }
  }

  /// Continues until the connection is lost or nobody reads stdout.
  private func goOn(
    _ line: BrokerLine, _ fleet: inout Fleet, _ first: FleetView, _ configuration: HomeConfiguration
  ) throws(LineTrouble) {
    var (shown, lookedAt) = (first, time.sinceBoot)
    var changedAt: Duration?
    while !isReaderGone {
      let wait: Duration = changedAt == nil ? .seconds(Int64(BrokerLine.keepAlive) / 4) : Self.together
      var news: [FleetEventView] = []
      for report in try line.next(within: wait) where try take(report, &fleet, &news, configuration) {
        if isWatching { changedAt = changedAt ?? time.sinceBoot }
      }
      for event in news { Voice.print(FleetLine(event: event)) }
      // Even without messages, since a clock counts as silent when its last message gets old.
      let isDue = changedAt.map { time.sinceBoot - $0 >= Self.together } ?? (time.sinceBoot - lookedAt >= .seconds(60))
      if isWatching, isDue {
        let view = fleet.view(at: time.now, local)
        if view != shown { Voice.print(FleetLine(view: view)) }
        (shown, lookedAt, changedAt) = (view, time.sinceBoot, nil)
      }
      try line.look()
    }
  }

  private var isReaderGone: Bool {
    var entry = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && Int32(entry.revents) & Int32(POLLERR | POLLHUP) != 0
  }

  private func local(_ moment: Instant) -> String { RFC3339.format(Instant(seconds: moment.seconds), in: zone) }
}
