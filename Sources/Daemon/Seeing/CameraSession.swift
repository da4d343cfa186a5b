import Glibc
import Hardware
import Machine
import ScanLine
import Synchronization

/// The report on one frame.
typealias Sight = FrameReport

extension Sight {
  var payloads: [[UInt8]] { codes.map(\.payload) }
}

/// Keeps a `rouse-scan` running until ended. Restarts it when it dies, hangs or loses the camera. Each step may block.
final class CameraSession: Sendable {
  private let camera: CameraSource
  private let program: String
  private let picture: PictureSize?
  private let health: DeviceHealth
  private let time: any TimeSource
  private let opened: @Sendable (OpenedReport) -> Void
  private let leftOut: @Sendable (String) -> Void
  private let evidence: EvidenceRecorder?
  private let output: AsyncStream<Sight>.Continuation
  private let isEnded = Atomic(false)
  private let hasReleasedCamera = Atomic(false)
  private let wakeup: Wakeup

  /// A child that is silent for this long is replaced. It reports a stalled camera after two seconds, and starting it,
  /// opening a slow camera and decoding a frame full of codes take a second or two each on a slow board.
  private static let longestSilence: Duration = .seconds(6)
  /// A child that reports only failures for this long is replaced too, in case it is at fault and not the camera.
  private static let longestWaitForAFrame: Duration = .seconds(9)

  /// `picture`: the size of each sight's picture. `evidence` receives the last frames. `opened`: each time the camera
  /// was opened. `leftOut`: called with an unknown kind of report, once for each `rouse-scan`.
  init(
    camera: CameraSource, program: String, picture: PictureSize?, health: DeviceHealth, time: any TimeSource,
    evidence: EvidenceRecorder?, opened: @escaping @Sendable (OpenedReport) -> Void,
    leftOut: @escaping @Sendable (String) -> Void, output: AsyncStream<Sight>.Continuation
  ) throws(SystemError) {
    self.camera = camera
    self.program = program
    self.picture = picture
    self.evidence = evidence
    self.opened = opened
    self.leftOut = leftOut
    self.health = health
    self.time = time
    self.output = output
    wakeup = try Wakeup()
  }

  /// Starts once `previous` has released the camera, or after a second.
  func start(after previous: CameraSession?) throws(SystemError) {
    try MachineThread.start("camera") { [self] in
      if let previous {
        for _ in 0..<100 where !previous.hasReleasedCamera.load(ordering: .acquiring) { usleep(10_000) }
      }
      run()
      hasReleasedCamera.store(true, ordering: .releasing)
      output.finish()
    }
  }

  /// Ends the session without waiting. May be called on any thread.
  func end() {
    isEnded.store(true, ordering: .releasing)
    wakeup.signal()
  }

  private var goesOn: Bool { !isEnded.load(ordering: .acquiring) }

  private func run() {
    var failures = 0
    while goesOn {
      do {
        try lookThroughOneProcess { failures = 0 }
      } catch {
        failures += 1
        health.failed(error)
      }
      if goesOn { wakeup.wait(timeout: Backoff.delay(afterFailures: failures)) }
    }
  }

  /// Runs one `rouse-scan` until it ends, fails or falls silent.
  private func lookThroughOneProcess(sawFrame: () -> Void) throws(HardwareError) {
    let identity: CameraIdentity? = if case .device(let named) = camera { named } else { nil }
    let process: ScanProcess
    do throws(SystemError) {
      process = try ScanProcess(path: program, camera: identity, picture: picture, keepsEvidence: evidence != nil)
    } catch {
      throw HardwareError(.camera, error.operation, code: error.code)
    }
    var feeder: FrameFeeder?
    if case .fed(let camera) = camera, let frames = process.frames {
      do throws(SystemError) {
        var lockstep: Lockstep?
        if VirtualTime.installed != nil {
          lockstep = try Lockstep(time: time, wakeup) { [self] in _ = handle(.frame($0)) }
        }
        feeder = FrameFeeder(camera: camera, frames: frames, health: health, lockstep: lockstep)
        try feeder?.start()
      } catch {
        throw HardwareError(.camera, error.operation, code: error.code)
      }
    }
    let lockstep = feeder?.lockstep
    defer { feeder?.end() }

    var reader = ReportReader()
    var isLeftOutTold = false
    var lastFrame = time.monotonic
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while goesOn {
      let ready = wakeup.wait(with: [process.line.number], timeout: lockstep == nil ? Self.longestSilence : nil)
      guard goesOn else { break }
      let isSilent = lockstep?.isSilent ?? (time.monotonic - lastFrame >= Self.longestWaitForAFrame)
      guard !isSilent, !ready.isEmpty else {
        throw HardwareError(.camera, "waiting for a frame from rouse-scan, which was started anew", code: ETIMEDOUT)
      }
      let count = read(process.line.number, &buffer, buffer.count)
      guard count > 0 else {
        throw HardwareError(.camera, "reading from rouse-scan, which has ended", code: count == 0 ? EPIPE : errno)
      }
      let reports: [ScanReport]
      do { reports = try reader.read(buffer[..<count]) } catch {
        throw HardwareError(.camera, "understanding rouse-scan: \(error)", code: EPROTO)
      }
      if let kind = reader.unknownKind, !isLeftOutTold {
        leftOut(kind)
        isLeftOutTold = true
      }
      for report in reports {
        if let lockstep, case .frame(let frame) = report {
          _ = handle(.frame(lockstep.answered(frame)))
          lockstep.goOn(after: frame)
        } else {
          guard handle(report) else { continue }
        }
        lastFrame = time.monotonic
        sawFrame()
      }
    }
    // The camera is no longer needed, and nobody waits for this thread.
    guard let evidence, let moment = evidence.takeMoment() else { return }
    process.askForEvidence()
    feeder?.end()
    let reading = EvidenceReceiver(line: process.line, time: time) { [self] in
      hasReleasedCamera.store(true, ordering: .releasing)
    }
    let (closed, frames) = reading.frames(&reader)
    evidence.keep(frames, of: moment, closed: lockstep?.lastFrame ?? closed)
  }

  /// Returns `true` for a frame.
  private func handle(_ report: ScanReport) -> Bool {
    switch report {
    case .opened(let report): opened(report)
    case .failed(let error): health.failed(error)
    case .closed, .evidence: break
    case .frame(let frame):
      health.worked(.camera)
      output.yield(frame)
      return true
    }
    return false
  }
}
