import JSON5Files
import Testing

@testable import Home

struct ConfigurationTests {
  @Test func whatIsNotGivenIsAsUsual() throws {
    let file = try HomeConfiguration.sample()
    #expect(file.broker == BrokerAddress(host: "broker.lan", port: 8883, usesTLS: true))
    #expect(file.id == "bedroom" && file.base == "rouse" && file.discovery == "homeassistant")
    #expect(file.commands.isEmpty && file.passwordFile == nil)
    #expect(try HomeConfiguration.sample("broker: 'mqtt://b', discovery: 'off'").discovery == nil)
    #expect(try HomeConfiguration.sample("broker: 'mqtt://b', user: 'a b', id: 'bed-1'").id == "bed-1")
    #expect(try HomeConfiguration.sample("broker: 'mqtt://b', commands: ['skip', 'set']").commands == [.skip, .set])
  }

  @Test(arguments: [
    ("mqtt://b", "b", 1883, false, "b"), ("mqtts://b.lan/", "b.lan", 8883, true, "b.lan"),
    ("mqtts://10.0.0.1:1", "10.0.0.1", 1, true, "10.0.0.1:1"), ("mqtt://[::1]:1884", "::1", 1884, false, "::1:1884"),
    ("mqtt://[fe80::2]", "fe80::2", 1883, false, "fe80::2"),
  ])
  func aBrokerIsFoundInItsAddress(text: String, host: String, port: Int32, usesTLS: Bool, shown: String) throws {
    let broker = try HomeConfiguration.sample("broker: '\(text)'").broker
    #expect(broker == BrokerAddress(host: host, port: port, usesTLS: usesTLS))
    #expect(broker.shown == shown)
  }

  static let bad: [(text: String, expected: String)] = [
    ("", "`broker` is missing"),
    ("broker: 7", "broker: this value has the wrong type"),
    ("broker: 'b.lan'", "broker: it must begin with `mqtts://`"),
    ("broker: 'http://b.lan'", "broker: it must begin with `mqtts://`"),
    ("broker: 'mqtt://'", "broker: it needs a host"),
    ("broker: 'mqtt://a b'", "broker: it needs a host"),
    ("broker: 'mqtt://b/x'", "broker: it needs a host"),
    ("broker: 'mqtt://b:0'", "broker: its port must be a number"),
    ("broker: 'mqtt://b:65536'", "broker: its port must be a number"),
    ("broker: 'mqtt://b:+1'", "broker: its port must be a number"),
    ("broker: 'mqtt://b:1x'", "broker: its port must be a number"),
    ("broker: 'mqtt://[::1]8'", "broker: its port must be a number"),
    ("broker: 'mqtt://me:secret@b'", "broker: user and password do not belong here"),
    ("brokr: 'mqtt://b'", "there is no key `brokr`; did you mean `broker`? the keys here are: broker, user"),
    ("broker: 'mqtt://b', zzz: 1", "there is no key `zzz`; the keys here are: broker, user"),
    ("broker: 'mqtt://b', passwordFile: '/x'", "passwordFile: it needs a `user`"),
    ("broker: 'mqtt://b', user: ''", "user: it must not be empty"),
    ("broker: 'mqtt://b', user: 'a/b'", "user: topics cannot carry this name: add an `id`"),
    ("broker: 'mqtt://b', id: '+'", "id: it must be 1 to 64 letters"),
    ("broker: 'mqtt://b', base: 'a//b'", "base: it must be a topic"),
    ("broker: 'mqtt://b', base: '#'", "base: it must be a topic"),
    ("broker: 'mqtt://b', base: '/a'", "base: it must be a topic"),
    ("broker: 'mqtt://b', discovery: 'a+b'", "discovery: it must be a topic"),
    ("broker: 'mqtt://b', commands: 'skip'", "commands: this value has the wrong type"),
    ("broker: 'mqtt://b', commands: ['skp']", "commands: there is no command `skp`; did you mean `skip`?"),
    ("broker: 'mqtt://b', commands: ['dismiss']", "None can end, snooze or soften a ring"),
    ("broker: 'mqtts://b', keyFile: 'k'", "keyFile: `certificateFile` and `keyFile` belong together"),
    ("broker: 'mqtt://b', caFile: 'k'", "caFile: it needs TLS"),
    ("broker: 'mqtt://b', base: 7e-", "`7e-` is not a number"),
    ("broker: 'mqtt://b', \"broker\": 'mqtt://c'", "it has `broker` twice"),
  ]

  @Test(arguments: bad)
  func aWrongFileIsRefusedByTheNameOfWhatIsWrong(text: String, expected: String) {
    let problem = #expect(throws: FileProblem.self) { try HomeConfiguration.sample(text) }
    #expect(problem?.description.contains(expected) == true, "\(problem.map(String.init(describing:)) ?? "")")
  }

  @Test(arguments: ["", "{", "{ broker: 'mqtt://b' ", "[]", "\u{0}"])
  func whatIsNoFileOfThisKindIsRefused(text: String) {
    #expect(throws: FileProblem.self) { try HomeConfiguration.parse(Array(text.utf8)) }
  }

  @Test func theIdentityIsOfTheMachineAndTheAccountAndTellsNeither() {
    let one = ClientIdentity.make(machineID: "0123456789abcdef", account: "bedroom")
    #expect(one == ClientIdentity.make(machineID: "0123456789abcdef", account: "bedroom"))
    #expect(one != ClientIdentity.make(machineID: "0123456789abcdee", account: "bedroom"))
    #expect(one != ClientIdentity.make(machineID: "0123456789abcdef", account: "kitchen"))
    #expect(one.utf8.count == 21 && !one.contains("bedroom") && !one.contains("0123456789abcdef"))
  }
}
