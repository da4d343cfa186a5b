import Glibc
import Testing

/// `rouse decode`, which needs no daemon.
struct DecodeTests {
  @Test func aCodeIsPrintedAndEveryOutcomeHasItsExitCode() async throws {
    try await Clock.withoutDaemon { clock in
      let card = try clock.card("hello")
      let found = try await clock.rouse("decode", card)
      #expect(found.code == 0)
      #expect(found.output == "hello\n")
      let blank = clock.folder + "/blank.pgm"
      try Files.write(Array("P5\n64 64\n255\n".utf8) + [UInt8](repeating: 255, count: 4096), to: blank)
      #expect(try await clock.rouse("decode", blank).code == 1)
      #expect(try await clock.rouse("decode", clock.folder + "/missing.png").code == 66)
      #expect(try await clock.rouse("decode", clock.folder).code == 65)
      #expect(try await clock.rouse("decode").code == 64)
      #expect(try await clock.rouse("decode", "--batch", card).code == 64)
    }
  }

  @Test func aBatchHasALineForEachPath() async throws {
    try await Clock.withoutDaemon { clock in
      let card = try clock.card("hello")
      let paths = clock.folder + "/paths"
      try Files.write("\(card)\n\(clock.folder)/missing.png\n", to: paths)
      let result = try await clock.rouse(["decode", "--batch"], input: paths)
      #expect(result.code == 0)
      let lines = result.output.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      try #require(lines.map(\.count) == [3, 3])
      #expect(lines[0][0] == card)
      #expect(Double(lines[0][1]).map { $0 > 0 } == true)
      #expect(lines[0][2] == "68656c6c6f")
      #expect(lines[1][2] == "")
      #expect(result.errors.contains("missing.png"))
    }
  }

  @Test func aBurstIsOneScene() async throws {
    try await Clock.withoutDaemon { clock in
      let card = try clock.card("hello")
      let result = try await clock.rouse("decode", "--burst", card, card, card)
      #expect(result.code == 0)
      #expect(result.output == "hello\n")
    }
  }
}
