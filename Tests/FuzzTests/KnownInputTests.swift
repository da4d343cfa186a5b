import Glibc
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
      for file in try Self.files(in: Self.folder + place + "/" + name) {
        let bytes = try Self.contents(of: file)
        #expect(throws: Never.self, "\(file)") { try target.examine(bytes) }
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
  @Test func everyCommandOfTheControlProtocolIsRead() throws {
    let sources = Self.folder + "../../Sources/Control"
    var names: [String] = []
    for file in try Self.files(in: sources) where file.hasSuffix(".swift") {
      let text = String(decoding: try Self.contents(of: file), as: UTF8.self)
      for line in text.split(separator: "\n") where line.contains("public static let name = \"") {
        names += line.split(separator: "\"").dropFirst().prefix(1).map(String.init)
      }
    }
    #expect(names.count > 20)
    #expect(names.sorted() == FuzzTarget.commands.keys.sorted())
  }

  private static func files(in path: String) throws -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOENT { return [] }
      throw BrokenPromise("\(path) cannot be read: \(errno)")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append("\(path)/\(name)") }
    }
    return names.sorted()
  }

  private static func contents(of path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "r") else { throw BrokenPromise("\(path) cannot be read: \(errno)") }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return [UInt8](bytes[..<fread(&bytes, 1, bytes.count, stream)])
  }
}
