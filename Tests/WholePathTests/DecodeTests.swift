import Glibc
import Pictures
import TestSupport
import Testing

/// `rouse decode`, which needs no daemon.
struct DecodeTests {
  @Test func aCodeIsPrintedAndEveryOutcomeHasItsExitCodeAndAdviceAndABatchALineForEachPath() async throws {
    try await Clock.withoutDaemon { clock in
      let card = try clock.card("hello")
      for words in [[card], ["--burst", card, card, card]] {
        let found = try await clock.rouse(["decode"] + words)
        #expect(found.code == 0 && found.output == "hello\n", "\(words): \(found)")
      }
      let blank = clock.folder + "/blank.pgm"
      try Files.write(Array("P5\n64 64\n255\n".utf8) + [UInt8](repeating: 255, count: 4096), to: blank)
      #expect(try await clock.rouse("decode", blank).code == 1)
      #expect(try await clock.rouse("decode", clock.folder + "/missing.png").code == 66)
      #expect(try await clock.rouse("decode", clock.folder).code == 65)
      #expect(try await clock.rouse("decode").code == 64)
      #expect(try await clock.rouse("decode", "--batch", card).code == 64)
      // What is wrong is said of the command that was typed.
      for words in [[], ["--batch", "--burst"], [clock.folder + "/missing.png"]] {
        let refused = try await clock.rouse(["decode"] + words)
        #expect(!refused.errors.contains("rouse-scan"), "\(refused.errors)")
        #expect(refused.code == 66 || refused.errors.contains("rouse decode --help"), "\(refused.errors)")
      }
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
      for (grey, isDark) in [(UInt8(0), true), (29, true), (30, false), (255, false)] {
        let path = clock.folder + "/plain.pgm"
        try Files.write(Array("P5\n640 480\n255\n".utf8) + [UInt8](repeating: grey, count: 640 * 480), to: path)
        let result = try await clock.rouse("decode", path)
        #expect(result.code == 1 && result.errors.contains("too dark") == isDark, "\(grey): \(result)")
        #expect(result.errors.contains("a third of the picture") != isDark, "\(grey): \(result)")
      }
      // An inverted code without a margin.
      let code = try QRCard(payload: Array("wake up".utf8))
      let side = code.size * 6
      let pixels = (0..<side * side).map { code.modules[$0 / side / 6 * code.size + $0 % side / 6] ? UInt8(255) : 0 }
      let path = clock.folder + "/inverted.pgm"
      try Files.write(Array("P5\n\(side) \(side)\n255\n".utf8) + pixels, to: path)
      for words in [[path], ["--burst", path, path]] {
        #expect(try await clock.rouse(["decode"] + words).output == "wake up\n")
      }
    }
  }

  @Test func aBarCodeIsNamedAndRefused() async throws {
    try await Clock.run(card: false) { clock in
      // EAN-13 code 4006381333931, five pixels a module.
      let modules =
        "10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101"
      let bars =
        [UInt8](repeating: 255, count: 60) + modules.flatMap { [UInt8](repeating: $0 == "1" ? 0 : 255, count: 5) }
      let row = bars + [UInt8](repeating: 255, count: 60)
      let path = clock.folder + "/bars.pgm"
      try Files.write(Array("P5\n\(row.count) 200\n255\n".utf8) + (0..<200).flatMap { _ in row }, to: path)
      for words in [["decode", path], ["decode", "--burst", path, path], ["card", "add", "bars", "--image", path]] {
        let result = try await clock.rouse(words)
        #expect(result.code == 1)
        let refusal = "an EAN-13 bar code. Only QR codes can be cards. Fix: `rouse card new NAME`"
        #expect(result.errors.contains(refusal), "\(result.errors)")
        #expect(result.errors.contains("a third of the picture"), "\(result.errors)")
      }
    }
  }
}
