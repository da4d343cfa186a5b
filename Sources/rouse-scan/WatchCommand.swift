import CardReader
import Glibc
import Hardware
import ScanLine

/// `watch`: reads the camera and reports every frame to the daemon until the daemon hangs up.
enum WatchCommand {
  static func run(_ arguments: [String]) -> Int32 {
    var line: Int32?
    var frames: Int32?
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ Int32($0) }), fcntl(value, F_GETFD) >= 0 else {
        return RouseScan.usage("\(option) needs the number of an open descriptor.")
      }
      switch option {
      case "--line": line = value
      case "--frames": frames = value
      default: return RouseScan.usage("watch has no option \(option).")
      }
    }
    guard let line, let frames else { return RouseScan.usage("watch needs --line and --frames.") }
    guard endWithPeer(of: line) else {
      Output.message("rouse-scan: no thread could be started to watch the line to the daemon.")
      return EX_OSERR
    }
    do {
      try Watch(camera: PipedCamera(descriptor: frames), line: line).run()
    } catch let error as HardwareError where error.code == EPIPE {
      return 0
    } catch {
      Output.message("rouse-scan: \(error)")
      return EX_SOFTWARE
    }
  }

  /// Starts a thread that ends the process as soon as the other end of the line is closed, in the middle of a decode
  /// too: a scan without a daemon would keep the camera from its successor.
  private static func endWithPeer(of line: Int32) -> Bool {
    var thread = pthread_t()
    let context = UnsafeMutableRawPointer(bitPattern: Int(line))
    return pthread_create(
      &thread, nil,
      { context in
        // Asking for nothing, poll still reports the hang-up.
        var entry = pollfd(fd: Int32(Int(bitPattern: context)), events: 0, revents: 0)
        while poll(&entry, 1, -1) < 0 && errno == EINTR {}
        _exit(0)
      }, context) == 0
  }
}

/// Camera to reports. A broken camera is reported and tried again.
private struct Watch {
  let camera: any Camera
  let line: Int32

  func run() throws -> Never {
    let reader = try CardReader()
    var isOpen = false
    var delivers = false
    var number = 0
    while true {
      let frame: GrayFrame
      do throws(HardwareError) {
        if !isOpen { try camera.open() }
        isOpen = true
        frame = try camera.frame()
      } catch {
        // Bytes that are no frames stay so: only new descriptors help, which come with a new process.
        if error.code == EPROTO { throw error }
        if isOpen { camera.close() }
        (isOpen, delivers) = (false, false)
        try pause(after: error)
        continue
      }
      // Only a frame proves a camera: some open well and then stay silent.
      if !delivers { try send(.opened) }
      delivers = true
      number += 1
      let sightings = try Deadline.run(within: Self.longestDecode) { try reader.read(frame, with: .rotating) }
      let payloads = sightings.map(\.payload)
      try send(.frame(FrameReport(number: number, brightness: frame.meanBrightness, payloads: payloads)))
    }
  }

  private func pause(after error: HardwareError) throws {
    try send(.failed(error))
    usleep(Self.retryInterval)
  }

  private func send(_ report: ScanReport) throws {
    try DescriptorStream.send(try ReportLine.encode(report), to: line, doing: "reporting to the daemon")
  }

  /// Microseconds. A healed camera is to be back within 2 s.
  private static let retryInterval: UInt32 = 500_000

  /// Seconds. A frame full of codes takes three on a slow board.
  private static let longestDecode: UInt32 = 10
}
