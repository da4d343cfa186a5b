import Control
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import ControlService
@testable import Daemon
@testable import Machine

/// Limits on the file descriptors and memory that clients can hold, and on the payload of a card.
@Suite struct ClientBoundTests {
  @Test(arguments: [
    (1 << 20, 384), (4096, 384), (1024, 384), (512, 192), (256, 64), (140, 6), (128, 4), (64, 4), (0, 4),
  ])
  func clientsGetAShareOfTheDescriptorsThatLeavesEnoughForWhatRings(limit: Int, connections: Int) {
    let share = DescriptorShare(limit: limit)
    #expect(share.connections == connections)
    #expect((share.problem == nil) == (limit >= DescriptorShare.setAside + 8))
    if share.problem == nil { #expect(limit - 2 * connections >= DescriptorShare.setAside) }
  }

  @Test func theLimitIsRaisedAsFarAsItMayBe() {
    let before = DescriptorShare.current
    DescriptorShare.raise()
    #expect(DescriptorShare.current.limit >= before.limit)
  }

  @Test func whatWaitsIsBoundedForEachAndForAllAndFreeAgain() throws {
    let memory = ClientMemory(most: 10 << 20)
    let (one, other, third) = (memory.share(), memory.share(), memory.share())
    // Small amounts are never refused.
    #expect(one.charge(ClientMemory.free) != nil)
    var held = (0..<4).compactMap { _ in one.charge(1 << 20) }
    #expect(held.count == 4)
    #expect(one.charge(1 << 20) == nil, "more than one connection may have")
    held += (0..<9).compactMap { _ in other.charge(1 << 20) }
    #expect(held.count == 8)
    // A single answer may exceed a connection's share, but not the total.
    #expect(third.charge(3 << 20) == nil)
    held.removeFirst(4)
    let large = third.charge(6 << 20)
    #expect(large != nil)
    #expect(third.charge(ClientMemory.free + 1) == nil)
    #expect(third.charge(1) != nil)
    withExtendedLifetime((held, large)) {}
    let small = ClientMemory(most: 1 << 20)
    let share = small.share()
    for _ in 0..<100 {
      let charge = try #require(share.charge(100_000))
      #expect(charge.grow(to: 1 << 20))
      #expect(!charge.grow(to: (1 << 20) + 1))
      #expect(small.share().charge(ClientMemory.free + 1) == nil)
    }
  }

  private func decoded(_ pieces: [[UInt8]], _ memory: ClientMemory) throws -> [String] {
    let channel = EmbeddedChannel(handler: ByteToMessageHandler(LineDecoder(memory: memory.share())))
    var words: [String] = []
    for piece in pieces {
      try channel.writeInbound(ByteBuffer(bytes: piece))
      while let line = try channel.readInbound(as: ClientLine.self) {
        switch line {
        case .whole(let bytes, _): words.append("whole \(bytes.readableBytes)")
        case .tooLong: words.append("too long")
        case .noRoom: words.append("no room")
        }
      }
    }
    _ = try channel.finish(acceptAlreadyClosed: true)
    return words
  }

  @Test func aLineThatIsTooLongIsToldOnceAndTheRestIsDropped() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: Wire.longestLine) + [10]
    #expect(try decoded([longest, [10, 10], [120, 10]], ClientMemory()) == ["whole \(Wire.longestLine)", "whole 1"])
    #expect(try decoded([[120] + longest, [120, 10]], ClientMemory()) == ["too long"])
    #expect(try decoded(Array(repeating: piece, count: 100) + [[10, 120, 10]], ClientMemory()) == ["too long"])
    #expect(try decoded(Array(repeating: piece, count: 10), ClientMemory(most: 1 << 18)) == ["no room"])
  }

  @Test func fewAtATimeGetWhatIsBulkyAndLaterOnesAreToldToTryAgain() async throws {
    let time = ManualTime(morning)
    let gate = BulkGate(time: time)
    let (release, releasing) = AsyncStream<Void>.makeStream()
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<BulkGate.most {
        group.addTask {
          try await gate.run {
            beginning.yield()
            for await _ in release {}
          }
        }
      }
      var arrivals = begun.makeAsyncIterator()
      for _ in 0..<BulkGate.most { await arrivals.next() }
      async let later = #expect(throws: ControlError.self) { try await gate.run {} }
      let driver = Task {
        while !Task.isCancelled {
          time.advance(by: .seconds(1))
          await Task.yield()
        }
      }
      let refusal = await later
      driver.cancel()
      #expect(refusal?.code == .tryAgain)
      #expect(refusal?.stillWorks != nil)
      releasing.finish()
      try await group.waitForAll()
    }
    #expect(try await gate.run { 7 } == 7)
  }

  @Test func acceptsAsManyBytesAsAQRCodeHolds() throws {
    let digits = [UInt8](repeating: UInt8(ascii: "7"), count: 7089)
    #expect(try RouseDaemon.payload(String(repeating: "37", count: 7089)) == digits)
    #expect(try RouseDaemon.payload("").isEmpty)
  }

  @Test(arguments: [
    (String(repeating: "37", count: 7090), "too long"), (String(repeating: "3", count: 14179), "too long"),
    ("373", "hexadecimal"), ("3g", "hexadecimal"),
  ])
  func saysWhyAPayloadIsRefused(hex: String, reason: String) throws {
    let error = try #require(throws: ControlError.self) { try RouseDaemon.payload(hex) }
    #expect("\(error)".contains(reason), "\(error)")
  }
}

/// Which clients are disconnected, and which ones the daemon merely reads late.
@Suite struct ClientPatienceTests {
  typealias Wait = ClientPatience.Wait
  static let start: Duration = .seconds(100)

  /// Returns the second at which a limit of five seconds ends, given the state at each second; `nil` if it never does.
  private func ends(_ wait: (_ second: Int) -> Wait) -> Int? {
    var patience = ClientPatience(limit: .seconds(5))
    return (0..<60).first { patience.isOver(wait($0), at: Self.start + .seconds($0)) }
  }

  private static func line(_ length: Int) -> ClientMemory.Share.BegunLine { .init(since: start, length: length) }

  static let waits: [(what: String, end: Int?, wait: @Sendable (Int) -> Wait)] = [
    ("a client that sends nothing is hung up on", 6, { _ in Wait(since: start) }),
    (
      "so is one that reads nothing, whatever has come", 6,
      { Wait(since: start, isForReading: true, linesWaiting: 2, line: line($0 << 20)) }
    ),
    ("a client whose turn it is not is waited for without end", nil, { _ in Wait(since: nil) }),
    ("what waits for the daemon is no delay of the client", nil, { _ in Wait(since: start, linesWaiting: 1) }),
    ("a line without an end is hung up on while something is under way", 6, { _ in Wait(since: nil, line: line(100)) }),
    ("a trickle is no better than silence", 6, { Wait(since: start, line: line($0 * 1000)) }),
    // A picture on a busy machine, for example: the daemon reads a piece now and then.
    ("a long line that keeps coming is read", nil, { Wait(since: start, line: line($0 << 14)) }),
    ("until it stops", 21, { Wait(since: start, line: line(min($0, 20) << 14)) }),
  ]

  @Test(arguments: waits)
  func clientsAreHungUpOnForTheirOwnDelays(what: String, end: Int?, wait: @Sendable (Int) -> Wait) {
    #expect(ends(wait) == end)
  }
}

/// Clients that send without reading; what they can make the daemon hold is limited.
@Suite(.serialized) struct RudeClientTests {
  let rig = ServingRig()

  @Test func whoDoesNotReadRefusalsIsNotReadEither() async throws {
    let time = ManualTime(morning)
    try await rig.serve(time: time) { path in
      let client = try RawClient(path)
      let line = Array((#"{"id":1,"command":"make.coffee","arguments":{}}"# + "\n").utf8)
      let block = Array(repeating: line, count: 200).flatMap { $0 }
      var taken = 0
      var detector = HangDetector()
      while taken < 64 << 20, let count = client.offer(block, patience: 100), !detector.hangs("\(taken)") {
        taken += count
        // The server has stopped reading; its patience runs down.
        if count == 0 { time.advance(by: ControlServer.patience / 4) }
      }
      // The socket buffers, and little more.
      #expect(taken < 2 << 20, "\(taken) bytes of requests were taken")
      #expect(try rig.echoes(path))
    }
  }

  @Test func requestsThatAHungDiskHoldsUpAreBoundedThoughTheirClientsAreGone() async throws {
    try await rig.serve(mostRequests: 64) { path in
      // Each of four clients starts sixteen requests and disconnects.
      for _ in 0..<4 {
        let client = try RawClient(path)
        for id in 1...16 { client.send(#"{"id":\#(id),"command":"stick","arguments":{}}"# + "\n") }
        // Refusing the seventeenth proves that the sixteen before it were accepted.
        client.send(#"{"id":17,"command":"stick","arguments":{}}"# + "\n")
        #expect(client.line()?.contains("too many requests at once") == true)
      }
      let refusal = #expect(throws: ControlError.self) { try rig.echoes(path) }
      #expect(refusal?.code == .tryAgain)
      #expect(refusal?.what.contains("64 requests in progress") == true)
      #expect(refusal?.stillWorks != nil)
      rig.release()
      try waitUntil("requests are served again") {
        do { return try rig.echoes(path) } catch let error as ControlError where error.code == .tryAgain {
          return false
        }
      }
    }
  }

  @Test func aLineThatIsNeverEndedIsNotWaitedForThoughAnotherRequestIsUnderWay() async throws {
    let time = ManualTime(morning)
    try await rig.serve(time: time) { path in
      let client = try RawClient(path)
      for id in 1...17 { client.send(#"{"id":\#(id),"command":"stick","arguments":{}}"# + "\n") }
      // Refusing the last one proves that the others are in progress: the server is not waiting for this client.
      #expect(client.line()?.contains("too many requests at once") == true)
      client.send(#"{"id":18,"comm"#)
      #expect(client.hasEnded(in: time), "it was not hung up on")
    }
  }
}

/// On a busy machine the daemon reads requests late and must not disconnect the clients for that.
@Suite(.serialized) struct LateReadingTests {
  @Test func answersRequestsThatItReadsAfterItsPatience() async throws {
    let time = ManualTime(morning)
    // With one thread for the server's tasks, the test can block them all, and they run in order of arrival.
    let pool = WorkPool(usual: 1, most: 1)
    let (isHeld, release) = (try Doorbell(), try Doorbell())
    try await ServingRig().serve(time: time, on: pool) { path in
      let clients = try (0..<5).map { _ in try RawClient(path) }
      let silent = try RawClient(path)
      try waitUntil("the server waits for all of them") { time.sleeps == clients.count + 1 }
      Task(executorPreference: pool) {
        isHeld.ring()
        release.wait()
      }
      isHeld.wait()
      // The server's patience has run out, and it is about to check. Only now do the requests arrive.
      time.advance(by: ControlServer.patience * 2)
      for client in clients { client.send(#"{"id":1,"command":"echo","arguments":{"text":"x"}}"# + "\n") }
      try waitUntil("the requests are read from the sockets") { clients.allSatisfy { $0.unread == 0 } }
      // An empty line is no request. The only thread that reads from sockets gets to it after all requests.
      silent.send("\n")
      try waitUntil("the empty line is read, too") { silent.unread == 0 }
      release.ring()
      for client in clients { #expect(client.line() == #"{"id":1,"item":{"text":"x"}}"#) }
      #expect(silent.hasEnded(), "the patience for a client that asks nothing is over")
    }
  }
}

/// When memory is released: once clients have been quiet for a while, and not while anything sounds.
struct IdleMemoryTests {
  private let time = ManualTime(morning)

  @Test func itWaitsUntilNobodyHasComeForAWhile() async throws {
    // The checks for sounds, one of which comes just before each release.
    let looks = Counter()
    let memory = IdleMemory(time: time) { looks.take() >= 0 }
    memory.releaseSoon()
    try #require(await eventually { time.sleeps == 1 })
    time.advance(by: .seconds(4))
    memory.releaseSoon()
    time.advance(by: .seconds(1))
    // The second call restarts the wait; there is only one wait, no matter how many calls come.
    try #require(await eventually { time.sleeps == 2 })
    #expect(looks.value == 0)
    time.advance(by: .seconds(5))
    #expect(await eventually { looks.value == 1 })
    memory.releaseSoon()
    try #require(await eventually { time.sleeps == 3 })
    time.advance(by: .seconds(5))
    #expect(await eventually { looks.value == 2 })
  }
}
