import CLinux
import CardReader
import Glibc
import Hardware
import LinuxCamera
import Pictures
import ScanLine

/// Reads the camera and sends reports. Reports a broken camera and retries.
struct Watch {
  /// A `PipedCamera` or a `V4L2Camera`.
  let camera: any Camera
  let line: Int32
  /// The size of the pictures to report, or `nil` to report none.
  let picture: PictureSize?
  /// Whether to keep frames until the daemon asks for them.
  let keepsEvidence: Bool
  /// The restrictions that the kernel could not apply, for the report on opening the camera.
  let unconfined: [String]

  private var fed: PipedCamera? { camera as? PipedCamera }
  private var device: V4L2Camera? { camera as? V4L2Camera }

  /// Runs until the daemon hangs up or asks for evidence.
  func run() throws {
    let reader = try CardReader()
    var isOpen = false
    var delivers = false
    var number = 0
    var evidence = EvidenceBuffer()
    var motion = MotionWatch()
    var exposure: ExposureControl?
    var time: Int?
    while true {
      if keepsEvidence, isAskedForEvidence {
        if isOpen { camera.close() }
        return try handOver(evidence, reader, at: time ?? Self.milliseconds)
      }
      let frame: GrayFrame
      do throws(HardwareError) {
        if !isOpen { try camera.open() }
        isOpen = true
        (frame, time) = try nextFrame()
      } catch {
        // A stream with invalid frames cannot recover; only a new process gets new descriptors.
        if fed != nil, error.code == EPROTO { throw error }
        // A stalled or unplugged camera is closed, and the search starts again.
        if isOpen { camera.close() }
        (isOpen, delivers) = (false, false)
        try send(.failed(error))
        // If the next attempt uses another format, it takes up to 1.5 s during a ring, and waiting would add half of that.
        if device?.triesAnotherFormat != true { usleep(Self.retryInterval) }
        continue
      }
      // Only a frame proves that a camera works: some open without an error and then deliver nothing.
      if !delivers {
        try send(.opened(opened))
        exposure = device?.exposureRange.map { ExposureControl($0, at: Self.now) }
      }
      delivers = true
      number += 1
      let look = try DecodeLimit.run(within: Self.longestDecode) { try reader.look(at: frame) }
      if keepsEvidence { evidence.add(frame, look, at: time ?? Self.milliseconds) }
      var report = FrameReport(
        number: number, brightness: frame.meanBrightness, codes: look.sightings.map { CodeReport($0, in: frame) },
        isCodeInView: look.unread != nil, obstacle: look.obstacle, isMoving: motion.look(at: frame))
      report.backdrop = motion.blocks
      if let picture {
        report.picture = frame.fitted(width: picture.width, height: picture.height)
        report.sharpness = frame.sharpness
      }
      try send(.frame(report))
      if let wanted = exposure?.look(brightness: report.brightness, obstacle: look.obstacle, at: Self.now) {
        do throws(HardwareError) { try expose(wanted) } catch { exposure?.fail() }
      }
    }
  }

  private func nextFrame() throws(HardwareError) -> (GrayFrame, time: Int?) {
    if let fed { return try fed.timedFrame() }
    return (try camera.frame(), nil)
  }

  /// Whether the daemon has closed its direction of the line, on which it sends nothing otherwise.
  private var isAskedForEvidence: Bool {
    var entry = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  private func handOver(_ evidence: EvidenceBuffer, _ reader: CardReader, at closed: Int) throws {
    try send(.closed)
    let development = try EvidenceDevelopment(evidence.entries, reader)
    for report in try development.reports(at: closed) { try send(.evidence(report)) }
  }

  private static var milliseconds: Int { Int(rouse_clock(CLOCK_MONOTONIC) / 1_000_000) }

  /// Returns to automatic exposure on failure, so that a partial change does not leave the picture black.
  private func expose(_ wanted: ExposureSetting) throws(HardwareError) {
    do throws(HardwareError) { try device?.expose(wanted) } catch {
      try device?.expose(.automatic)
      throw error
    }
  }

  private static var now: Duration { .milliseconds(milliseconds) }

  private var opened: OpenedReport {
    var report = device?.opening ?? OpenedReport()
    report.unconfined = unconfined
    return report
  }

  private func send(_ report: ScanReport) throws {
    try DescriptorStream.send(try ReportLine.encode(report), to: line, doing: "reporting to the daemon")
  }

  /// In microseconds. A camera that works again must be back within 2 s.
  private static let retryInterval: UInt32 = 500_000

  /// A frame full of codes takes three seconds on a slow board, and the daemon waits for six.
  private static let longestDecode: Duration = .seconds(5)
}
