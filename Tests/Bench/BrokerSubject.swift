import Control
import FoundationEssentials
import Glibc

/// A real mosquitto on loopback ports, like a household's.
final class BrokerSubject {
  private static let program = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto"].first { (path: String) in
    access(path, X_OK) == 0
  }
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
    try Data((text + (secure ?? "")).utf8).write(to: URL(filePath: folder + "/mosquitto.conf"))
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
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 ? getsockname(listener, $0, &length) : -1
      }
    }
    guard code == 0 else { throw BenchError("there is no free port") }
    return UInt16(bigEndian: address.sin_port)
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
    try Data(text.utf8).write(to: URL(filePath: file))
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
