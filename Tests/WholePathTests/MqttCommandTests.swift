import Control
import Glibc
import MQTTReports
import TestSupport
import Testing

@Suite(.enabled(if: Broker.isHere, "\(Broker.absence)")) struct MqttCommandTests {
  private struct Status: Decodable { var home: HomeStatusView? }
  private struct Checks: Decodable { var checks: [LineCheckView] }

  private static let config = "homeassistant/device/clock/config"

  private static func status(_ clock: Clock) async throws -> HomeStatusView? {
    try await clock.decode(Status.self, "mqtt", "status", "--json").home
  }

  @Test func withoutAHouseItIsToldHowToBegin() async throws {
    try await Clock.run(card: false) { clock in
      #expect(try await clock.succeed("mqtt").contains("To begin: `rouse mqtt setup`"))
      #expect(try await Self.status(clock) == nil)
      try await clock.expect(["mqtt", "sync"], code: 69, says: "rouse-mqtt is not running")
    }
  }

  @Test func theStatusSaysHowTheLineIsAndWhatWaits() async throws {
    try await House.run(commands: #""skip", "volume""#) { house in
      let clock = house.clock
      let first = try await clock.words("mqtt", "status")
      #expect(first.contains(House.whyNobodyHasCome), "\(first)")
      // The daemon logs it only once.
      let isClosed = !House.hasGroup
      #expect(clock.daemon?.errors.ranges(of: "there is no group `rouse-mqtt`").count == (isClosed ? 1 : 0))
      _ = try await house.connect()
      try await clock.eventually("all have arrived") {
        let text = try await clock.succeed("mqtt", "status")
        return text.contains("connected to 127.0.0.1:\(house.broker.port) since") && text.contains("all have arrived")
          && text.contains("allowed: skip, volume") && text.contains("nothing in the last day")
      }
      try await house.broker.stop()
      try await clock.eventually("it is gone") { try await Self.status(clock)?.report?.state == .notConnected }
      for number in 1...3 { _ = try await clock.addAlarm("07:0\(number)") }
      try await clock.eventually("it is told what waits") {
        let text = try await clock.succeed("mqtt", "status")
        return text.contains("not connected to 127.0.0.1") && text.contains(" wait") && text.contains("the oldest from")
      }
      try await clock.expect(["mqtt", "forget"], code: 69, says: "is not connected to")
      try await house.broker.start()
      try await clock.eventually("all have arrived again") {
        let report = try await Self.status(clock)?.report
        return report?.state == .connected && report?.waiting == 0 && report?.sent == nil
      }
      #expect(try await Self.status(clock)?.allowed == [.skip, .volume])
    }
  }

  @Test func theHouseIsToldAnewAndForgets() async throws {
    try await House.run { house in
      let clock = house.clock
      _ = try await clock.addAlarm("07:00", "--days", "daily")
      let reader = try house.broker.reader()
      let bridge = try await house.connect()
      try await clock.eventually("it is announced") { Heard(reader).last(Self.config) != nil }
      let before = Heard(reader).of(Self.config).count
      #expect(try await clock.succeed("mqtt", "sync").contains("The clock is announced"))
      try await clock.eventually("it is announced anew") { Heard(reader).of(Self.config).count > before }
      #expect(try await house.kept().contains { $0.topic == "rouse/clock/summary" })

      try await clock.expect(["mqtt", "forget"], code: 0, says: "sudo systemctl disable --now rouse-mqtt")
      #expect(Heard(reader).last(Self.config) == "")
      #expect(try await house.kept() == [])
      // Neither events nor the end of the bridge bring it back.
      _ = try await clock.addAlarm("08:00")
      try await clock.succeed("mqtt", "forget")
      #expect(try await clock.succeed("mqtt", "status").contains("the clock was removed from the house"))
      // Nor does a test, even one that fails.
      let tested = try await clock.rouse("mqtt", "test", "--config", house.config)
      #expect(tested.code == 0 && tested.output.contains("left"), "\(tested.output)\(tested.errors)")
      #expect(try await Self.failure(house, clock.folder + "/none.json5").step == .file)
      #expect(try await house.kept() == [])
      try await clock.succeed("mqtt", "sync")
      #expect(try await house.kept().contains { $0.topic == Self.config })
      try await clock.succeed("mqtt", "forget")
      try await bridge.endBelow(SIGTERM)
      #expect(try await house.kept() == [])
    }
  }

  @Test func whatGoesWhileTheBridgeIsAwayIsTakenBack() async throws {
    try await House.run(commands: #""enable", "set", "volume""#) { house in
      let clock = house.clock
      let id = try await clock.addAlarm("07:00", "--label", "Gone")
      let alarm = "rouse/clock/alarm/\(id)"
      let topics = [Self.config, "rouse/clock/volume", alarm + "/enabled", alarm + "/time"]
      func left() async throws -> [String] { try await house.kept().map(\.topic).filter(topics.contains) }
      let first = try await house.connect()
      try await clock.eventually("all is told") { try await left().count == topics.count }
      try await first.endBelow(SIGTERM)
      #expect(try await left().count == topics.count)
      try await clock.succeed("alarm", "remove", "Gone")
      try house.write(commands: #""enable", "set""#, more: #", discovery: "off""#)
      _ = try await house.connect(2)
      try await clock.eventually("all is taken back") { try await left() == [] }
      #expect(try await house.kept().contains { $0.topic == "rouse/clock/summary" })
    }
  }

  @Test func whatTheBrokerRefusesIsToldByEachCommand() async throws {
    try await House.run { house in
      let clock = house.clock
      let rules = house.broker.folder + "/rules"
      let all = Files.text(rules)
      // The account may not publish its discovery.
      try Files.write(all.replacing("pattern write homeassistant/device/%u/config\n", with: ""), to: rules)
      house.broker.readRules()
      _ = try await house.connect()
      try await clock.eventually("it is known") { try await Self.status(clock)?.report?.refused == [Self.config] }
      for verb in ["sync", "forget"] {
        try await clock.expect(["mqtt", verb], code: 1, says: "the broker refuses \(Self.config)")
      }
      // A command does not clear a warning that is still true.
      #expect(try await clock.succeed("mqtt", "status").contains("the broker refuses \(Self.config)"))
      try Files.write(all, to: rules)
      house.broker.readRules()
      try await clock.eventually("the rules are read") { try await clock.rouse("mqtt", "sync").code == 0 }
      #expect(try await Self.status(clock)?.report?.refused == [])
    }
  }

  private static func failure(_ house: House, _ path: String) async throws -> (step: LineCheckView.Step?, what: String)
  {
    let result = try await house.clock.rouse("mqtt", "test", "--config", path, "--json")
    #expect(result.code == 1, "\(result.output)\(result.errors)")
    let checks = try decoded(Checks.self, result.output).checks
    let failed = checks.first { $0.outcome == .failed }
    #expect(failed?.fix != nil && result.errors.contains("fix:"))
    return (failed?.step, failed?.what ?? "")
  }

  @Test func theTestNamesTheStepThatFails() async throws {
    try await House.run { house in
      let clock = house.clock
      _ = try await house.connect()
      let good = try await clock.rouse("mqtt", "test", "--config", house.config)
      #expect(good.code == 0, "\(good.output)\(good.errors)")
      #expect(good.output.split(separator: "\n").count { $0.hasPrefix("ok") } == 9, "\(good.output)")
      #expect(try await Self.status(clock)?.report?.state == .connected)

      let path = clock.folder + "/other.json5"
      try Files.write("wrong", to: clock.folder + "/wrong")
      try house.write(to: path, password: "wrong")
      #expect(try await Self.failure(house, path).step == .account)
      try house.write(to: path, password: "nowhere")
      #expect(try await Self.failure(house, path).step == .password)
      try house.write(to: path, port: try Broker.freePort())
      #expect(try await Self.failure(house, path).step == .tcp)
      try house.write(to: path, more: ", id: \"other\"")
      let rights = try await Self.failure(house, path)
      #expect(rights.step == .publish && rights.what.contains("rouse/other"), "\(rights)")
      try Files.write("{ broker: \"mqtt://no-such-host.invalid\" }", to: path)
      #expect(try await Self.failure(house, path).step == .name)
      try Files.write("{ broker: \"mqtt://b\", comands: [] }", to: path)
      let misspelt = try await Self.failure(house, path)
      #expect(misspelt.step == .file && misspelt.what.contains("did you mean `commands`"))
      #expect(try await Self.failure(house, clock.folder + "/none.json5").step == .file)
      _ = try await clock.end(SIGTERM)
      #expect(try await Self.failure(house, house.config).step == .daemon)
    }
  }

  @Test(.enabled(if: Broker.hasOpenSSL, "openssl is not installed"))
  func theTestNamesWhatIsWrongWithTLS() async throws {
    try await Clock.withoutDaemon { clock in
      let broker = try await Broker(in: clock.folder)
      let (port, authority) = try await broker.addTLS()
      try await broker.start()
      let house = House(clock: clock, broker: broker)
      let path = clock.folder + "/tls.json5"
      func write(_ port: UInt16, _ authority: String) throws {
        try Files.write(
          """
          { broker: "mqtts://localhost:\(port)", user: "clock", passwordFile: "\(clock.folder)/password",
            caFile: "\(authority)" }
          """, to: path)
      }
      try write(port, authority)
      try await clock.eventually("TLS is right") {
        let output = try await clock.rouse("mqtt", "test", "--config", path, "--json").output
        return try decoded(Checks.self, output).checks.contains { $0.step == .subscribe && $0.outcome == .ok }
      }
      try write(port, clock.folder + "/other.pem")
      let foreign = try await Self.failure(house, path)
      #expect(foreign.step == .tls && foreign.what.contains("not signed by a CA that this clock trusts"), "\(foreign)")
      try write(port, clock.folder + "/nowhere.pem")
      let missing = try await Self.failure(house, path)
      #expect(missing.step == .tls && missing.what.contains("/nowhere.pem cannot be read"), "\(missing)")
      try write(broker.port, authority)
      #expect(try await Self.failure(house, path).step == .tls)
      // Without TLS at the TLS port.
      try house.write(to: path, port: port)
      #expect(try await Self.failure(house, path).step == .account)
    }
  }

  @Test func setUpByOptionsPrintsTheFileAloneWhenItWorksAndAtATerminalItAsks() async throws {
    try await Clock.withoutDaemon { clock in
      let broker = try await Broker(in: clock.folder)
      try await broker.start()
      let words = [
        "mqtt", "setup", "--broker", "mqtt://127.0.0.1:\(broker.port)", "--user", "clock", "--allow", "skip,message",
      ]
      try await clock.eventually("it works") {
        let result = try await clock.rouse(words + ["--password-file", clock.folder + "/password"])
        guard result.code == 0 else { return false }
        #expect(result.output.hasPrefix("// ") && result.output.hasSuffix("\n}\n"), "\(result.output)")
        #expect(result.output.contains(#"commands: ["skip", "message"]"#) && !result.output.contains("secret"))
        return true
      }
      try Files.write("wrong", to: clock.folder + "/wrong")
      let wrong = try await clock.rouse(words + ["--password-file", clock.folder + "/wrong"])
      #expect(wrong.code == 1 && wrong.output.isEmpty && wrong.errors.contains("fails at: account"), "\(wrong.errors)")
      let untried = try await clock.rouse("mqtt", "setup", "--broker", "broker.lan", "--untried")
      #expect(untried.code == 0 && untried.output.contains("broker: \"mqtts://broker.lan\""))
      try await clock.expect(
        ["mqtt", "setup", "--broker", "mqtt://u:p@broker.lan", "--untried"], code: 1,
        says: "user and password do not belong here")
      for wrong in [words + ["--allow", "dismiss"], ["mqtt", "setup"], ["mqtt", "setup", "--user", "clock"]] {
        #expect(try await clock.rouse(wrong).code == 64, "\(wrong)")
      }

      let terminal = try clock.atTerminal(["mqtt", "setup"])
      for (asked, typed) in [
        ("Where is your MQTT broker?", "127.0.0.1:\(broker.port)"), ("Does it use TLS?", "no"),
        ("The account's name", "clock"), ("Its password", "secret"), ("find the clock by itself?", ""),
        ("What may it do?", "skip, snooze"), ("What may it do?", "skip, say"),
      ] {
        try await terminal.untilSaidNext(asked)
        try await terminal.answer(": ", typed)
      }
      #expect(try await terminal.code() == 0, "\(terminal.output)")
      let said = terminal.output
      for part in [
        "there is no command `snooze`", "sudo install -m 644 /dev/stdin /etc/rouse/mqtt.json5 <<'END'",
        "broker: \"mqtt://127.0.0.1:\(broker.port)\"", #"commands: ["skip", "say"]"#, "It works.",
        "sudo install -m 600 /dev/stdin /etc/rouse/mqtt-password", "sudo systemctl restart rouse-mqtt",
      ] { #expect(said.contains(part), "\(said)") }
      #expect(!said.contains("secret"))
      let unasked = try clock.atTerminal(["mqtt", "setup", "--broker", "broker.lan", "--untried"])
      #expect(try await unasked.code() == 0)
      #expect(unasked.output.contains("It was not tested. To save") && !unasked.output.contains("It works"))
    }
  }
}
