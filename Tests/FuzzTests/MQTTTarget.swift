import AlarmClock
import FoundationEssentials
import JSON5Files

@testable import Control
@testable import Daemon
@testable import Home

extension FuzzTarget {
  /// Input of `rouse-mqtt`. The first byte selects its configuration file, a broker's messages, its own memory, the
  /// messages of many clocks, or what it publishes of a clock with arbitrary texts.
  static let mqtt = FuzzTarget(
    name: "mqtt", longest: 2048, seeds: { known },
    examine: { bytes in
      guard let first = bytes.first else { return }
      let rest = Array(bytes.dropFirst())
      switch first % 5 {
      case 0: try configure(rest)
      case 1: try take(rest)
      case 2: try remember(rest)
      case 3: try tell(rest)
      default: try look(rest)
      }
    })
}

private func sample() throws -> HomeConfiguration {
  try HomeConfiguration.parse(Array("{ broker: 'mqtts://broker.lan', user: 'bedroom' }".utf8))
}

private func configure(_ text: [UInt8]) throws {
  let policy = HomePolicy.parse(text)
  let read = try attempt(\.description) { () throws(FileProblem) in try HomeConfiguration.parse(text) }
  guard let configuration = read else { return }
  // The daemon reads the same file and must allow the same.
  try promise(
    policy.problem == nil && Set(policy.commands) == Set(configuration.commands),
    "the daemon allows other things than the file says")
  let topics = Topics(configuration)
  let all = [topics.root, topics.discovery ?? "", topics.birth ?? "", configuration.id]
  try promise(all.allSatisfy { !$0.contains { "#+\0$ ".contains($0) } }, "a topic that no broker takes")
  try promise((1...65535).contains(configuration.broker.port), "a port that there is not")
  try promise(!configuration.broker.host.isEmpty && !configuration.broker.shown.isEmpty, "a broker nowhere")
}

private func take(_ message: [UInt8]) throws {
  var pieces = Pieces(message)
  let topics = Topics(try sample())
  let (topic, payload) = (topics.root + pieces.text(), pieces.all())
  let messages = CommandMessages(topics, allowed: HomeCommandName.allCases)
  try promise(
    messages.truth(about: topic).allSatisfy { $0.hasPrefix(topics.root + "/") }, "the truth about another clock")
  try promise(
    refusal(messages, topic, payload, isRetained: true) == .retained, "a message that has waited is acted upon")
  let nobody = CommandMessages(topics, allowed: [])
  try promise(refusal(nobody, topic, payload, isRetained: false) != nil, "what nobody has allowed is acted upon")

  let command: HomeCommand
  do throws(CommandMessages.Refusal) {
    command = try messages.command(topic: topic, payload: payload, isRetained: false)
  } catch {
    return
  }
  let written = try JSONEncoder().encode(Wire.Request(id: 1, arguments: command))
  try promise(!written.contains(0x0A), "a command is more than a line")
  let again = try JSONDecoder().decode(Wire.Request<HomeCommand>.self, from: written).arguments
  let isSame =
    again.command == command.command && again.arguments == command.arguments && again.origin == command.origin
  try promise(isSame, "a command reads back as another one")
  // Home Assistant's entities must send valid arguments; other clients may send anything.
  if command.origin == .homeAssistant { try command.arguments.check(for: command.command) }
}

private func refusal(
  _ messages: CommandMessages, _ topic: String, _ payload: [UInt8], isRetained: Bool
) -> CommandMessages.Refusal? {
  do throws(CommandMessages.Refusal) {
    _ = try messages.command(topic: topic, payload: payload, isRetained: isRetained)
  } catch { return error }
  return nil
}

/// A memory file as left by a power cut or by someone else.
private func remember(_ file: [UInt8]) throws {
  var memory: BridgeMemory
  do { memory = try BridgeMemory(file: file) } catch { return }
  let again = try BridgeMemory(file: try memory.file())
  try promise(again == memory, "memory reads back as another one")
  let event = HomeEvent(id: "1-a", sequence: 1, time: "", nanoseconds: "", kind: "fired")
  memory.put(aside: event, "no")
  try promise(memory.aside.last?.id == "1-a", "what was put aside is not named")
  try check(memory.components, .made())
}

/// A clock with arbitrary texts, which are separated by NULs.
private func tell(_ texts: [UInt8]) throws {
  var pieces = Pieces(texts)
  let number = pieces.byte()
  var clock = HomeStateView.made(
    label: pieces.text(), name: pieces.text(), commands: number & 1 == 0 ? [] : HomeCommandName.allCases)
  clock.sounds += [pieces.text(), pieces.text()]
  clock.noise = pieces.text()
  if number & 2 != 0 { clock.brightness = pieces.text() }
  clock.alarms[1].label = pieces.text()
  clock.alarms[0].id = pieces.text()
  clock.alarms[1].id = pieces.text()
  try check(Discovery.Components(), clock)

  let event = HomeEvent(
    id: "1-a", sequence: pieces.number(), time: "2026-11-25T07:00:00Z", nanoseconds: pieces.text(), kind: "fired",
    happening: .fired, alarmId: pieces.text(), label: pieces.text(), detail: pieces.text())
  let messages = EventMessages(Topics(try sample()))
  let now = Instant(nanoseconds: pieces.number())
  for message in [messages.logged(event, gap: .pruned), messages.live(event, at: now)].compactMap(\.self) {
    try check(message)
  }
}

private func check(_ components: Discovery.Components, _ clock: HomeStateView) throws {
  var discovery = Discovery(components)
  let messages = discovery.messages(clock, Topics(try sample()))
  try promise(Set(messages.map(\.topic)).count == messages.count, "two messages for one topic")
  for message in messages { try check(message) }
  var memory = BridgeMemory()
  memory.components = discovery.components
  try promise(try BridgeMemory(file: try memory.file()) == memory, "what was announced reads back as something else")
}

private func check(_ message: HomeMessage) throws {
  try promise(!message.topic.contains { "#+\0".contains($0) }, "a topic that no broker takes: \(message.topic)")
  try promise(message.topic.utf8.count < 1000 && message.payload.count < 1 << 20, "a message without an end")
  guard ["/config", "/attributes", "/log", "/event"].contains(where: message.topic.hasSuffix) else { return }
  try promise(message.payload.allSatisfy { $0 >= 0x20 }, "control characters in JSON")
  _ = try JSONDecoder().decode([String: AnyJSON].self, from: Data(message.payload))
}

private struct AnyJSON: Decodable {}

private let known: [[UInt8]] =
  files.map { [0] + Array($0.utf8) } + published.map { [1] + Array($0.utf8) } + memories.map { [2] + Array($0.utf8) }
  + clocks.map { [3] + Array($0.utf8) } + fleets.map { [4] + Array($0.utf8) }

private let files = [
  """
  { broker: "mqtts://broker.lan:8884", user: "bedroom", passwordFile: "p", id: "room-12", base: "a/b",
    discovery: "off", commands: ["skip", 'set', "volume"], caFile: "ca", certificateFile: "c", keyFile: "k" } // root
  """, "{ broker: 'mqtt://[::1]:1883/', commands: [] }", "{ broker: 'mqtt://a', user: 'u' }", "{ commands: ['skip'] }",
  #"{ broker: 'mqtt://a', broker: 'mqtt://b', id: '\u0061' }"#, "{ broker: 'mqtt://a', commands: [true] }", "[]",
]
private let published = [
  "/skip_next/set\0PRESS", "/volume/set\u{0}60.0", "/alarm/abcdef/enabled/set\0ON", "/timer/set\0eggs",
  "/alarm/abcdef/time/set\u{0}07:30", "/alarm/abcdef/days/set\0mon-fri", "/timer/set\u{0}25m", "/noise/set\0off",
  "/message/set\0bin day", "/say/set\0hello", "/command\0" + #"{"command":"dismiss"}"#, "/set\0a", "/a/set/set\0\u{7}",
  "/command\0" + #"{"command":"set","arguments":{"alarm":"a","time":"07:30","on":true,"volume":3},"x":[1]}"#,
  "/alarm//enabled/set\0ON",
]
private let memories = [
  #"{"cursor":"5-abc","components":{"shown":{"alarm_a":"switch"},"gone":{"a\u0000b":"text"}},"aside":[{"id":"1-a","kind":"fired","why":"no"}]}"#,
  #"{"components":{"shown":{},"gone":{}},"aside":[]}"#, "{}", #"{"cursor":null}"#,
]
private let clocks = [
  "\u{3}Work\0Room 12\0bells\0off\0rain\u{0}7\0Gym\0a\0a_time\0",
  "\u{1}\"\\\u{202e}\0\u{301}\u{301}\0\u{7f}\0bells\0off\0\n\u{0}1\u{0}1\0", "\0",
]
