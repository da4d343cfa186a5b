import Control
import Glibc
import NIOCore
import NIOEmbedded
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

  @Test func whatWaitsIsBoundedForEachAndForAll() throws {
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
  }

  @Test func whatWasHeldIsFreeAgain() throws {
    let memory = ClientMemory(most: 1 << 20)
    let share = memory.share()
    for _ in 0..<100 {
      let charge = try #require(share.charge(100_000))
      #expect(charge.grow(to: 1 << 20))
      #expect(!charge.grow(to: (1 << 20) + 1))
      #expect(memory.share().charge(ClientMemory.free + 1) == nil)
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
      async let later: ControlError? = {
        do {
          try await gate.run {}
          return nil
        } catch { return error as? ControlError }
      }()
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
