import Glibc
import TestSupport
import Testing

/// The files in `deploy/mosquitto`: clocks have no access to each other, and each verifies its broker.
@Suite(.enabled(if: ShippedBroker.isHere, "\(ShippedBroker.absence)")) struct ShippedBrokerTests {
  /// Attempts to publish, and whether the account may.
  private static let attempts: [(user: String, topic: String, may: Bool)] = [
    ("bedroom", "rouse/bedroom/state", true), ("bedroom", "rouse/bedroom/alarm/1/time", true),
    ("bedroom", "homeassistant/device/bedroom/config", true), ("bedroom", "rouse/hall/state", false),
    ("bedroom", "rouse/hall/volume/set", false), ("bedroom", "homeassistant/device/hall/config", false),
    ("bedroom", "homeassistant/status", false), ("bedroom", "rouse/log", false),
    ("hall", "rouse/hall/log", true), ("hall", "rouse/bedroom/event", false),
    ("hall", "rouse/bedroom/skip_next/set", false), ("hall", "homeassistant/device/bedroom/config", false),
    ("fleet", "rouse/bedroom/volume/set", false), ("fleet", "rouse/fleet/state", false),
    ("fleet", "homeassistant/device/fleet/config", false), ("fleet", "homeassistant/status", false),
    ("homeassistant", "rouse/hall/volume/set", true), ("homeassistant", "rouse/hall/alarm/1/time/set", true),
    ("homeassistant", "rouse/hall/state", false), ("homeassistant", "rouse/bedroom/event", false),
    ("homeassistant", "rouse/homeassistant/state", false), ("homeassistant", "homeassistant/status", true),
  ]

  @Test func noClockReadsOrWritesWhatIsAnothersAndTheFleetOnlyReads() async throws {
    try await Clock.withoutDaemon { clock in
      let broker = try await ShippedBroker(in: clock.folder)
      let listeners = Dictionary(
        uniqueKeysWithValues: try ShippedBroker.accounts.map { ($0, try broker.listen(as: $0)) })
      func allHear(_ text: String) async throws {
        try await clock.eventually("all hear `\(text)`") {
          for user in ["bedroom", "hall"] { try await broker.publish(as: user, "rouse/\(user)/mark", text) }
          return listeners.allSatisfy { user, listener in
            let marks = Heard(listener).messages.filter { $0.topic.hasSuffix("/mark") && $0.text == text }
            return Set(marks.map(\.topic)).count == (["fleet", "homeassistant"].contains(user) ? 2 : 1)
          }
        }
      }
      try await allHear("begin")
      for (user, topic, _) in Self.attempts { try await broker.publish(as: user, topic, user) }
      try await allHear("end")

      let said = Self.attempts.filter(\.may).map(\.topic)
      func heard(_ user: String) throws -> [String] {
        Heard(try #require(listeners[user])).messages.map(\.topic).filter { !$0.hasSuffix("/mark") }
      }
      #expect(try heard("homeassistant").sorted() == said.sorted())
      #expect(try heard("fleet").sorted() == said.filter { $0.hasPrefix("rouse/") }.sorted())
      for clock in ["bedroom", "hall"] {
        let own = said.filter { $0.hasPrefix("rouse/\(clock)/") || $0 == "homeassistant/status" }
        #expect(try heard(clock).sorted() == own.sorted())
      }
    }
  }

  private static func run(
    _ certificate: ShippedBroker.Certificate = .good, byCertificate: Bool = false,
    _ test: (Clock, ShippedBroker, Program) async throws -> Void
  ) async throws {
    try await Clock.withoutDaemon { clock in
      let broker = try await ShippedBroker(in: clock.folder, certificate, asksForCertificates: byCertificate)
      let certs = broker.folder + "/certs"
      let account =
        byCertificate
        ? #"id: "bedroom", certificateFile: "\#(certs)/client.crt", keyFile: "\#(certs)/client.key""#
        : #"user: "bedroom", passwordFile: "\#(broker.folder)/password""#
      try Files.write(
        #"{ broker: "mqtts://127.0.0.1:\#(broker.port)", caFile: "\#(certs)/ca.crt", \#(account) }"#,
        to: clock.folder + "/mqtt.json5")
      clock.serveHouse()
      try await clock.start()
      try await test(clock, broker, try clock.bridge())
    }
  }

  /// The clock has a password, or a certificate that names its account.
  @Test(arguments: [false, true])
  func theClockKnowsItsBrokerAndHearsThatHomeAssistantHasStarted(byCertificate: Bool) async throws {
    try await Self.run(byCertificate: byCertificate) { clock, broker, bridge in
      try await clock.eventually("it is connected; \(bridge.errors)") {
        try await clock.succeed("status").contains("connected to 127.0.0.1:\(broker.port) since")
      }
      #expect(Files.text(broker.folder + "/mosquitto.err").contains("u'bedroom'"))
      if byCertificate { return }
      let listener = try broker.listen(as: "homeassistant")
      func announced() -> Int { Heard(listener).of("homeassistant/device/bedroom/config").count }
      try await clock.eventually("it is announced") { announced() > 0 }
      let before = announced()
      try await broker.publish(as: "homeassistant", "homeassistant/status", "online")
      try await clock.eventually("it is announced again") { announced() > before }
      #expect(!bridge.errors.contains("refuse"), "\(bridge.errors)")
    }
  }

  @Test(
    arguments: [
      (.expired, "has expired"), (.elsewhere, "is for another host"), (.strange, "not signed by a CA"),
    ] as [(ShippedBroker.Certificate, String)])
  func aBrokerThatIsNotTheRightOneHearsNoPasswordAndIsNamed(
    certificate: ShippedBroker.Certificate, words: String
  ) async throws {
    try await Self.run(certificate) { clock, broker, bridge in
      try await clock.eventually("the status says why; \(bridge.errors)") {
        let status = try await clock.words("status")
        return status.contains("not connected to 127.0.0.1:\(broker.port)") && status.contains(words)
      }
      #expect(!Files.text(broker.folder + "/mosquitto.err").contains("u'bedroom'"))
    }
  }

  /// Whether this process may have its own /etc: root with CAP_SYS_ADMIN.
  private static let mayMount: Bool = {
    let line = Files.text("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("CapEff:") } ?? ""
    let capabilities = UInt64(line.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16) ?? 0
    return geteuid() == 0 && capabilities >> 21 & 1 == 1
  }()

  /// As on a real clock, where the service has its own user and root starts the test.
  @Test(.enabled(if: mayMount, "it needs root, for an /etc of its own"))
  func theTestReadsRootsKeyAsTheServiceDoes() async throws {
    try await Clock.withoutDaemon { clock in
      let broker = try await ShippedBroker(in: clock.folder, asksForCertificates: true)
      func test(key: String) async throws -> String {
        try Files.write(
          """
          { broker: "mqtts://127.0.0.1:\(broker.port)", id: "bedroom", caFile: "/etc/rouse/ca.crt",
            certificateFile: "/etc/rouse/client.crt", keyFile: "\(key)" }
          """, to: clock.folder + "/mqtt.json5")
        let program = try Program(
          [
            "/usr/bin/unshare", "--mount", "/bin/bash", "-ec", Self.script, "bash", clock.folder,
            broker.folder + "/certs", Files.builtPrograms + "/rouse",
          ],
          environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "ROUSE_SOCKET=\(clock.folder)/s"],
          outputTo: clock.folder + "/own")
        let result = try await program.result()
        return result.output + result.errors
      }
      let good = try await test(key: "mqtt-key")
      #expect(good.contains("it may also read there"), "\(good)")
      // A key that the service must read itself, but may not.
      let bad = try await test(key: "/etc/rouse/mqtt-key.pem")
      #expect(bad.contains("/etc/rouse/mqtt-key.pem cannot be read: permission denied"), "\(bad)")
      #expect(bad.contains("keyFile: \"mqtt-key\""), "\(bad)")
    }
  }

  private static let script = """
    if mkdir "$1/etc" 2>/dev/null; then cp -a /etc/. "$1/etc"; fi
    mount --bind "$1/etc" /etc
    grep -q ^rouse-mqtt: /etc/passwd || echo "rouse-mqtt:x:64321:64321::/:/usr/sbin/nologin" >>/etc/passwd
    mkdir -p /etc/rouse
    install -m 644 "$1/mqtt.json5" "$2/ca.crt" "$2/client.crt" /etc/rouse/
    install -m 600 "$2/client.key" /etc/rouse/mqtt-key.pem
    exec "$3" mqtt test
    """

  /// Two clocks with the same machine id and account, as after copying an SD card.
  @Test func twoClocksWithOneAccountAreNamedAndDoNotFight() async throws {
    try await Self.run { clock, broker, first in
      try await clock.eventually("the first is connected; \(first.errors)") { first.errors.contains("connected to") }
      let second = try clock.bridge(2, state: clock.folder + "/mqtt2")
      // Each disconnects the other once or twice, until one of them stays away.
      var away: Program?
      try await clock.eventually("one of them says why it is away") {
        away = [first, second].first { $0.errors.contains("another clock uses the same account, such as a copy") }
        return away != nil
      }
      let there = away === first ? second : first
      let listener = try broker.listen(as: "fleet")
      try await clock.succeed("card", "add", "right", "--image", clock.card("right"))
      _ = try await clock.addAlarm("07:00", "--label", "Copied")
      try await clock.eventually("the other goes on; \(there.errors)") {
        Heard(listener).last("rouse/bedroom/next_alarm/attributes")?.contains("Copied") == true
      }
      let said = try #require(away).errors.split(separator: "\n")
      #expect(said.last?.contains("the same account") == true, "\(said)")
      #expect(said.count { $0.contains(": connected to") } <= 3, "\(said)")
      #expect(!there.errors.contains("the same account"), "\(there.errors)")
    }
  }
}
