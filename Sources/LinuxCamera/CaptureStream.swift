import CLinux
import Glibc
import Hardware

/// A camera stream with buffers shared with the kernel (V4L2's "Streaming I/O (Memory Mapping)"). When this value ends,
/// it releases stream, mappings, buffers and node, in the order that drivers require.
struct CaptureStream: ~Copyable {
  let device: CameraDevice
  let layout: PictureLayout
  private var buffers: [UnsafeRawBufferPointer] = []
  private var isStreaming = false
  private(set) var damaged = 0
  private var patience: Duration

  /// - Parameter isHurried: shortens the timeout for the first picture, because another format can be tried.
  init(device: consuming CameraDevice, layout: PictureLayout, isHurried: Bool = false) {
    self.device = device
    self.layout = layout
    patience = isHurried ? Self.hurriedPatience : Self.patience
  }

  deinit {
    // Failures are ignored here: closing the node at the end releases everything anyway.
    if isStreaming { _ = rouse_video_stop(device.descriptor) }
    for buffer in buffers { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
    var request = Self.request(count: 0)
    _ = rouse_video_request_buffers(device.descriptor, &request)
  }

  mutating func prepare() throws(HardwareError) {
    var request = Self.request(count: Self.bufferCount)
    try device.check(rouse_video_request_buffers(device.descriptor, &request), "requesting buffers")
    guard request.count >= 2 else {
      throw HardwareError(
        .camera, "requesting buffers of \(device.path), which gave \(request.count)", code: ENOMEM)
    }
    for index in 0..<request.count {
      var buffer = Self.buffer(index)
      try device.check(rouse_video_query_buffer(device.descriptor, &buffer), "querying a buffer")
      guard let start = rouse_video_map(device.descriptor, &buffer) else {
        throw HardwareError(.camera, "mapping a buffer of \(device.path)", code: errno)
      }
      buffers.append(UnsafeRawBufferPointer(start: start, count: Int(buffer.length)))
      try give(buffer)
    }
  }

  mutating func start() throws(HardwareError) {
    try device.check(rouse_video_start(device.descriptor), "starting the stream")
    isStreaming = true
  }

  func expose(_ exposure: CameraExposure, _ setting: ExposureSetting) throws(HardwareError) {
    try exposure.apply(setting, to: device)
  }

  /// Returns the next undamaged picture, recent enough to show the scene now. Skips and counts damaged pictures.
  /// Throws ETIMEDOUT after 2 s without a picture (1.5 s for a hurried first one), EBADMSG if all pictures were
  /// damaged, and ENODEV if the camera is gone.
  mutating func frame() throws(HardwareError) -> GrayFrame {
    let deadline = SuspendingClock.now + patience
    defer { patience = Self.patience }
    var damagedInARow = 0
    while true {
      let buffer: v4l2_buffer
      do throws(HardwareError) { buffer = try newest(before: deadline) } catch {
        guard error.code == ETIMEDOUT, damagedInARow > 0 else { throw error }
        throw HardwareError(.camera, "waiting for a complete picture from \(device.path)", code: EBADMSG)
      }
      let result = decode(buffer)
      try give(buffer)
      switch result {
      case .success(let frame): return frame
      case .failure(let damage):
        damaged += 1
        damagedInARow += 1
        guard damagedInARow < Self.mostDamagedInARow else {
          throw HardwareError(
            .camera, "decoding \(damagedInARow) pictures from \(device.path); the last one: \(damage)",
            code: EBADMSG)
        }
      }
    }
  }

  private func decode(_ buffer: v4l2_buffer) -> Result<GrayFrame, PictureLayout.Damage> {
    // UVC cameras mark pictures that lost data on the bus.
    if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .failure(.init(description: "a part is missing")) }
    let whole = buffers[Int(buffer.index)]
    let used = min(Int(buffer.bytesused), whole.count)
    return Result { () throws(PictureLayout.Damage) in
      try layout.frame(of: UnsafeRawBufferPointer(rebasing: whole[..<used]))
    }
  }

  /// Dequeues the newest filled buffer and requeues older ones.
  private func newest(before deadline: SuspendingClock.Instant) throws(HardwareError) -> v4l2_buffer {
    while true {
      var newest = try next(before: deadline)
      var count = 1
      // At most once per buffer, so that a fast camera cannot keep this loop busy.
      while count < buffers.count, let newer = try filled() {
        try give(newest)
        newest = newer
        count += 1
      }
      guard count == buffers.count else { return newest }
      // All buffers were full, so the camera has been waiting for an unknown time and these pictures may be old.
      try give(newest)
    }
  }

  private func next(before deadline: SuspendingClock.Instant) throws(HardwareError) -> v4l2_buffer {
    while true {
      var entry = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
      let left = SuspendingClock.now.duration(to: deadline) / .milliseconds(1)
      let ready = poll(&entry, 1, Int32(max(0, left.rounded(.up))))
      if ready < 0 && errno != EINTR { throw HardwareError(.camera, "waiting for \(device.path)", code: errno) }
      if ready > 0 {
        if let buffer = try filled() { return buffer }
        // The queue reports no reason for the error.
        if Int32(entry.revents) & Int32(POLLERR | POLLHUP) != 0 {
          throw HardwareError(.camera, "waiting for \(device.path)", code: EIO)
        }
      }
      if SuspendingClock.now >= deadline {
        let seconds = patience == Self.patience ? "2" : "1.5"
        throw HardwareError(.camera, "waiting \(seconds) s for a picture from \(device.path)", code: ETIMEDOUT)
      }
    }
  }

  /// Dequeues a filled buffer, or returns `nil` if there is none yet.
  private func filled() throws(HardwareError) -> v4l2_buffer? {
    var buffer = Self.buffer(0)
    let code = rouse_video_dequeue(device.descriptor, &buffer)
    if code == EAGAIN { return nil }
    try device.check(code, "taking a picture")
    guard Int(buffer.index) < buffers.count else {
      throw HardwareError(
        .camera, "taking a picture of \(device.path): there is no buffer \(buffer.index)", code: EPROTO)
    }
    return buffer
  }

  private func give(_ buffer: v4l2_buffer) throws(HardwareError) {
    var buffer = Self.buffer(buffer.index)
    try device.check(rouse_video_queue(device.descriptor, &buffer), "returning a buffer")
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }

  private static func request(count: UInt32) -> v4l2_requestbuffers {
    var request = v4l2_requestbuffers()
    request.count = count
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    return request
  }

  /// Enough to keep the camera capturing while a picture is decoded.
  private static let bufferCount: UInt32 = 4
  /// As documented in `Camera`.
  private static let patience: Duration = .seconds(2)
  /// Most cameras send their first picture within a second.
  private static let hurriedPatience: Duration = .milliseconds(1500)
  /// At 15 frames per second, 2/3 s without a usable picture.
  private static let mostDamagedInARow = 10
}
