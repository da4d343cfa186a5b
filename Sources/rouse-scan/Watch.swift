import CardReader
import Glibc
import Hardware
import LinuxCamera
import Pictures
import ScanLine

/// Camera to reports. A broken camera is reported and tried again.
struct Watch {
  enum Source {
    /// Frames come from the daemon.
    case fed(any Camera)
    case device(V4L2Camera)
  }

  let source: Source
  /// A socket, for the reports.
  let line: Int32
  /// The size of the pictures to report; nil: none.
  let picture: PictureSize?
  /// For the report of the opening.
  let unconfined: [String]

  private var camera: any Camera {
    switch source {
    case .fed(let camera): camera
    case .device(let camera): camera
    }
  }

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
        // Frames that are none stay so: only new descriptors help, which come with a new process.
        if case .fed = source, error.code == EPROTO { throw error }
        // A stalled or unplugged camera is released and looked for anew.
        if isOpen { camera.close() }
        (isOpen, delivers) = (false, false)
        try pause(after: error)
        continue
      }
      // Only a frame proves a camera: some open well and then stay silent.
      if !delivers { try send(.opened(opened)) }
      delivers = true
      number += 1
      let look = try Deadline.run(within: Self.longestDecode) { try reader.look(at: frame) }
      var report = FrameReport(
        number: number, brightness: frame.meanBrightness, payloads: look.sightings.map(\.payload),
        isCodeInView: look.unread != nil, obstacle: look.obstacle)
      if let picture {
        report.picture = frame.fitted(width: picture.width, height: picture.height)
        report.sharpness = frame.sharpness
      }
      try send(.frame(report))
    }
  }

  private var opened: OpenedReport {
    guard case .device(let camera) = source, let opening = camera.opening else {
      return OpenedReport(unconfined: unconfined)
    }
    let rate = opening.rate.map { ", \(Int($0.rounded())) frames a second" } ?? ""
    var milliseconds: [String: Double] = [:]
    for lap in opening.milliseconds { milliseconds[lap.part] = (lap.milliseconds * 100).rounded() / 100 }
    return OpenedReport(
      camera: opening.camera, format: "\(opening.format) \(opening.width)x\(opening.height)\(rate)",
      controls: opening.controls, milliseconds: milliseconds, unconfined: unconfined)
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

  /// Seconds. A frame full of codes takes three on a slow board; the daemon waits for six.
  private static let longestDecode: UInt32 = 5
}
