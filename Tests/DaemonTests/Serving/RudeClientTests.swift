import Control
import Glibc
import TestSupport
import Testing

@testable import ControlService
@testable import Daemon

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
      #expect(refusal?.what.contains("64 requests under way") == true)
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
