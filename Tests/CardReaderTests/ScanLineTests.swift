import Glibc
import Hardware
import ScanLine
import Testing

@Suite struct ScanLineTests {
  static let reports: [ScanReport] = [
    .opened,
    .failed(HardwareError(.camera, "opening \"/dev/video0\"\n", code: EBUSY)),
    .frame(FrameReport(number: 1, brightness: 0, payloads: [])),
    .frame(FrameReport(number: .max, brightness: 255, payloads: [[], [0, 10, 255], Array("card".utf8)])),
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
    let payloads = (0..<40).map { [UInt8](repeating: UInt8($0), count: 2953) }
    let line = try ReportLine.encode(.frame(FrameReport(number: 1, brightness: 1, payloads: payloads)))
    #expect(line.count <= ReportLine.limit)
    var reader = ReportReader()
    guard case .frame(let frame) = try #require(try reader.read(line).first) else {
      Issue.record("not a frame")
      return
    }
    #expect(frame.payloads == Array(payloads.prefix(frame.payloads.count)))
    #expect(frame.payloads.count == 11)
  }

  @Test(arguments: [
    "garbage\n", "\n", "{}\n", "[]\n", "{\"opened\":{}",
    "{\"opened\":{},\"frame\":{}}\n",
    "{\"frame\":{\"number\":1}}\n",
    "{\"frame\":{\"number\":1,\"brightness\":1,\"payloads\":[\"abc\"]}}\n",
    "{\"frame\":{\"number\":1,\"brightness\":1,\"payloads\":[\"zz\"]}}\n", "\u{0}\u{0}\n",
  ])
  func garbageOnTheLineIsRefused(text: String) throws {
    var reader = ReportReader()
    // Cut off in the middle it is no report yet; the next line end makes it one.
    #expect(throws: ScanLineError.self) { try reader.read(text.utf8 + (text.hasSuffix("\n") ? [] : [10])) }
  }

  @Test func aLineWithoutAnEndIsRefusedAtTheLimit() {
    var reader = ReportReader()
    #expect(throws: ScanLineError.tooLong) { try reader.read([UInt8](repeating: 32, count: ReportLine.limit)) }
  }

  @Test func framesCrossASocketUnchanged() throws {
    let pair = try SocketPair()
    let frames = [GrayFrame(width: 3, height: 2, filledWith: 7), GrayFrame(width: 300, height: 200, filledWith: 200)]
    for frame in frames {
      try FrameStream.write(frame, to: pair.near)
      #expect(try FrameStream.read(from: pair.far) == frame)
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
    let error = try #require(throws: HardwareError.self) { try FrameStream.read(from: pair.far) }
    #expect(error.code == EPROTO)
  }

  @Test func aSenderThatIsSilentTimesOut() throws {
    let pair = try SocketPair()
    let error = try #require(throws: HardwareError.self) { try FrameStream.read(from: pair.far, within: 0) }
    #expect(error.code == ETIMEDOUT)
  }

  /// Half a header, a header alone, and half a picture.
  @Test(arguments: [4, 12, 12 + 100])
  func aFrameThatBreaksOffMakesTheStreamUseless(length: Int) throws {
    let pair = try SocketPair()
    let header = Array("RGF1".utf8) + [64, 0, 0, 0, 48, 0, 0, 0]
    let frame = header + [UInt8](repeating: 0, count: 64 * 48)
    try DescriptorStream.send(Array(frame[..<length]), to: pair.near, doing: "testing")
    let error = try #require(throws: HardwareError.self) { try FrameStream.read(from: pair.far, within: 0) }
    #expect(error.code == EPROTO)
  }

  @Test func aSenderOrReceiverThatIsGoneIsAnErrorAndNoSignal() throws {
    let pair = try SocketPair()
    pair.closeNear()
    let error = try #require(throws: HardwareError.self) { try FrameStream.read(from: pair.far) }
    #expect(error.code == EPIPE)
    let refused = try #require(throws: HardwareError.self) {
      try FrameStream.write(GrayFrame(width: 8, height: 8, filledWith: 1), to: pair.far)
    }
    #expect(refused.code == EPIPE)
  }
}

/// Two ends of a stream, closed with it.
final class SocketPair {
  private(set) var near: Int32
  let far: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw TestSetupError(what: "socketpair", code: errno)
    }
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
