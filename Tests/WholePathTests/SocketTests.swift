import Control
import Glibc
import Testing

/// What strangers do to the socket harms neither the daemon nor a ring.
struct SocketTests {
  @Test(arguments: [
    "garbage\n", "\0\u{1}\u{2}\n", "{}\n", "[1,2,3]\n", "{\"id\":1,\"command\":\"no.such\",\"arguments\":{}}\n",
    "{\"id\":1,\"command\":\"alarm.add\",\"arguments\":{}}\n", "{\"id\":1,\"command\":\"alarm.change\"}\n",
    "{\"id\":99999999999999999999,\"command\":\"status\",\"arguments\":{}}\n",
  ])
  func garbageIsAnsweredWithAnError(text: String) async throws {
    try await Clock.run(card: false) { clock in
      let line = try Line(to: clock.socketPath)
      line.send(text)
      let answer = line.receive()
      #expect(answer.contains("\"error\""), "\(answer)")
      #expect(try await clock.rouse("status").code == 0)
    }
  }

  @Test func halfRequestsAndClientsThatNeverReadDelayNoRing() async throws {
    try await Clock.run { clock in
      var lines: [Line] = []
      for _ in 0..<20 {
        let half = try Line(to: clock.socketPath)
        half.send("{\"id\":1,\"comm")
        let silent = try Line(to: clock.socketPath)
        for id in 1...16 { silent.send("{\"id\":\(id),\"command\":\"mock.history\",\"arguments\":{}}\n") }
        lines += [half, silent]
      }
      let long = try Line(to: clock.socketPath)
      lines.append(long)
      long.send(String(repeating: "x", count: 3 << 20))
      _ = try await clock.ring()
      try await clock.show("right")
      try await clock.untilIdle()
      withExtendedLifetime(lines) {}
    }
  }

  @Test func theSocketIsForItsGroupAlone() async throws {
    try await Clock.run(card: false) { clock in
      var found = stat()
      try #require(stat(clock.socketPath, &found) == 0)
      #expect(found.st_mode & 0o777 == 0o660)
    }
  }

  @Test func aStaleSocketIsReplaced() async throws {
    try await Clock.run(card: false) { clock in
      _ = try await clock.end(SIGKILL)
      #expect(try await clock.rouse("status").code == 69)
      try await clock.start()
      #expect(try await clock.rouse("status").code == 0)
    }
  }
}
