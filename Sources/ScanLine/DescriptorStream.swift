import Glibc
import Hardware

/// Sends and receives whole buffers on a stream socket, continuing after interruptions.
public enum DescriptorStream {
  /// Blocks while the socket is full. Throws EPIPE without raising SIGPIPE if nobody reads.
  public static func send(
    _ bytes: [UInt8], to descriptor: Int32, doing operation: String
  ) throws(HardwareError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno != EINTR {
        throw HardwareError(.camera, operation, code: errno)
      }
    }
  }

  /// Receives exactly `count` bytes before `deadline` (milliseconds of the monotonic clock).
  static func receive(_ count: Int, from descriptor: Int32, before deadline: Int) throws(HardwareError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      guard try isReadable(descriptor, before: deadline) else {
        // After half a frame, the stream is unusable: the rest would be taken for the start of the next frame.
        guard received == 0 else { throw HardwareError(.camera, "receiving a frame, which was cut off", code: EPROTO) }
        throw HardwareError(.camera, "waiting for a frame", code: ETIMEDOUT)
      }
      let step = bytes.withUnsafeMutableBytes { buffer in
        recv(descriptor, buffer.baseAddress.map { $0 + received }, buffer.count - received, 0)
      }
      if step > 0 {
        received += step
      } else if step == 0 {
        throw HardwareError(.camera, "receiving a frame: the sender is gone", code: EPIPE)
      } else if errno != EINTR && errno != EAGAIN {
        throw HardwareError(.camera, "receiving a frame", code: errno)
      }
    }
    return bytes
  }

  /// Whether input (including an end of file) arrives before `deadline`.
  static func isReadable(_ descriptor: Int32, before deadline: Int) throws(HardwareError) -> Bool {
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let remaining = max(0, deadline - now())
      let ready = poll(&entry, 1, Int32(clamping: remaining))
      if ready >= 0 { return ready > 0 }
      if errno != EINTR { throw HardwareError(.camera, "waiting for a frame", code: errno) }
    }
  }

  /// Returns milliseconds of the monotonic clock.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
