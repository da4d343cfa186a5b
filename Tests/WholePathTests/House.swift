import FoundationEssentials
import Glibc
import TestSupport

/// A clock, a broker, and the bridge between them.
struct House {
  let clock: Clock
  let broker: Broker
  var config: String { clock.folder + "/mqtt.json5" }

  /// Whether the group `rouse-mqtt` exists; without it only the daemon's own user can open the second socket.
  static let hasGroup = Files.text("/etc/group").contains(/(?m)^rouse-mqtt:/)
  static let whyNobodyHasCome = hasGroup ? "rouse-mqtt is not running" : "there is no group `rouse-mqtt`"

  /// Runs a test with a clock that serves a house and with a running broker, but without a bridge.
  ///
  /// - Parameter accounts: Accounts besides the clock's (`Broker.add`).
  static func run(
    commands: String = "", accounts: [String] = [], isLong: Bool = false, _ test: (House) async throws -> Void
  ) async throws {
    try await Clock.withoutDaemon(isLong: isLong) { clock in
      let broker = try await Broker(in: clock.folder)
      if !accounts.isEmpty { try await broker.add(accounts: accounts) }
      try await broker.start()
      try clock.joinHouse(of: broker, commands: commands)
      try await clock.start(card: true)
      try await test(House(clock: clock, broker: broker))
    }
  }

  func write(
    to path: String? = nil, user: String = "clock", password: String = "password", port: UInt16? = nil,
    commands: String = "", more: String = ""
  ) throws {
    try Files.write(
      """
      { broker: "mqtt://127.0.0.1:\(port ?? broker.port)", user: "\(user)",
        passwordFile: "\(broker.folder)/\(password)", commands: [\(commands)]\(more) }
      """, to: path ?? config)
  }

  /// Starts the clock's bridge and waits until the status says that it is connected.
  func connect(_ number: Int = 1) async throws -> Program {
    let bridge = try clock.bridge(number)
    try await clock.eventually("it is connected") { try await clock.status.home?.report?.state == .connected }
    return bridge
  }

  /// Returns the retained messages of the clock and its discovery.
  func kept() async throws -> [Heard.Message] {
    let topics = ["-t", "rouse/clock/#", "-t", "homeassistant/device/#", "--retained-only"]
    let reader = try Program(
      ["/usr/bin/mosquitto_sub"] + broker.connection() + topics + ["-q", "1", "-F", "%t %r %p", "-W", "1"],
      environment: [], outputTo: clock.folder + "/kept")
    _ = try await reader.result()
    return Heard(reader).messages
  }
}

extension Clock {
  /// Writes the clock's MQTT configuration and options, before its daemon starts.
  ///
  /// - Parameter port: The broker's port for the bridge, or `nil` for the broker's own.
  func joinHouse(of broker: Broker, as user: String = "clock", port: UInt16? = nil, commands: String = "") throws {
    try House(clock: self, broker: broker).write(user: user, port: port, commands: commands)
    serveHouse()
  }

  /// Gives the daemon a second socket, for the house of its MQTT configuration, before it starts.
  func serveHouse() { options = ["--home-socket", folder + "/h", "--home-config", folder + "/mqtt.json5"] }

  /// Starts another bridge between this clock and the broker.
  ///
  /// - Parameter state: The folder for its cursor, or `nil` for the one that the clock's bridges share.
  func bridge(_ number: Int = 1, state: String? = nil) throws -> Program {
    let files = ["--config", folder + "/mqtt.json5", "--socket", folder + "/h", "--state", state ?? folder + "/mqtt"]
    return keep(
      try Program(
        ["/usr/bin/timeout", "--signal=KILL", "3600", Files.builtPrograms + "/rouse-mqtt"] + files, environment: [],
        outputTo: "\(folder)/bridge\(number)"))
  }

  /// Returns a command's output as one line, without its wrapping.
  func words(_ words: String...) async throws -> String {
    try await succeed(words).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Broker {
  /// Adds accounts before the broker starts: each has its own topics, and `fleet` reads all clocks.
  func add(accounts: [String]) async throws {
    try await Self.add(accounts, to: folder + "/passwords", in: folder)
    try Files.write(
      Files.text(folder + "/rules") + "user fleet\ntopic read rouse/#\nuser admin\ntopic readwrite #\n",
      to: folder + "/rules")
  }

  /// Adds a TLS port before the broker starts. Returns the port and the certificate file of the signing authority.
  func addTLS() async throws -> (port: UInt16, authority: String) {
    let tlsPort = try Self.freePort()
    let script = """
      set -e; cd '\(folder)'
      openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 3650 -subj /CN=authority
      openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost
      printf 'subjectAltName=DNS:localhost,IP:127.0.0.1' >server.ext
      openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile server.ext -out server.pem
      openssl req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 3650 -subj /CN=other
      """
    try await run(["/bin/bash", "-c", script])
    try Files.write(
      Files.text(folder + "/mosquitto.conf")
        + "listener \(tlsPort) 127.0.0.1\ncertfile \(folder)/server.pem\nkeyfile \(folder)/server.key\n",
      to: folder + "/mosquitto.conf")
    return (tlsPort, folder + "/ca.pem")
  }

  static let hasOpenSSL = access("/usr/bin/openssl", X_OK) == 0
}
