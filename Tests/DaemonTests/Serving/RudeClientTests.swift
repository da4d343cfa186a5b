import Control
import Glibc
import TestSupport
import Testing

@testable import ControlService
@testable import Daemon

/// Clients that take without giving: what they can make the daemon hold is bounded.
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
      // Until it is hung up on, as one who does not read.
      while taken < 64 << 20, let count = client.offer(block, patience: 100), !detector.hangs("\(taken)") {
        taken += count
        // The server reads no more: its patience passes.
        if count == 0 { time.advance(by: ControlServer.patience / 4) }
      }
      // What the sockets hold, and little more.
      #expect(taken < 2 << 20, "\(taken) bytes of requests were taken")
      #expect(try rig.echoes(path))
    }
  }

  @Test func requestsThatAHungDiskHoldsUpAreBoundedThoughTheirClientsAreGone() async throws {
    try await rig.serve(mostRequests: 64) { path in
      // Four times sixteen, and each client goes.
      for _ in 0..<4 {
        let client = try RawClient(path)
        for id in 1...16 { client.send(#"{"id":\#(id),"command":"stick","arguments":{}}"# + "\n") }
        // The answer to one too many tells that all before it were taken.
        client.send(#"{"id":17,"command":"stick","arguments":{}}"# + "\n")
        #expect(client.line()?.contains("too many requests at once") == true)
      }
      let refusal = #expect(throws: ControlError.self) { try rig.echoes(path) }
      #expect(refusal?.code == .tryAgain)
      #expect(refusal?.what.contains("64 requests under way") == true)
      #expect(refusal?.stillWorks != nil)
      rig.release()
      var detector = HangDetector()
      var isServed = false
      while !isServed, !detector.hangs() {
        do { isServed = try rig.echoes(path) } catch let error as ControlError where error.code == .tryAgain {
          usleep(10_000)
        }
      }
      #expect(isServed)
    }
  }

  @Test func aLineThatIsNeverEndedIsNotWaitedForThoughAnotherRequestIsUnderWay() async throws {
    let time = ManualTime(morning)
    try await rig.serve(time: time) { path in
      let client = try RawClient(path)
      for id in 1...17 { client.send(#"{"id":\#(id),"command":"stick","arguments":{}}"# + "\n") }
      // The refusal of one too many tells that the others are under way: it is not the client who is waited for.
      #expect(client.line()?.contains("too many requests at once") == true)
      client.send(#"{"id":18,"comm"#)
      #expect(client.hasEnded(in: time), "it was not hung up on")
    }
  }
}
