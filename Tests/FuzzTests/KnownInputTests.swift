import TestSupport
import Testing

/// Runs the seeds and the earlier findings of every target, without libFuzzer.
@Suite struct KnownInputTests {
  private static let folder = String(#filePath.dropLast("KnownInputTests.swift".count))

  @Test(arguments: FuzzTarget.all.map(\.name))
  func everySeedAndEveryPastFindingKeepsThePromises(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = try target.seeds()
    #expect(!seeds.isEmpty)
    for (index, seed) in seeds.enumerated() {
      #expect(throws: Never.self, "seed \(index)") { try target.examine(seed) }
      #expect(seed.count <= target.longest, "seed \(index) is never tried")
    }
    for place in ["seeds", "regressions"] {
      for file in Self.files(in: Self.folder + place + "/" + name) {
        #expect(throws: Never.self, "\(file)") { try target.examine(Files.bytes(file)) }
      }
    }
  }

  /// Truncated and changed seeds reach more code than the seeds.
  @Test(.takesLong, arguments: FuzzTarget.all.map(\.name))
  func damagedSeedsKeepThePromises(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for seed in try target.seeds() {
      // Not every byte, because long seeds and slow targets are for libFuzzer.
      let stride = Swift.stride(from: 0, to: seed.count, by: max(1, seed.count / 8))
      for index in stride {
        var changed = seed
        changed[index] ^= 0x80
        for bytes in [Array(seed[..<index]), changed] {
          #expect(throws: Never.self, "\(seed), at \(index)") { try target.examine(bytes) }
        }
      }
    }
  }

  /// A command in `Control` that is missing in the target would not be fuzzed.
  @Test func everyCommandOfTheControlProtocolIsRead() {
    let sources = Self.folder + "../../Sources/Control"
    var names: [String] = []
    for file in Self.files(in: sources) where file.hasSuffix(".swift") {
      for match in Files.text(file).matches(of: #/public static let (?:name|command) = "([^"]+)"/#) {
        names.append(String(match.1))
      }
    }
    #expect(names.count > 20)
    #expect(names.sorted() == FuzzTarget.commands.keys.sorted())
  }

  private static func files(in folder: String) -> [String] { Files.names(folder).map { "\(folder)/\($0)" } }
}
