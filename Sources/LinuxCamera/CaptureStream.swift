import CLinux
import Glibc
import Hardware

/// A camera that streams into buffers which the kernel and this process share (V4L2's "Streaming I/O (Memory Mapping)").
/// With its owner everything ends, in the order that drivers want: stream, mappings, buffers, node.
struct CaptureStream: ~Copyable {
  let device: CameraDevice
  let layout: PictureLayout
  private var buffers: [UnsafeRawBufferPointer] = []
  private var isStreaming = false
  /// Pictures skipped because they were damaged.
  private(set) var damaged = 0
  /// Milliseconds to wait for the next picture.
  private var patience: Int

  /// Nothing streams before `start`.
  ///
  /// - Parameter isHurried: the first picture is given less time, because another format can be tried.
  init(device: consuming CameraDevice, layout: PictureLayout, isHurried: Bool = false) {
    self.device = device
    self.layout = layout
    patience = isHurried ? Self.hurriedPatience : Self.patience
  }

  deinit {
    // Nothing can be done about failures here: closing the node, last, releases all of it too.
    if isStreaming { _ = rouse_video_stop(device.descriptor) }
    for buffer in buffers { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
    var request = Self.request(count: 0)
    _ = rouse_video_request_buffers(device.descriptor, &request)
  }

  /// Makes the buffers and hands them to the driver.
  mutating func prepare() throws(HardwareError) {
    var request = Self.request(count: Self.bufferCount)
    try device.check(rouse_video_request_buffers(device.descriptor, &request), "requesting buffers")
    guard request.count >= 2 else {
      throw HardwareError(
        .camera, "requesting buffers of \(device.path), of which it gave \(request.count)", code: ENOMEM)
    }
    for index in 0..<request.count {
      var buffer = Self.buffer(index)
      try device.check(rouse_video_query_buffer(device.descriptor, &buffer), "examining a buffer")
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

  /// The next whole picture, new enough to answer what is before the camera now. Damaged ones are skipped and counted.
  ///
  /// ETIMEDOUT after two seconds without one, or 1.5 where the first is hurried; EBADMSG when all that came were damaged; ENODEV when the camera is gone.
  mutating func frame() throws(HardwareError) -> GrayFrame {
    let deadline = Self.now() + patience
    defer { patience = Self.patience }
    var damagedInARow = 0
    while true {
      let buffer: v4l2_buffer
      do throws(HardwareError) { buffer = try newest(before: deadline) } catch {
        guard error.code == ETIMEDOUT, damagedInARow > 0 else { throw error }
        throw HardwareError(.camera, "waiting for a whole picture of \(device.path)", code: EBADMSG)
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
            .camera, "decoding \(damagedInARow) pictures of \(device.path), the last of which: \(damage)",
            code: EBADMSG)
        }
      }
    }
  }

  private func decode(_ buffer: v4l2_buffer) -> Result<GrayFrame, PictureLayout.Damage> {
    // UVC cameras mark pictures of which a part was lost on the bus.
    if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .failure(.init(description: "a part was lost")) }
    let whole = buffers[Int(buffer.index)]
    let used = min(Int(buffer.bytesused), whole.count)
    do throws(PictureLayout.Damage) {
      return .success(try layout.frame(of: UnsafeRawBufferPointer(rebasing: whole[..<used])))
    } catch {
      return .failure(error)
    }
  }

  /// Takes the newest filled buffer out of the queue; the older ones go back.
  private func newest(before deadline: Int) throws(HardwareError) -> v4l2_buffer {
    while true {
      var newest = try next(before: deadline)
      var count = 1
      // Each buffer once at most: a fast camera must not keep this going.
      while count < buffers.count, let newer = try filled() {
        try give(newest)
        newest = newer
        count += 1
      }
      guard count == buffers.count else { return newest }
      // All were full: the camera has been waiting for room, nobody knows for how long.
      try give(newest)
    }
  }

  /// Waits for a filled buffer.
  private func next(before deadline: Int) throws(HardwareError) -> v4l2_buffer {
    while true {
      var entry = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, Int32(clamping: max(0, deadline - Self.now())))
      if ready < 0 && errno != EINTR { throw HardwareError(.camera, "waiting for \(device.path)", code: errno) }
      if ready > 0 {
        if let buffer = try filled() { return buffer }
        // Not even the queue can say what is wrong.
        if Int32(entry.revents) & Int32(POLLERR | POLLHUP) != 0 {
          throw HardwareError(.camera, "waiting for \(device.path)", code: EIO)
        }
      }
      if Self.now() >= deadline {
        let seconds = patience == Self.patience ? "2" : "1.5"
        throw HardwareError(.camera, "waiting \(seconds) s for a picture of \(device.path)", code: ETIMEDOUT)
      }
    }
  }

  /// A filled buffer, nil when there is none yet.
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
    try device.check(rouse_video_queue(device.descriptor, &buffer), "giving back a buffer")
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

  /// Milliseconds of the monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Enough for the camera to go on while a picture is decoded.
  private static let bufferCount: UInt32 = 4
  /// Milliseconds, as `Camera` promises.
  private static let patience = 2000
  /// Most cameras send their first picture within a second.
  private static let hurriedPatience = 1500
  /// At 15 frames a second, two thirds of a second in which nothing could be seen.
  private static let mostDamagedInARow = 10
}
