import Hardware
import ScanLine
import Testing

/// Evidence reports of a reader that a picture has taken over.
@Suite struct EvidenceReportTests {
  static let png = "iVBORw0KGgo="
  static let good =
    #"{"evidence":{"png":"iVBORw0KGgo=","age":1,"brightness":0,"isCodeInView":false,"passes":["raw"],"covered":0}}"#

  /// Replacements in a good report.
  static let damage: [(String, String)] = [
    (png, ""), (png, "AAAA"), (png, "!"), ("\"age\":1", "\"age\":-1"), ("\"age\":1", "\"age\":86400001"),
    ("\"brightness\":0", "\"brightness\":256"), ("\"covered\":0", "\"covered\":-1"), ("raw", ""), ("raw", "../../etc"),
    ("raw", "a payload"), ("raw", String(repeating: "a", count: 33)), ("\"covered\":0", "\"obstacle\":\"ghost\""),
    ("[\"raw\"]", "[\(repeatElement("\"raw\"", count: 65).joined(separator: ","))]"),
  ]

  private func read(_ text: String) throws -> [ScanReport] {
    var reader = ReportReader()
    return try reader.read(Array((text + "\n").utf8))
  }

  @Test(arguments: damage)
  func whatNoFrameMeansIsRefused(part: String, other: String) throws {
    guard case .evidence(let report) = try #require(try read(Self.good).first) else {
      Issue.record("not evidence")
      return
    }
    #expect(report.passes == ["raw"] && report.age == 1)
    #expect(throws: ScanLineError.self) { try read(Self.good.replacing(part, with: other)) }
  }

  @Test func aPictureLargerThanAnyFrameIsRefused() throws {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (count, isTaken) in [(EvidenceReport.mostBytes, true), (EvidenceReport.mostBytes + 1, false)] {
      let png = signature + [UInt8](repeating: 255, count: count - signature.count)
      let report = ScanReport.evidence(
        EvidenceReport(png: png, age: 0, brightness: 0, obstacle: nil, isCodeInView: false, passes: [], covered: 0))
      var reader = ReportReader()
      if isTaken {
        #expect(try reader.read(try ReportLine.encode(report)) == [report])
      } else {
        #expect(throws: ScanLineError.self) { try reader.read(try ReportLine.encode(report)) }
      }
    }
  }

  @Test func theEndOfTheCameraIsSaid() throws {
    #expect(try read("{\"closed\":{}}") == [.closed])
  }
}
