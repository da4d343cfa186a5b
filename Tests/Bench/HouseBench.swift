import Control
import Glibc

/// The cost of the connection to a house: none during a ring, and little memory and few wakeups (`HouseBench+Idle`).
enum HouseBench {
  /// Problems in the house during a ring.
  private enum Trouble: String, CaseIterable {
    case none = "all well"
    case stoppedBroker = "the broker stopped (SIGSTOP)"
    case flood = "the broker floods"
    case commands = "10,000 commands a second"
    case stoppedBridge = "rouse-mqtt stopped (SIGSTOP)"
    case deafStranger = "strangers on its socket who read nothing"
  }

  /// The most by which a ring may be later than in a house without problems: a ratio of medians within a run.
  private static let mostRatio = 1.1

  /// - Parameter rings: The number of rings beside each trouble; troubles alternate.
  static func run(rings: Int, report: inout Report) throws {
    let subject = try Subject(.plain)
    defer { subject.remove() }
    let broker = try BrokerSubject(in: subject.folder)
    try broker.start()
    defer { broker.stop() }
    let bridge = try BridgeSubject(subject, broker, commands: #""volume", "skip""#)
    subject.options = ["--home-config", subject.folder + "/mqtt.json5"]
    try subject.start()
    try subject.enrollCard()
    try bridge.start()
    defer { bridge.stop() }
    try BridgeSubject.waitUntilConnected(subject)

    var late: [Trouble: [Duration]] = [:]
    let picture = try Subject.cardPicture()
    for _ in 0..<rings {
      for trouble in Trouble.allCases {
        late[trouble, default: []].append(try ring(subject, picture, beside: trouble, broker, bridge))
      }
    }
    let quiet = Percentiles(late[.none] ?? []).p50
    for trouble in Trouble.allCases {
      let found = Percentiles(late[trouble] ?? [])
      let ratio = found.p50 / quiet
      report.add(
        "due → first sound, \(trouble.rawValue), \(rings) rings", "\(found.text); \(twoDecimals(ratio)) times",
        must: trouble == .none ? "" : "<= \(mostRatio) times",
        isMet: trouble == .none ? nil : ratio <= mostRatio)
    }
  }

  private static func ring(
    _ subject: Subject, _ picture: ShowPicture, beside trouble: Trouble, _ broker: BrokerSubject,
    _ bridge: BridgeSubject
  ) throws -> Duration {
    var deaf: [DeafStranger] = []
    var flood: pid_t = 0
    switch trouble {
    case .none: break
    case .stoppedBroker: kill(broker.process, SIGSTOP)
    case .flood, .commands:
      let rate = trouble == .flood ? "0" : "10000"
      flood = try Subject.spawn(["/proc/self/exe", "flood", "\(broker.port)", rate])
    case .stoppedBridge: kill(bridge.process, SIGSTOP)
    case .deafStranger:
      for _ in 0..<4 { deaf.append(try DeafStranger(at: subject.homeSocketPath)) }
    }
    defer {
      kill(broker.process, SIGCONT)
      kill(bridge.process, SIGCONT)
      if flood != 0 {
        kill(flood, SIGKILL)
        var status: Int32 = 0
        waitpid(flood, &status, 0)
      }
    }
    // Gives the trouble time to begin.
    usleep(300_000)
    let client = try subject.client()
    let due = try RingBench.setAlarm(subject, client)
    let sound = try MockEntry.wait(client, "a sound", since: due, \.isSound)
    _ = try MockEntry.wait(client, "the camera", since: due, \.isFrame)
    _ = try client.send(picture)
    while try client.send(GetStatus()).state != .idle { usleep(5_000) }
    _ = try client.send(HidePicture())
    withExtendedLifetime(deaf) {}
    return .nanoseconds(sound.time - due)
  }

  /// Runs in a child process of `rouse-bench`: publishes `rate` messages per second, or as many as possible with 0.
  static func flood(port: UInt16, rate: Int) throws {
    let link = try MQTTLink(port: port)
    try link.connect(as: "flood")
    try link.wait(for: MQTTLink.connected)
    let (begun, payload) = (ContinuousClock.now, Array((rate == 0 ? String(repeating: "x", count: 900) : "60").utf8))
    var sent = 0
    while true {
      let due = rate == 0 ? .max : Int((ContinuousClock.now - begun) / .microseconds(1) * Double(rate) / 1e6)
      while sent < due, link.waiting < 1 << 16 {
        try link.shout("rouse/clock/volume/set", payload)
        sent += 1
      }
      try link.flush()
      var entry = pollfd(fd: link.descriptor, events: Int16(link.waiting > 0 ? POLLOUT : 0), revents: 0)
      poll(&entry, 1, 1)
    }
  }
}

/// A client in place of `rouse-mqtt` that requests everything and reads nothing.
private final class DeafStranger {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard let address = UnixAddress(path), address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
      throw BenchError("no connection to \(path): \(String(cString: strerror(errno)))")
    }
    for id in 1...16 {
      let asked =
        id % 2 == 0 ? #""home.state","arguments":{}"# : #""home.events","arguments":{"after":"0-0","limit":100}"#
      let line = Array("{\"id\":\(id),\"command\":\(asked)}\n".utf8)
      _ = send(descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
