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
  ///
  /// - Parameter time: milliseconds of a mock clock.
  public static func write(_ frame: GrayFrame, at time: Int? = nil, to descriptor: Int32) throws(HardwareError) {
    var header = time == nil ? magic : timedMagic
    for number in [frame.width, frame.height] {
      for shift in [0, 8, 16, 24] { header.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    if let time {
      for shift in stride(from: 0, to: 64, by: 8) { header.append(UInt8(truncatingIfNeeded: time >> shift)) }
    }
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
    let time: [UInt8]
    let pixels: [UInt8]
    do {
      time = try DescriptorStream.receive(isTimed ? 8 : 0, from: descriptor, before: deadline)
      pixels = try DescriptorStream.receive(area, from: descriptor, before: deadline)
    } catch {
      guard error.code == ETIMEDOUT else { throw error }
      throw HardwareError(.camera, "receiving a frame, which broke off", code: EPROTO)
    }
    guard let frame = GrayFrame(width: width, height: height, pixels: pixels) else {
      throw HardwareError(.camera, "receiving a frame: its size is wrong", code: EPROTO)
    }
    return (frame, isTimed ? number(time[...]) : nil)
  }

  private static let magic = Array("RGF1".utf8)
  private static let timedMagic = Array("RGF2".utf8)
  private static let headerLength = 12

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
