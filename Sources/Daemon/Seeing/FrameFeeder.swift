import AlarmClock
import Glibc
import Hardware
import Machine
import ScanLine
import Synchronization

/// Passes the frames of a camera in the daemon (the mock board's) to `rouse-scan`.
struct FrameFeeder: Sendable {
  let camera: any Camera
  let frames: Descriptor
  let health: DeviceHealth
  /// Only on a mock clock.
  let lockstep: Lockstep?
  private let isEnded = Box(false)
  private let hasReleasedCamera = Box(false)

  func start() throws(SystemError) { try MachineThread.start("frames") { [self] in run() } }

  /// Ends the feeding, even if the child does not read, and waits up to a second for the camera to be released.
  func end() {
    isEnded.value = true
    shutdown(frames.number, Int32(SHUT_RDWR))
    if let lockstep {
      // The camera may be about to wait for a clock that waits for this thread.
      lockstep.end()
      camera.close()
    }
    for _ in 0..<200 where !hasReleasedCamera.value { usleep(5_000) }
  }

  private var goesOn: Bool { !isEnded.value }

  private func run() {
    while goesOn {
      do {
        try camera.open()
        while goesOn {
          let frame = try camera.frame()
          guard let lockstep else {
            try FrameStream.write(frame, to: frames.number)
            continue
          }
          if lockstep.repeats(frame) { continue }
          try FrameStream.write(frame, at: lockstep.timeOfFrame(), to: frames.number)
          lockstep.wait()
        }
      } catch {
        guard goesOn else { break }
        health.failed(error)
        if error.code == EPIPE { break }
        lockstep?.rest()
        if lockstep == nil { usleep(500_000) }
      }
    }
    camera.close()
    hasReleasedCamera.value = true
  }
}

/// Makes a mock clock wait for `rouse-scan`, which runs on the real one: each frame is answered before the next is due.
/// A picture that does not change is decoded for some frames only; then the last answer is repeated.
final class Lockstep: Sendable {
  fileprivate struct State {
    var frame: GrayFrame?
    /// Whether all its pixels are the same, as in an empty room. No pass of the reader finds a code there.
    var isPlain = false
    var count = 0
    var report: FrameReport?
    var isSteady = false
    var repeated = 0
    var isAnswered = false
    var isSilent = false
    var hasEnded = false
    var sent: Instant?
  }

  private let state = Mutex(State())
  /// Waits by the real clock. A waiting thread counts as busy.
  private let bell: Doorbell?
  private let time: any TimeSource
  private let wakeup: Wakeup
  private let failed: Wakeup
  private let again: @Sendable (FrameReport) -> Void

  /// More frames than all passes of the reader take.
  private static let enough = 16
  /// By the real clock.
  private static let patience: Duration = .seconds(6)

  /// `wakeup` is signaled if `rouse-scan` does not answer. `again` receives repeated answers.
  init(
    time: any TimeSource, _ wakeup: Wakeup, again: @escaping @Sendable (FrameReport) -> Void
  ) throws(SystemError) {
    self.time = time
    self.wakeup = wakeup
    failed = try Wakeup()
    self.again = again
    do throws(SystemError) { bell = try Doorbell() } catch { bell = nil }
  }

  var lastFrame: Instant? { state.withLock { $0.sent } }

  /// Returns the time for a frame that is about to be sent, in milliseconds since boot.
  func timeOfFrame() -> Int {
    let reading = time.reading
    state.withLock { $0.sent = reading.now }
    return Int(reading.sinceBoot / .milliseconds(1))
  }

  var isSilent: Bool { state.withLock { $0.isSilent } }

  /// Repeats the answer to a frame that was answered often enough. Returns `false` if the frame must be decoded.
  func repeats(_ frame: GrayFrame) -> Bool {
    let report = state.withLock { state -> FrameReport? in
      if state.frame != frame {
        (state.frame, state.isPlain, state.count, state.isSteady) = (frame, frame.isPlain, 0, false)
      }
      let isEnough = state.count >= Self.enough || state.isPlain && state.isSteady
      guard isEnough, var report = state.report else {
        state.isAnswered = false
        return nil
      }
      state.repeated += 1
      // The reader compares a frame with the mean of the last second.
      report.isMoving = false
      return state.numbered(report)
    }
    if let report { again(report) }
    return report != nil
  }

  func wait() {
    guard let bell else { return }
    let end = ContinuousClock.now + Self.patience
    while !state.withLock({ $0.isAnswered || $0.hasEnded }) {
      let left = end - ContinuousClock.now
      guard left > .zero else {
        state.withLock { $0.isSilent = true }
        return wakeup.signal()
      }
      bell.wait(timeout: left)
    }
  }

  func answered(_ report: FrameReport) -> FrameReport { state.withLock { $0.numbered(report) } }

  func goOn(after report: FrameReport) {
    state.withLock { state in
      state.count += 1
      var last = state.report
      last?.number = report.number
      state.isSteady = state.count > 1 && last == report
      state.report = report
      state.isAnswered = true
    }
    bell?.ring()
  }

  func end() {
    state.withLock { $0.hasEnded = true }
    bell?.ring()
    failed.signal()
  }

  /// Waits, by the mock clock, before a failed camera is tried again.
  func rest() { failed.wait(timeout: .milliseconds(500)) }
}

extension Lockstep.State {
  fileprivate func numbered(_ report: FrameReport) -> FrameReport {
    var report = report
    report.number += repeated
    return report
  }
}

extension GrayFrame {
  fileprivate var isPlain: Bool {
    pixels.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0, $0 + 1, bytes.count - 1) == 0 } ?? false
    }
  }
}
