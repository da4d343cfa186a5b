import AlarmClock
import Hardware
import Pictures
import TestSupport
import Testing

/// The examples in the articles of the public libraries compile and do what the articles say.
struct ArticleTests {
  private static let root = String(#filePath.dropLast("/Tests/BoardTests/Articles/ArticleTests.swift".count))

  private static func text(_ path: String) -> String { Files.text(root + "/" + path) }

  @Test(arguments: ["Hardware", "MockHardware", "CardReader", "AlarmClock", "LinuxHardware"])
  func theExampleOfAnArticleIsCompiledHere(library: String) throws {
    let article = Self.text("Sources/\(library)/\(library).docc/\(library).md")
    #expect(article.hasPrefix("# ``\(library)``\n"))
    let blocks = article.split(separator: "```swift\n").dropFirst().map { $0.prefix { $0 != "`" } }
    let block = try #require(blocks.first)
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.prefix { $0.hasPrefix("import ") }
    #expect(imports.contains("import \(library)"))
    let example = lines.dropFirst(imports.count).joined(separator: "\n")
    let compiled = Self.text("Tests/BoardTests/Articles/FirstExamples.swift")
    for line in imports { #expect(compiled.contains(line + "\n")) }
    #expect(example.count > 100 && compiled.contains(example), "\(example)")
  }

  @Test func whatTheExamplesSayIsSo() throws {
    try showTheTime()
    #expect(try whatAnUnpluggedBuzzerDoes() == ["on", "fail", "off"])
    let picture = try QRCard(payload: Array("card".utf8)).image()
    #expect(try payloads(in: picture) == [Array("card".utf8)])
    let empty = GrayFrame(width: 640, height: 480, filledWith: 128)
    #expect(try firstPayload(in: [empty, empty]).payload == nil)
    #expect(try firstPayload(in: [empty, picture]).payload == Array("card".utf8))
    let saturday = try #require(RFC3339.parse("2026-11-21T06:00:00Z"))
    let ring = try #require(nextRing(after: saturday, in: .utc))
    #expect(RFC3339.format(ring.due, in: .utc) == "2026-11-23T07:15:00+00:00")
  }
}
