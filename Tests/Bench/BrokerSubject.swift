import Control
import Glibc
import TestSupport

/// A real mosquitto on loopback ports, like a household's.
final class BrokerSubject {
  private static let program: String? = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"].first { access($0, X_OK) == 0 }
  static var isHere: Bool { program != nil }
  static let absence = "mosquitto is not installed: `deploy/setup Tests/WholePathTests/packages`"

  let folder: String
  let port: UInt16
  /// The TLS port with a self-made certificate, or `nil` if openssl is not installed.
  let securePort: UInt16?
  private(set) var process: pid_t = 0

  init(in folder: String) throws {
    self.folder = folder
    port = try Self.freePort()
    securePort = try Self.makeCertificate(in: folder) ? Self.freePort() : nil
    let secure = securePort.map { port in
      "listener \(port) 127.0.0.1\ncertfile \(folder)/certificate.pem\nkeyfile \(folder)/key.pem\n"
    }
    let text = """
      per_listener_settings false
      user root
      allow_anonymous true
      max_connections -1
      persistence false
      max_queued_messages 100000
      set_tcp_nodelay true
      listener \(port) 127.0.0.1

      """
    try Files.write(text + (secure ?? ""), to: folder + "/mosquitto.conf")
  }

  var certificate: String { folder + "/certificate.pem" }

  func start() throws {
    guard let program = Self.program else { throw BenchError(Self.absence) }
    process = try Subject.spawn([program, "-c", folder + "/mosquitto.conf"])
    for _ in 0..<500 {
      do {
        _ = try MQTTLink(port: port)
        return
      } catch { usleep(10_000) }
    }
    throw BenchError("the broker does not start")
  }

  func stop() { Subject.end(&process) }

  private static func makeCertificate(in folder: String) throws -> Bool {
    guard access("/usr/bin/openssl", X_OK) == 0 else { return false }
    try Subject.time([
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder + "/key.pem",
      "-out", folder + "/certificate.pem",
    ])
    return true
  }

  private static func freePort() throws -> UInt16 {
    guard let (socket, port) = Loopback.bound(to: 0) else { throw BenchError("there is no free port") }
    close(socket)
    return port
  }
}

final class BridgeSubject {
  private(set) var process: pid_t = 0
  private let words: [String]

  convenience init(_ subject: Subject, _ broker: BrokerSubject, isSecure: Bool = false, commands: String = "") throws {
    var text = "{ broker: \"mqtt://127.0.0.1:\(broker.port)\", id: \"clock\", commands: [\(commands)] }"
    if isSecure, let port = broker.securePort {
      text = "{ broker: \"mqtts://localhost:\(port)\", id: \"clock\", caFile: \"\(broker.certificate)\" }"
    }
    try self.init(subject, text)
  }

  /// - Parameter text: The content of the configuration file.
  init(_ subject: Subject, _ text: String) throws {
    let file = subject.folder + "/mqtt.json5"
    try Files.write(text, to: file)
    words = [
      ProgramPlaces.path(of: "rouse-mqtt"), "--config", file, "--socket", subject.homeSocketPath, "--state",
      subject.folder + "/mqtt",
    ]
  }

  func start() throws { process = try Subject.spawn(words) }

  func stop() { Subject.end(&process) }

  static func waitUntilConnected(_ subject: Subject) throws {
    for _ in 0..<600 {
      if try subject.client().send(GetStatus()).home?.report?.state == .connected { return }
      usleep(50_000)
    }
    throw BenchError("rouse-mqtt is not connected after 30 s")
  }
}
