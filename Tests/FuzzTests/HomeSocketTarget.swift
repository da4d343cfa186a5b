import FoundationEssentials
import Machine
import NIOCore
import NIOEmbedded

@testable import Control
@testable import ControlService
@testable import Daemon

extension FuzzTarget {
  /// A hostile client on the second socket, through the daemon's whole conversation: framing, open requests, routes and
  /// arguments. The first byte is the length of the pieces minus one.
  static let homeSocket = FuzzTarget(
    name: "home-socket", longest: 2048, seeds: { requests.map { [60] + Array(($0 + "\n").utf8) } },
    examine: { bytes in
      guard let first = bytes.first else { return }
      let sent = Array(bytes.dropFirst())
      let share = ClientMemory().share()
      let lines = try decoded(cut(sent, into: Int(first) + 1), share)
      let script = try Script(sent)
      let answers = try talk(lines, share, until: script.answers)
      try promise(answers.count { $0.isLast } >= script.answers, "a request was never answered")
      if !script.isOver {
        try promise(answers.count { $0.isLast } == script.answers, "a request was answered twice")
        for id in script.ids {
          try promise(answers.contains { $0.isLast && $0.id == id }, "request \(id) was never answered")
        }
      }
      try promise(answers.count { $0.hasItem } <= script.known, "something was answered that nobody asked for")
    })
}

private struct Script {
  /// The ids of the requests, each of which must be answered once.
  var ids: [Int] = []
  var known = 0
  /// Whether a line was malformed, which ends the conversation.
  var isOver = false

  init(_ sent: [UInt8]) throws {
    for line in sent.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    where !line.isEmpty {
      let head: Wire.Head
      do { head = try JSONDecoder().decode(Wire.Head.self, from: Data(line)) } catch {
        isOver = true
        return
      }
      if head.cancel != nil { continue }
      guard let id = head.id, let command = head.command else {
        isOver = true
        return
      }
      ids.append(id)
      if HomeSocketRoutes.names.contains(command) { known += 1 }
    }
  }

  var answers: Int { isOver ? 1 : ids.count }
}

private struct Answer: Decodable {
  var id: Int
  var isLast: Bool
  var hasItem: Bool

  private enum Key: CodingKey { case id, item, end, error }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.decode(Int.self, forKey: .id)
    hasItem = fields.contains(.item)
    let error = try fields.decodeIfPresent(ControlError.self, forKey: .error)
    isLast = error != nil || fields.contains(.end)
    guard let error else { return }
    let isWhole = !error.what.isEmpty && !error.why.isEmpty && !error.fix.isEmpty
    try promise(isWhole, "a refusal without a reason: \(error)")
  }
}

/// The four routes, up to the point where they need the daemon's state.
private struct HomeSocketRoutes {
  var router = Router()

  /// - Parameter broken: Receives a broken promise, because an error that a route throws becomes an answer.
  init(_ broken: Box<String?>) {
    @Sendable func hold(_ holds: Bool, _ what: String) { if !holds { broken.value = what } }
    router.onStream(FollowHomeState.self) { _, yield in try await yield(.made()) }
    router.on(ReadHomeEvents.self) { command in
      let cursor = command.after.flatMap { HomeCursor($0) }
      hold(cursor == nil || cursor?.text == command.after, "a cursor reads back as another one")
      return HomeEventPage(events: [], cursor: (cursor ?? .beginning).text, left: 0)
    }
    router.onStream(ReportHome.self) { command, yield in
      let kept = command.report.bounded
      let texts = [kept.broker, kept.since, kept.why ?? "", kept.fix ?? "", kept.oldest ?? ""]
      hold(texts.allSatisfy { $0.utf8.count <= HomeReport.longestText }, "a report has a text without an end")
      hold(texts.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1b}") }, "a report has more than a line")
      hold(kept.waiting >= 0 && kept.bounded == kept, "a report is bounded to another one")
      try await yield(Done())
    }
    router.on(HomeCommand.self) { command in
      try command.arguments.check(for: command.command)
      return HomeCommand.Reply(what: command.command.rawValue)
    }
  }

  static let names = Set(HomeSocketRoutes(Box(nil)).router.commands)
}

/// Returns the lines that the daemon's decoder makes of these pieces before the client disconnects.
func decoded(_ pieces: [ArraySlice<UInt8>], _ share: ClientMemory.Share) throws -> [ClientLine] {
  let channel = EmbeddedChannel(handler: ByteToMessageHandler(LineDecoder(memory: share)))
  for piece in pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
  var lines: [ClientLine] = []
  while let line = try channel.readInbound(as: ClientLine.self) { lines.append(line) }
  let isClean = try channel.finish().isClean
  try promise(isClean, "half a line is taken for one")
  return lines
}

/// Runs a conversation until `count` requests are answered; returns the answers. Blocks, because libFuzzer has no
/// tasks.
private func talk(_ lines: [ClientLine], _ share: ClientMemory.Share, until count: Int) throws -> [Answer] {
  let said = Box<Result<[Answer], any Error>>(.success([]))
  let end = try Doorbell()
  Task(executorPreference: WorkPool.shared) {
    do { said.value = .success(try await converse(lines, share, until: count)) } catch { said.value = .failure(error) }
    end.ring()
  }
  end.wait()
  return try said.value.get()
}

private func converse(
  _ lines: [ClientLine], _ share: ClientMemory.Share, until count: Int
) async throws -> [Answer] {
  let (inbound, client) = NIOAsyncChannelInboundStream<ClientLine>.makeTestingStream()
  let (outbound, heard) = NIOAsyncChannelOutboundWriter<ByteBuffer>.makeTestingWriter()
  let broken = Box<String?>(nil)
  let conversation = Conversation(
    router: HomeSocketRoutes(broken).router, notices: Notices(), usesTwelveHours: { false }, memory: share,
    requests: BoundedCount(most: 2048), patience: .seconds(3600), time: SystemTime(), outbound: outbound,
    readWhatCame: {}, hangUp: {})
  for line in lines { client.yield(line) }
  if count == 0 { client.finish() }
  let run = Task(executorPreference: WorkPool.shared) {
    defer { outbound.finish() }
    try await conversation.run(inbound)
  }
  var answers: [Answer] = []
  var rest: [UInt8] = []
  for await piece in heard {
    rest += piece.readableBytesView
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      answers.append(try JSONDecoder().decode(Answer.self, from: Data(rest[..<end])))
      rest.removeSubrange(...end)
    }
    if answers.count(where: \.isLast) >= count { client.finish() }
  }
  try await run.value
  try promise(rest.isEmpty, "an answer has no end")
  if let broken = broken.value { throw BrokenPromise(broken) }
  return answers
}

extension HomeStateView {
  static func made(label: String = "Work", name: String? = nil, commands: [HomeCommandName] = []) -> HomeStateView {
    HomeStateView(
      name: name, version: "1.2.3", state: .ringing,
      ringing: RingView(alarmId: "abcdef", label: label, due: "2026-11-25T07:00:00+01:00"),
      next: NextView(alarmId: "abcdef", label: label, time: "2026-11-25T07:00:00+01:00", local: "2026-11-25 07:00"),
      alarms: [
        AlarmView(
          id: "abcdef", label: label, time: "07:00", days: "Mon-Fri", enabled: true, skipNext: false, locked: false),
        AlarmView(
          id: "bcdefg", label: "", time: "09:30", date: "2026-11-28", enabled: false, skipNext: true, locked: true),
      ],
      missed: 1, verdict: VerdictView(state: .atRisk, problems: [label]), underVoltage: true, trusted: false,
      readings: ReadingsView(illuminance: 3.25, temperature: -0.04, humidity: 40),
      dismissal: DismissalView(time: "2026-11-24T07:01:12+01:00", label: label, card: label), volume: 60,
      sound: "birdsong", brightness: "auto", sounds: ["bells", label], noises: ["rain"], commands: commands)
  }
}

private let requests = [
  #"{"id":1,"command":"home.state","arguments":{}}"# + "\n" + #"{"cancel":1}"#,
  #"{"id":2,"command":"home.events","arguments":{"after":"512-6p8qs0c1v2dc","limit":100}}"#,
  #"{"id":3,"command":"home.events","arguments":{"limit":-1}}"#,
  #"{"id":4,"command":"home.command","arguments":{"command":"set","arguments":{"alarm":"Work","time":"07:30","days":"mon-fri"},"origin":"homeAssistant"}}"#,
  #"{"id":5,"command":"home.command","arguments":{"command":"noise","arguments":{"value":"rain","volume":30,"on":true,"span":"5m"},"origin":"mqtt"}}"#,
  #"{"id":6,"command":"home.report","arguments":{"report":{"state":"notConnected","broker":"broker.lan","since":"2026-11-24T07:02:00Z","why":"it does not answer","fix":"a","waiting":5,"oldest":"2026"}}}"#,
  #"{"id":6,"command":"home.report","arguments":{"report":{"state":"connected","broker":"a\u0301\u0301\n","since":"","waiting":-9223372036854775808}}}"#,
  #"{"id":7,"command":"alarm.change","arguments":{"alarm":"a","change":"remove"}}"#, #"{"id":7,"command":"dismiss"}"#,
  "[[[[", "", "\r", #"{"id":8}"#, #"{"cancel":-1}"#, #"{"id":1,"command":"home.state"}"#,
  (1...20).map { #"{"id":\#($0),"command":"home.state","arguments":{}}"# }.joined(separator: "\n"),
]
