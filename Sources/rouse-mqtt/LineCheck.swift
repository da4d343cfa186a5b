import Control
import Home
import MQTTReports

/// Tests the connection to the broker and reports each step, up to the first that fails.
///
/// It uses an identity of its own and publishes nothing retained, so that the clock stays connected.
struct LineCheck {
  let configuration: HomeConfiguration
  private var account: Account
  private var current = LineCheckView.Step.name
  private let topics: Topics
  private var isTLSTold = false

  private static let patience: Duration = .seconds(15)
  private static let echo: Duration = .seconds(5)

  init(_ configuration: HomeConfiguration, _ account: Account) {
    self.configuration = configuration
    self.account = account
    topics = Topics(configuration)
    self.account.clientID += "t"
  }

  /// Returns `false` if a step failed.
  mutating func run() -> Bool {
    let broker = configuration.broker
    do throws(LineTrouble) {
      let reach = try Reach(broker)
      tell("\(broker.host) is \(reach.shown)")
      current = .tcp
      tell("somebody listens at \(try reach.knock()), port \(broker.port)")
      try talk(over: try connect())
      return true
    } catch {
      Voice.print(LineCheckView(current, .failed, error.why, fix: error.fix ?? "see what the broker's log says of it"))
      return false
    }
  }

  private func tell(_ what: String) { Voice.print(LineCheckView(current, .ok, what)) }

  // MARK: Connecting

  private mutating func connect() throws(LineTrouble) -> BrokerLine {
    if let line = try connect(.v5) { return line }
    if let line = try connect(.v311) { return line }
    throw LineTrouble("the broker speaks neither MQTT 5 nor 3.1.1")
  }

  /// Returns `nil` if another version may work.
  private mutating func connect(_ version: BrokerLine.Version) throws(LineTrouble) -> BrokerLine? {
    current = configuration.broker.usesTLS ? .tls : .account
    let line = try BrokerLine(to: configuration.broker, as: account, will: nil, version: version)
    let code: Int32?
    do { code = try line.greeting(within: Self.patience) } catch {
      let isTLS = error.why.hasPrefix("TLS")
      if version == .v5, line.isOpen, !isTLS { return nil }
      throw Self.explained(error, configuration.broker)
    }
    guard let code else {
      throw Self.explained(LineTrouble("the broker has not answered within 15 seconds"), configuration.broker)
    }
    tellTLS()
    current = .account
    if version == .v5, code == 132 || code == 1 { return nil }
    guard code == 0 else { throw LineTrouble(connectReason: code, words: BrokerLine.reason(code)) }
    tell("the broker takes \(account.user.map { "the user \($0)" } ?? "the clock, without a user")")
    return line
  }

  private mutating func tellTLS() {
    guard configuration.broker.usesTLS, !isTLSTold else { return }
    isTLSTold = true
    tell(
      "the broker's certificate is right"
        + (account.caFile.map { ", by \($0)" } ?? ", by what this system trusts"))
  }

  private static func explained(_ trouble: LineTrouble, _ broker: BrokerAddress) -> LineTrouble {
    var trouble = trouble
    let hint =
      broker.usesTLS
      ? "is that the port for TLS? Without TLS the broker begins with `mqtt://`"
      : "does that port want TLS? Then the broker begins with `mqtts://`"
    trouble.fix = trouble.fix ?? hint
    return trouble
  }

  // MARK: Talking

  private mutating func talk(over line: BrokerLine) throws(LineTrouble) {
    let word = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    current = .subscribe
    for topic in topics.commands { try line.subscribe(to: topic) }
    let last = try line.subscribe(to: topics.check, withOwn: true)
    try wait(for: line, "the broker does not answer a subscription") { report throws(LineTrouble) in
      guard case .subscribed(let number, let isRefused) = report else { return false }
      if isRefused { throw refused("read") }
      return number == last
    }
    current = .publish
    let number = try line.publish(HomeMessage(topics.check, word), isRetained: false)
    var isBack = false
    try wait(for: line, "the broker does not answer a message") { report throws(LineTrouble) in
      if case .answered(number, let code) = report {
        if code >= 128 { throw refused("write") }
        return true
      }
      if case .message(topics.check, let payload, _) = report, payload.elementsEqual(word.utf8) { isBack = true }
      return false
    }
    tell("\(account.user ?? "the clock") may write to \(topics.root)/#")
    current = .subscribe
    if !isBack {
      let silence = "what was written to \(topics.check) does not come back: the broker may let nobody read it"
      try wait(for: line, silence, within: Self.echo) { report throws(LineTrouble) in
        if case .message(topics.check, let payload, _) = report { return payload.elementsEqual(word.utf8) }
        return false
      }
    }
    tell("it may read there as well")
    line.disconnect()
    do { _ = try line.next(within: .milliseconds(200)) } catch {
      // Ending the connection was the purpose.
    }
  }

  private func refused(_ verb: String) -> LineTrouble {
    LineTrouble("the broker does not let the account \(verb) \(topics.root)/#", fix: rules)
  }

  private var rules: String {
    "let it read and write there, on the broker; mosquitto: `pattern readwrite \(configuration.base)/%u/#` in its "
      + "acl_file, and the clock's `id` (\(configuration.id)) has to be its user"
  }

  private func wait(
    for line: BrokerLine, _ silence: String, within limit: Duration = patience,
    _ isDone: (BrokerLine.Report) throws(LineTrouble) -> Bool
  ) throws(LineTrouble) {
    let isDone: Bool? = try line.first(within: limit) { report throws(LineTrouble) in
      if case .dismissed(let code) = report {
        throw LineTrouble("the broker ended the connection: \(BrokerLine.reason(code))", fix: rules)
      }
      return try isDone(report) ? true : nil
    }
    guard isDone != nil else { throw LineTrouble(silence, fix: rules) }
  }
}
