import FoundationEssentials
import Hardware
import ScanLine
import TestDevices
import Testing

/// An upgrade replaces `rouse-scan` while the old daemon continues, perhaps during a ring, so their protocol must stay
/// compatible. If a test fails, fix the code and not the lines kept here.
@Suite struct ScanVersionsTests {
  private static func code(glows: Bool) -> CodeReport {
    let outline = Outline((450, -20), (550, 0), (550, 540), (450, 540))
    return CodeReport(payload: [0x68, 0x69, 0x0A], outline: outline, glows: glows)
  }
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Reports and their lines in version 0.1.0.
  static let kept: [(report: ScanReport, line: String)] = [
    (
      .opened(OpenedReport(unconfined: ["files (Landlock): ENOSYS"])),
      #"{"opened":{"controls":[],"milliseconds":{},"unconfined":["files (Landlock): ENOSYS"]}}"#
    ),
    (
      .opened(
        OpenedReport(
          camera: "Webcam at /dev/video0", format: "YUYV 640x480", controls: ["auto_exposure=3"],
          milliseconds: ["open": 1.25])),
      #"{"opened":{"camera":"Webcam at /dev/video0","format":"YUYV 640x480","controls":["auto_exposure=3"],"#
        + #""milliseconds":{"open":1.25},"unconfined":[]}}"#
    ),
    (
      .failed(HardwareError(.camera, "opening /dev/video0", code: 16)),
      #"{"failed":{"device":"camera","operation":"opening /dev/video0","code":16}}"#
    ),
    (
      .frame(FrameReport(number: 1, brightness: 0, codes: [])),
      #"{"frame":{"number":1,"brightness":0,"codes":[],"isCodeInView":false}}"#
    ),
    (
      .frame(
        FrameReport(
          number: 2, brightness: 90, codes: [code(glows: false), code(glows: true)], isCodeInView: true,
          obstacle: .tooFar, picture: GrayFrame(width: 3, height: 1, pixels: [0, 1, 2]), sharpness: 500)),
      #"{"frame":{"number":2,"brightness":90,"codes":["#
        + #"{"payload":"68690a","outline":[450,-20,550,0,550,540,450,540],"glows":false},"#
        + #"{"payload":"68690a","outline":[450,-20,550,0,550,540,450,540],"glows":true}],"isCodeInView":true,"#
        + #""obstacle":"too-far","sharpness":500,"picture":{"width":3,"height":1,"pixels":"AAEC"}}}"#
    ),
    (.closed, #"{"closed":{}}"#),
    (
      .evidence(
        EvidenceReport(
          png: png, age: 500, brightness: 9, obstacle: .glare, isCodeInView: true, passes: ["raw"], covered: 1)),
      #"{"evidence":{"png":"iVBORw0KGgo=","age":500,"brightness":9,"obstacle":"glare","isCodeInView":true,"#
        + #""passes":["raw"],"covered":1}}"#
    ),
  ]

  @Test(arguments: kept) func whatAnOldScanSaysIsUnderstood(report: ScanReport, line: String) throws {
    var reader = ReportReader()
    #expect(try reader.read(Array((line + "\n").utf8)) == [report])
    #expect(reader.unknownKind == nil)
  }

  /// Every name and value of 0.1.0 is still sent, so an old daemon finds all that it needs.
  @Test(arguments: kept) func whatTodaysScanSaysHasAllThatAnOldDaemonReads(report: ScanReport, line: String) throws {
    let today = try JSONDecoder().decode(Leaves.self, from: Data(try ReportLine.encode(report))).values
    #expect(try today.isSuperset(of: JSONDecoder().decode(Leaves.self, from: Data(line.utf8)).values), "\(today)")
  }

  /// Additions of a later version, and what is read of them.
  static let later: [(line: String, report: ScanReport?, kind: String?)] = [
    (#"{"weather":{"light":7}}"#, nil, "weather"),
    (#"{"weather":7,"air":null}"#, nil, "air"),
    (
      #"{"frame":{"number":1,"brightness":0,"codes":[],"isCodeInView":false,"colour":[1,2]},"at":12}"#,
      .frame(FrameReport(number: 1, brightness: 0, codes: [])), nil
    ),
    (
      #"{"frame":{"number":1,"brightness":0,"codes":[],"isCodeInView":false,"obstacle":"upside-down"}}"#,
      .frame(FrameReport(number: 1, brightness: 0, codes: [])), nil
    ),
    (
      #"{"frame":{"number":1,"brightness":0,"codes":[{"payload":"68690a","kind":"aztec","#
        + #""outline":[450,-20,550,0,550,540,450,540],"glows":true}],"isCodeInView":false}}"#,
      .frame(FrameReport(number: 1, brightness: 0, codes: [code(glows: true)])), nil
    ),
    (
      #"{"frame":{"number":1,"brightness":0,"codes":[],"isCodeInView":false,"backdrop":"AAEC"}}"#,
      .frame(FrameReport(number: 1, brightness: 0, codes: [], backdrop: [0, 1, 2])), nil
    ),
    (#"{"closed":{"why":"asked"}}"#, .closed, nil),
    (
      #"{"failed":{"device":"camera","operation":"opening","code":16,"retry":false}}"#,
      .failed(HardwareError(.camera, "opening", code: 16)), nil
    ),
    (#"{"opened":{"controls":[],"milliseconds":{},"unconfined":[],"lens":"wide"}}"#, .opened(OpenedReport()), nil),
  ]

  @Test(arguments: later)
  func whatANewerScanAddsIsLeftOutAndTheRestIsRead(line: String, report: ScanReport?, kind: String?) throws {
    var reader = ReportReader()
    // The stream stays usable.
    let lines = line + "\n" + #"{"closed":{}}"# + "\n"
    #expect(try reader.read(Array(lines.utf8)) == [report, .closed].compactMap(\.self))
    #expect(reader.unknownKind == kind)
  }

  @Test func theNameOfAnUnknownKindIsShort() throws {
    var reader = ReportReader()
    #expect(try reader.read(Array("{\"\(String(repeating: "x", count: 5000))\":1}\n{\"b\":1}\n".utf8)).isEmpty)
    #expect(reader.unknownKind == String(repeating: "x", count: 32))
  }
}

/// The values in a JSON text with their paths.
private struct Leaves: Decodable {
  var values: Set<String>

  init(from decoder: any Decoder) throws {
    let path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
    if let fields = try? [String: Leaves](from: decoder) {
      values = Set(fields.values.flatMap(\.values)).union([path])
    } else if let list = try? [Leaves](from: decoder) {
      values = Set(list.flatMap(\.values)).union(["\(path): \(list.count)"])
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        values = [path]
      } else if let flag = try? value.decode(Bool.self) {
        values = ["\(path): \(flag)"]
      } else if let number = try? value.decode(Double.self) {
        values = ["\(path): \(number)"]
      } else {
        values = ["\(path): \"\(try value.decode(String.self))\""]
      }
    }
  }
}
