import CLinux
import Glibc
import Home
import MQTTReports
import Machine

/// `rouse-mqtt check`, for `rouse mqtt test` and `rouse mqtt setup`, which use no network.
struct CheckRun {
  private let config: String
  /// Whether stdin has the password and the file.
  private let isTyped: Bool
  private let isTried: Bool

  init(_ words: ArraySlice<String>) throws {
    let options = try Options.read(words, paths: ["--config"], flags: ["--stdin", "--file-only"])
    config = options["--config"] ?? HomeConfiguration.usualPath
    isTyped = options["--stdin"] != nil
    isTried = options["--file-only"] == nil
  }

  /// Prints a line of JSON for each step. Returns `false` if a step failed.
  func run() -> Bool {
    // The name lookup by the system is the only step without a limit: SIGALRM ends it.
    alarm(LineCheckView.longest)
    do throws(LineCheckView) {
      let (configuration, account) = try isTyped ? readStdin() : readFiles()
      guard isTried else { return true }
      var check = LineCheck(configuration: configuration, account: account)
      check.account.clientID += "t"
      try check.run()
      return true
    } catch {
      Voice.print(error)
      return false
    }
  }

  private func readStdin() throws(LineCheckView) -> (HomeConfiguration, Account) {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: "/dev/stdin", limit: 1 << 16) } catch {
      throw LineCheckView(
        .file, .failed, "stdin cannot be read: \(error)", fix: "give the password, then the file")
    }
    let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
    let configuration = try parse(Array(text[end...]), "the file")
    // Use the typed password, before it is stored anywhere.
    let password = String(decoding: text[..<end], as: UTF8.self)
    do throws(LineTrouble) {
      let account = try Account(configuration, credentials: "/etc/rouse", password: password.isEmpty ? nil : password)
      return (configuration, account)
    } catch {
      throw LineCheckView(.password, .failed, error.why, fix: error.fix)
    }
  }

  private func readFiles() throws(LineCheckView) -> (HomeConfiguration, Account) {
    let text: [UInt8]
    do { text = try Descriptor.contents(of: config, limit: 1 << 16) } catch {
      throw LineCheckView(
        .file, .failed, "\(config) cannot be read: \(String(cString: strerror(error.code)).lowercased())",
        fix: error.code == ENOENT
          ? "create it: `rouse mqtt setup`" : "make it readable: `sudo chmod 644 \(config)`")
    }
    let configuration = try parse(text, config)
    Voice.print(LineCheckView(.file, .ok, "\(config) is valid"))
    do throws(LineTrouble) {
      let folder = config.lastIndex(of: "/").map { String(config[..<$0]) } ?? "."
      var account = try Account(configuration, credentials: folder)
      if config == HomeConfiguration.usualPath, geteuid() == 0 { try account.readAsTheServiceDoes(configuration) }
      let words =
        account.user == nil ? "no user is given" : account.password == nil ? "none is given" : "it can be read"
      Voice.print(LineCheckView(.password, .ok, words))
      return (configuration, account)
    } catch {
      throw LineCheckView(
        .password, .failed, error.why,
        fix: geteuid() == 0 ? error.fix : "only root can read it: `sudo rouse mqtt test`")
    }
  }

  private func parse(_ text: [UInt8], _ name: String) throws(LineCheckView) -> HomeConfiguration {
    do { return try HomeConfiguration.parse(text) } catch {
      throw LineCheckView(
        .file, .failed, "\(name) is wrong: \(error.description)",
        fix: "correct it; `rouse help home` lists all keys")
    }
  }
}

extension Account {
  /// Continues as the user of the service, if it exists. Otherwise files that the service cannot read would look fine,
  /// and root would handle data from the network.
  fileprivate mutating func readAsTheServiceDoes(_ configuration: HomeConfiguration) throws(LineTrouble) {
    guard let user = getpwnam("rouse-mqtt") else { return }
    let (userID, groupID) = (user.pointee.pw_uid, user.pointee.pw_gid)
    // systemd reads credentials as root: copy the key before giving up that right.
    if configuration.keyFile?.contains("/") == false, let path = keyFile { keyFile = try Self.takenAlong(path) }
    guard initgroups("rouse-mqtt", groupID) == 0, setgid(groupID) == 0, setuid(userID) == 0 else {
      throw LineTrouble("this program cannot become the user rouse-mqtt", fix: "run it as root")
    }
    // The service itself must be able to read a file that is not a credential.
    if configuration.passwordFile?.contains("/") == true {
      password = try Account(configuration, credentials: nil).password
    }
  }

  /// Copies a file to an unnamed one that stays open until the process ends, and returns a path to it.
  private static func takenAlong(_ path: String) throws(LineTrouble) -> String {
    do {
      let bytes = try Descriptor.contents(of: path, limit: 1 << 16)
      let memory = rouse_memory_file()
      guard memory >= 0, write(memory, bytes, bytes.count) == bytes.count else {
        throw SystemError("copying \(path)", errno)
      }
      return "/proc/self/fd/\(memory)"
    } catch {
      throw LineTrouble("the key cannot be read: \(error)", fix: "put it there: `sudo install -m 600 KEY \(path)`")
    }
  }
}

/// Tests the connection to the broker and reports each step, up to the first that fails.
///
/// It uses an identity of its own and publishes nothing retained, so that the clock stays connected.
struct LineCheck {
  fileprivate let configuration: HomeConfiguration
  fileprivate var account: Account
  fileprivate var current = LineCheckView.Step.name
  fileprivate var isTLSTold = false
  private var topics: Topics { Topics(configuration) }

  private static let patience: Duration = .seconds(15)

  /// Throws the step that failed.
  mutating func run() throws(LineCheckView) {
    let broker = configuration.broker
    do throws(LineTrouble) {
      let reach = try Reach(broker)
      tell("\(broker.host) is \(reach.shown)")
      current = .tcp
      tell("a server answers at \(try reach.knock()), port \(broker.port)")
      try talk(over: try connect())
    } catch {
      throw LineCheckView(current, .failed, error.why, fix: error.fix ?? "check the broker's log")
    }
  }

  private func tell(_ what: String) { Voice.print(LineCheckView(current, .ok, what)) }

  // MARK: Connecting

  private mutating func connect() throws(LineTrouble) -> BrokerLine {
    for version in [BrokerLine.Version.v5, .v311] {
      current = configuration.broker.usesTLS ? .tls : .account
      let line = try BrokerLine(to: configuration.broker, as: account, will: nil, version: version)
      let code: Int32?
      do { code = try line.greeting(within: Self.patience) } catch {
        let isTLS = error.why.hasPrefix("TLS")
        if version == .v5, line.isOpen, !isTLS { continue }
        throw Self.explained(error, configuration.broker)
      }
      guard let code else {
        throw Self.explained(LineTrouble("the broker has not answered within 15 seconds"), configuration.broker)
      }
      if configuration.broker.usesTLS, !isTLSTold {
        isTLSTold = true
        tell("the broker's certificate is valid, checked with \(account.caFile ?? "this system's CAs")")
      }
      current = .account
      if version == .v5, code == 132 || code == 1 { continue }
      guard code == 0 else { throw LineTrouble(connectReason: code, words: BrokerLine.reason(code)) }
      tell("the broker accepts \(account.user.map { "the user \($0)" } ?? "the clock, without a user")")
      return line
    }
    throw LineTrouble("the broker speaks neither MQTT 5 nor 3.1.1")
  }

  private static func explained(_ trouble: LineTrouble, _ broker: BrokerAddress) -> LineTrouble {
    var trouble = trouble
    let hint =
      broker.usesTLS
      ? "is that the port for TLS? Without TLS use `mqtt://`"
      : "does that port require TLS? Then use `mqtts://`"
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
      let silence = "a message to \(topics.check) does not come back: the account may not be allowed to read it"
      try wait(for: line, silence, within: .seconds(5)) { report throws(LineTrouble) in
        if case .message(topics.check, let payload, _) = report { return payload.elementsEqual(word.utf8) }
        return false
      }
    }
    tell("it may also read there")
    line.disconnect()
    do { _ = try line.next(within: .milliseconds(200)) } catch {
      // Ending the connection was the purpose.
    }
  }

  private func refused(_ verb: String) -> LineTrouble {
    LineTrouble("the broker does not let the account \(verb) \(topics.root)/#", fix: rules)
  }

  private var rules: String {
    "allow it to read and write there on the broker; mosquitto: `pattern readwrite \(configuration.base)/%u/#` in its "
      + "acl_file, and the clock's `id` (\(configuration.id)) must be its user"
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
