import Glibc
import Synchronization
import TestSupport

/// A real mosquitto on a loopback port, with passwords, an access list that separates the clocks, and a reader of all.
final class Broker {
  static let program: String? = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"].first { access($0, X_OK) == 0 }
  static let isHere = program != nil && access("/usr/bin/mosquitto_sub", X_OK) == 0
  static let absence = "mosquitto is not installed: deploy/setup Tests/WholePathTests/packages"

  let folder: String
  let port: UInt16
  private var count = 0
  private(set) var server: Program?
  private var readers: [Program] = []

  /// - Parameter clocks: The accounts besides `reader`; every password is `secret`.
  init(in folder: String, clocks: [String] = ["clock"]) async throws {
    self.folder = folder
    port = try Self.freePort()
    // mosquitto started as root changes to another user, who must be able to read these files.
    try Files.write(
      """
      listener \(port) 127.0.0.1
      user root
      allow_anonymous false
      password_file \(folder)/passwords
      acl_file \(folder)/rules
      persistence true
      max_queued_messages 10000
      persistence_location \(folder)/

      """, to: folder + "/mosquitto.conf")
    try Files.write(
      """
      pattern readwrite rouse/%u/#
      pattern write homeassistant/device/%u/config
      pattern read homeassistant/status
      user reader
      topic read #
      topic write homeassistant/status
      topic write rouse/+/+/set

      """, to: folder + "/rules")
    try Files.write("secret", to: folder + "/password")
    try Files.write("", to: folder + "/passwords")
    try await Self.add(clocks + ["reader"], to: folder + "/passwords", in: folder)
  }

  /// Adds accounts with the password `secret` to a file of passwords.
  static func add(_ accounts: [String], to file: String, in folder: String) async throws {
    for user in accounts { try await run(["/usr/bin/mosquitto_passwd", "-b", file, user, "secret"], in: folder) }
  }

  deinit { for program in readers + [server].compactMap(\.self) { program.killBelow() } }

  /// Starts the broker and waits until it listens; throws if it ends instead, for example because its port is taken.
  func start() async throws {
    count += 1
    server = try await Self.started(folder + "/mosquitto.conf", outputTo: "\(folder)/mosquitto\(count)")
  }

  static func started(_ configuration: String, outputTo path: String) async throws -> Program {
    let server = try Program(
      ["/usr/bin/timeout", "--signal=KILL", "3600", program ?? "", "-c", configuration], environment: [],
      outputTo: path)
    var detector = HangDetector()
    while !server.errors.contains(" running") {
      guard server.isRunning, !detector.hangs(server.errors) else { throw Failure("no broker: \(server.errors)") }
      try await Task.sleep(for: .milliseconds(5))
    }
    return server
  }

  func stop() async throws {
    guard let server else { throw Failure("no broker runs") }
    try await server.endBelow(SIGTERM)
    self.server = nil
  }

  /// Makes the broker read its access list again, asynchronously.
  func readRules() { server?.killBelow(SIGHUP) }

  /// Starts a reader that prints each message's topic, retained flag and text. It reconnects, and loses no message.
  func reader() throws -> Program {
    count += 1
    let words = connection() + ["-t", "#", "-q", "1", "-F", "%t %r %p", "-i", "reader\(count)", "-c"]
    let reader = try Self.client("mosquitto_sub", words, outputTo: "\(folder)/reader\(count)")
    readers.append(reader)
    return reader
  }

  func publish(_ topic: String, _ text: String, isRetained: Bool = false) async throws {
    try await publish(topic, ["-m", text] + (isRetained ? ["-r"] : []))
  }

  func publish(_ topic: String, file: String) async throws { try await publish(topic, ["-f", file]) }

  /// Publishes a retained message as one of the accounts.
  func keep(as user: String, _ topic: String, _ text: String) async throws {
    try Files.write(text, to: folder + "/payload")
    try await publish(topic, ["-f", folder + "/payload", "-r"], as: user)
  }

  private func publish(_ topic: String, _ words: [String], as user: String = "reader") async throws {
    try await run(["/usr/bin/mosquitto_pub"] + connection(user) + ["-t", topic, "-q", "1"] + words)
  }

  func run(_ words: [String]) async throws { try await Self.run(words, in: folder) }

  static func run(_ words: [String], in folder: String) async throws {
    let program = try Program(words, environment: ["PATH=/usr/bin:/bin"], outputTo: "\(folder)/run")
    let result = try await program.result()
    guard result.code == 0 else { throw Failure("\(words.first ?? ""): \(result.code): \(result.errors)") }
  }

  /// Publishes each line of a file as a message, as fast as the broker takes them.
  func flood(_ topic: String, with lines: String) throws -> Program {
    count += 1
    return try Self.client(
      "mosquitto_pub", connection() + ["-t", topic, "-l"], input: lines, outputTo: "\(folder)/flood\(count)")
  }

  /// Starts a program of mosquitto's that does not end by itself.
  static func client(
    _ name: String, _ words: [String], input: String = "/dev/null", outputTo path: String
  ) throws -> Program {
    try Program(
      ["/usr/bin/timeout", "--signal=KILL", "3600", "/usr/bin/" + name] + words, environment: [], input: input,
      outputTo: path)
  }

  func connection(_ user: String = "reader") -> [String] {
    ["-h", "127.0.0.1", "-p", "\(port)", "-u", user, "-P", "secret"]
  }

  /// Returns a free port that no other test gets. It is outside the kernel's ephemeral range: generating three keys may
  /// take a while before the broker listens, and until then an outgoing connection could get such a port.
  static func freePort() throws -> UInt16 {
    for _ in 0..<1000 {
      let port = UInt16.random(in: 10_000..<32_768)
      guard isFree(port), given.withLock({ $0.insert(port).inserted }) else { continue }
      return port
    }
    throw Failure("there is no free port")
  }

  private static let given = Mutex<Set<UInt16>>([])

  private static func isFree(_ port: UInt16) -> Bool {
    guard let (socket, _) = Loopback.bound(to: port) else { return false }
    close(socket)
    return true
  }
}

extension Program {
  /// Kills the program that runs under `timeout`, which then ends too.
  func killBelow(_ signal: Int32 = SIGKILL) { for child in children { kill(child.id, signal) } }

  /// Like `killBelow`, but waits for the end.
  func endBelow(_ signal: Int32 = SIGKILL) async throws {
    killBelow(signal)
    _ = try await result()
  }
}

struct Heard {
  struct Message: Hashable {
    var topic: String
    var isRetained: Bool
    var text: String
  }

  let messages: [Message]

  init(_ reader: Program) {
    messages = reader.output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 3 else { return nil }
      return Message(topic: String(words[0]), isRetained: words[1] == "1", text: String(words[2]))
    }
  }

  func of(_ topic: String) -> [String] { messages.filter { $0.topic == topic }.map(\.text) }
  func last(_ topic: String) -> String? { of(topic).last }
}
