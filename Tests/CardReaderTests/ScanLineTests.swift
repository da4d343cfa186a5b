import Glibc
import Hardware
import ScanLine
import TestDevices
import TestSupport
import Testing

@Suite struct ScanLineTests {
  private static func code(_ payload: [UInt8]) -> CodeReport {
    let outline = Outline((450, -20), (550, 0), (Int.max, 540), (Int.min, 540))
    return CodeReport(payload: payload, outline: outline, glows: payload.isEmpty)
  }

  static let reports: [ScanReport] =
    ScanVersionsTests.kept.map(\.report) + [
      .opened(OpenedReport()), .failed(HardwareError(.camera, "opening \"/dev/video0\"\n", code: EBUSY)),
      .frame(FrameReport(number: .max, brightness: 255, codes: [[], [0, 10, 255], Array("card".utf8)].map(code))),
    ]

  @Test func reportsCrossTheLineInPiecesOfAnySize() throws {
    let bytes = try Self.reports.flatMap { try ReportLine.encode($0) }
    for size in [1, 7, bytes.count] {
      var reader = ReportReader()
      var received: [ScanReport] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        received += try reader.read(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(received == Self.reports)
    }
  }

  @Test func aFrameFullOfCodesIsCutToTheLimit() throws {
    let codes = (0..<400).map { Self.code([UInt8](repeating: UInt8($0 % 256), count: 2953)) }
    let line = try ReportLine.encode(.frame(FrameReport(number: 1, brightness: 1, codes: codes)))
    #expect(line.count <= ReportLine.limit)
    var reader = ReportReader()
    guard case .frame(let frame)? = try reader.read(line).first else { throw Failure("not a frame") }
    #expect(frame.codes == Array(codes.prefix(frame.codes.count)))
    #expect(frame.codes.count == 170)
  }

  /// White is base64 of slashes only, each of which JSON may escape.
  @Test(arguments: [0, 255, 100] as [UInt8])
  func thePictureOfAWholeFrameFitsWithSomeCodes(gray: UInt8) throws {
    let picture = GrayFrame(width: 640, height: 480, filledWith: gray)
    let codes = (0..<50).map { Self.code([UInt8](repeating: UInt8($0), count: 2953)) }
    let report = ScanReport.frame(
      FrameReport(number: 1, brightness: 1, codes: codes, picture: picture, sharpness: 0))
    var reader = ReportReader()
    #expect(try reader.read(try ReportLine.encode(report)) == [report])
  }

  @Test(arguments: [
    ("1x1", 1, 1), ("640x480", 640, 480), ("80x60", 80, 60), ("0x1", nil, nil), ("641x1", nil, nil),
    ("1x481", nil, nil),
    ("-1x5", nil, nil), ("80", nil, nil), ("80x60x1", nil, nil), ("", nil, nil), ("x", nil, nil),
  ])
  func aPictureSizeIsWrittenAsWidthAndHeight(text: String, width: Int?, height: Int?) {
    let size = PictureSize(text)
    #expect(size?.width == width)
    #expect(size?.height == height)
    if let size { #expect(size.description == text) }
  }

  @Test(arguments: [
    "garbage\n", "\n", "{}\n", "[]\n", "{\"opened\":{}",
    "{\"opened\":{},\"frame\":{}}\n",
    "{\"frame\":{\"number\":1}}\n",
    "{\"frame\":{\"number\":1,\"brightness\":1,\"isCodeInView\":false,\"codes\":[{\"payload\":\"abc\",\"outline\":[1,2,3,4,5,6,7,8],\"glows\":false}]}}\n",
    "{\"frame\":{\"number\":1,\"brightness\":1,\"isCodeInView\":false,\"codes\":[{\"payload\":\"00\",\"outline\":[1,2,3,4,5,6,7],\"glows\":false}]}}\n",
    "\u{0}\u{0}\n",
    "{\"frame\":{\"number\":1,\"brightness\":1,\"codes\":[],\"isCodeInView\":false,\"picture\":{\"width\":2,\"height\":1,\"pixels\":\"AA==\"}}}\n",
    "{\"frame\":{\"number\":1,\"brightness\":1,\"codes\":[],\"isCodeInView\":false,\"picture\":{\"width\":0,\"height\":0,\"pixels\":\"\"}}}\n",
  ])
  func garbageOnTheLineIsRefused(text: String) throws {
    var reader = ReportReader()
    // An incomplete line is not a report until the line end arrives.
    #expect(throws: ScanLineError.self) { try reader.read(Array(text.utf8) + (text.hasSuffix("\n") ? [] : [10])) }
  }

  @Test func aLineWithoutAnEndIsRefusedAtTheLimit() {
    var reader = ReportReader()
    #expect(throws: ScanLineError.tooLong) { try reader.read([UInt8](repeating: 32, count: ReportLine.limit)) }
  }

  @Test func framesCrossASocketUnchanged() throws {
    let pair = try SocketPair()
    let frames = [GrayFrame(width: 3, height: 2, filledWith: 7), GrayFrame(width: 300, height: 200, filledWith: 200)]
    for (frame, time) in zip(frames, [nil, 1 << 40]) {
      try FrameStream.write(frame, at: time, to: pair.near)
      #expect(try FrameStream.read(from: pair.far) == (frame, time))
    }
  }

  @Test func theCameraServesTheNewestQueuedFrame() throws {
    let pair = try SocketPair()
    for gray: UInt8 in 1...5 { try FrameStream.write(GrayFrame(width: 8, height: 8, filledWith: gray), to: pair.near) }
    let camera = PipedCamera(descriptor: pair.far)
    try camera.open()
    #expect(try camera.frame().meanBrightness == 5)
  }

  @Test(arguments: [
    [UInt8](repeating: 0, count: 12), Array("RGF1".utf8) + [0, 0, 0, 0, 1, 0, 0, 0],
    Array("RGF1".utf8) + [255, 255, 255, 255, 255, 255, 255, 255],
  ])
  func whatIsNoFrameIsRefused(bytes: [UInt8]) throws {
    let pair = try SocketPair()
    try DescriptorStream.send(bytes, to: pair.near, doing: "testing")
    #expect(failureCode { try FrameStream.read(from: pair.far) } == EPROTO)
  }

  @Test func aSenderThatIsSilentTimesOutAndOneOrAReceiverThatIsGoneIsAnErrorAndNoSignal() throws {
    let pair = try SocketPair()
    #expect(failureCode { try FrameStream.read(from: pair.far, within: 0) } == ETIMEDOUT)
    pair.closeNear()
    #expect(failureCode { try FrameStream.read(from: pair.far) } == EPIPE)
    #expect(failureCode { try FrameStream.write(GrayFrame(width: 8, height: 8, filledWith: 1), to: pair.far) } == EPIPE)
  }

  /// Half a header, a header without its time, a header alone, and half a picture.
  @Test(arguments: [4, 12, 20, 20 + 100])
  func aFrameThatBreaksOffMakesTheStreamUseless(length: Int) throws {
    let pair = try SocketPair()
    let header = Array("RGF2".utf8) + [64, 0, 0, 0, 48, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    let frame = header + [UInt8](repeating: 0, count: 64 * 48)
    try DescriptorStream.send(Array(frame[..<length]), to: pair.near, doing: "testing")
    #expect(failureCode { try FrameStream.read(from: pair.far, within: 0) } == EPROTO)
  }
}

/// A connected pair of sockets that is closed with the object.
final class SocketPair {
  private(set) var near: Int32
  let far: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    (near, far) = (ends[0], ends[1])
  }

  deinit {
    closeNear()
    close(far)
  }

  func closeNear() {
    if near >= 0 { close(near) }
    near = -1
  }
}

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
    let today = try JSON.parse(ReportLine.encode(report))
    #expect(try today.holds(JSON.parse(Array(line.utf8))), "\(today)")
  }

  /// Additions of a later version, and what is read of them.
  private static let frame = #"{"frame":{"number":1,"brightness":0,"isCodeInView":false"#
  private static let empty = ScanReport.frame(FrameReport(number: 1, brightness: 0, codes: []))
  static let later: [(line: String, report: ScanReport?, kind: String?)] = [
    (#"{"weather":{"light":7}}"#, nil, "weather"),
    (#"{"weather":7,"air":null}"#, nil, "air"),
    (frame + #","codes":[],"colour":[1,2]},"at":12}"#, empty, nil),
    (frame + #","codes":[],"obstacle":"upside-down"}}"#, empty, nil),
    (
      frame + #","codes":[{"payload":"68690a","kind":"aztec","#
        + #""outline":[450,-20,550,0,550,540,450,540],"glows":true}]}}"#,
      .frame(FrameReport(number: 1, brightness: 0, codes: [code(glows: true)])), nil
    ),
    (
      frame + #","codes":[],"backdrop":"AAEC"}}"#,
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
