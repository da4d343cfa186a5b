import Glibc
import Hardware

/// A camera whose frames arrive over a stream socket: the mock board's, seen from `rouse-scan`.
public final class PipedCamera: Camera {
  private let descriptor: Int32
  private let patience: Int

  /// `descriptor` stays the caller's: it is used, never closed.
  ///
  /// - Parameter patience: milliseconds that a frame may take.
  public init(descriptor: Int32, patience: Int = FrameStream.patience) {
    self.descriptor = descriptor
    self.patience = patience
  }

  public func open() throws(HardwareError) {
    guard fcntl(descriptor, F_GETFD) >= 0 else {
      throw HardwareError(.camera, "opening descriptor \(descriptor)", code: errno)
    }
  }

  /// The newest frame: those that queued up meanwhile are skipped, so the answer is never about an old picture.
  public func frame() throws(HardwareError) -> GrayFrame { try timedFrame().frame }

  /// As `frame`, with the milliseconds of the mock clock that it was sent by.
  public func timedFrame() throws(HardwareError) -> (frame: GrayFrame, time: Int?) {
    var newest = try FrameStream.read(from: descriptor, within: patience)
    for _ in 0..<Self.longestQueue {
      guard try DescriptorStream.isReadable(descriptor, before: 0) else { break }
      newest = try FrameStream.read(from: descriptor)
    }
    return newest
  }

  public func close() {
    // Nothing is held between frames.
  }

  /// More frames than a socket's buffer holds; a sender that never rests must not keep this waiting.
  private static let longestQueue = 8
}
