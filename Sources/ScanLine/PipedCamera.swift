import Glibc
import Hardware

/// A camera whose frames arrive on a stream socket: the mock board's camera, as seen by `rouse-scan`.
public final class PipedCamera: Camera {
  private let descriptor: Int32
  private let patience: Int

  /// Does not close `descriptor`, which belongs to the caller. `patience` is the limit for a frame in milliseconds.
  public init(descriptor: Int32, patience: Int = FrameStream.patience) {
    self.descriptor = descriptor
    self.patience = patience
  }

  public func open() throws(HardwareError) {
    guard fcntl(descriptor, F_GETFD) >= 0 else {
      throw HardwareError(.camera, "opening descriptor \(descriptor)", code: errno)
    }
  }

  /// Returns the newest frame and skips older ones in the queue, so that the result is never outdated.
  public func frame() throws(HardwareError) -> GrayFrame { try timedFrame().frame }

  /// Also returns the time of the mock clock in milliseconds at which the frame was sent.
  public func timedFrame() throws(HardwareError) -> (frame: GrayFrame, time: Int?) {
    var newest = try FrameStream.read(from: descriptor, within: patience)
    for _ in 0..<Self.longestQueue {
      guard try DescriptorStream.isReadable(descriptor, before: 0) else { break }
      newest = try FrameStream.read(from: descriptor)
    }
    return newest
  }

  /// Does nothing, because nothing is held between frames.
  public func close() {}

  /// More frames than the socket buffer holds, so that a fast sender cannot keep the loop busy.
  private static let longestQueue = 8
}
