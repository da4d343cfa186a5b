import Glibc
import Hardware

/// Frames of a mock camera on a stream socket: "RGF1", width and height as little-endian 32-bit numbers, then the pixels.
/// "RGF2" has a time before the pixels, as a 64-bit number: that of a mock clock, which the reader cannot look at.
public enum FrameStream {
  /// The most pixels a frame may have; a 640x480 frame has 307,200.
  public static let pixelLimit = 4096 * 4096

  /// How long a camera may take for a frame, in milliseconds.
  public static let patience = 2000

  /// Sends a frame, blocking while the socket is full. Without a reader the error is EPIPE, and no SIGPIPE is raised.
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

  /// Receives a frame within `milliseconds`, else ETIMEDOUT, and its time if it has one. EPIPE: the sender is gone. EPROTO: the
  /// bytes are not frames, or a frame broke off; nothing more can be read then.
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
