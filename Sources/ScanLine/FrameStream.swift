import Glibc
import Hardware

/// Frames of a mock camera on a stream socket: "RGF1", width and height as little-endian 32-bit numbers, then the
/// pixels. "RGF2" has a 64-bit time of a mock clock before the pixels, because the reader has no access to that clock.
public enum FrameStream {
  /// The maximum number of pixels; a 640x480 frame has 307,200.
  public static let pixelLimit = 4096 * 4096

  /// The time limit for a frame in milliseconds.
  public static let patience = 2000

  /// Sends a frame, blocking while the socket is full. Throws EPIPE without raising SIGPIPE if there is no reader.
  /// `time` is milliseconds of a mock clock.
  public static func write(_ frame: GrayFrame, at time: Int? = nil, to descriptor: Int32) throws(HardwareError) {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let magic = time == nil ? magic : timedMagic
    let header = magic + bytes(frame.width, 4) + bytes(frame.height, 4) + (time.map { bytes($0, 8) } ?? [])
    try DescriptorStream.send(header, to: descriptor, doing: "sending a frame")
    try DescriptorStream.send(frame.pixels, to: descriptor, doing: "sending a frame")
  }

  /// Receives a frame and its time, if it has one. Throws ETIMEDOUT after `milliseconds`, EPIPE if the sender is gone,
  /// and EPROTO if the data is invalid or a frame was interrupted; the stream is unusable after EPROTO.
  public static func read(
    from descriptor: Int32, within milliseconds: Int = patience
  ) throws(HardwareError) -> (frame: GrayFrame, time: Int?) {
    let deadline = DescriptorStream.now() + milliseconds
    let header = try DescriptorStream.receive(headerLength, from: descriptor, before: deadline)
    let width = number(header[4..<8])
    let height = number(header[8..<12])
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    let isTimed = header.starts(with: timedMagic)
    guard isTimed || header.starts(with: magic), !overflow, area > 0, area <= pixelLimit else {
      throw HardwareError(.camera, "receiving a frame: no frame header", code: EPROTO)
    }
    let timeLength = isTimed ? 8 : 0
    let rest: [UInt8]
    do {
      rest = try DescriptorStream.receive(timeLength + area, from: descriptor, before: deadline)
    } catch {
      guard error.code == ETIMEDOUT else { throw error }
      throw HardwareError(.camera, "receiving a frame, which was cut off", code: EPROTO)
    }
    guard let frame = GrayFrame(width: width, height: height, pixels: Array(rest[timeLength...])) else {
      throw HardwareError(.camera, "receiving a frame: its size is wrong", code: EPROTO)
    }
    return (frame, isTimed ? number(rest[..<timeLength]) : nil)
  }

  private static let magic = Array("RGF1".utf8)
  private static let timedMagic = Array("RGF2".utf8)
  private static let headerLength = 12

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
