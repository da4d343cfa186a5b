import Hardware
import Machine
import ScanLine
import Synchronization

/// Lets a mock clock wait for `rouse-scan`, which has the real one: each frame is answered before the next is due. A picture
/// that stays the same is decoded for some frames only; then the last answer is repeated.
final class Lockstep: Sendable {
  fileprivate struct State {
    var frame: GrayFrame?
    /// How often that frame was answered.
    var count = 0
    var report: FrameReport?
    /// How many answers were repeated.
    var repeated = 0
    var isAnswered = false
    var isSilent = false
    var hasEnded = false
  }

  private let state = Mutex(State())
  /// By the real clock. Who waits with it counts as busy.
  private let bell: Doorbell?
  private let wakeup: Wakeup
  private let failed: Wakeup
  private let again: @Sendable (FrameReport) -> Void

  /// All passes of the reader have their turn within fewer.
  private static let enough = 16
  /// By the real clock.
  private static let patience: Duration = .seconds(6)

  /// - Parameters:
  ///   - wakeup: is signaled when `rouse-scan` does not answer.
  ///   - again: takes an answer that is repeated.
  init(_ wakeup: Wakeup, again: @escaping @Sendable (FrameReport) -> Void) throws(SystemError) {
    self.wakeup = wakeup
    failed = try Wakeup()
    self.again = again
    do throws(SystemError) { bell = try Doorbell() } catch { bell = nil }
  }

  /// Whether an answer did not come in time.
  var isSilent: Bool { state.withLock { $0.isSilent } }

  /// Repeats the answer to a frame that was answered often enough. Returns false if it has to be looked at.
  func repeats(_ frame: GrayFrame) -> Bool {
    let report = state.withLock { state -> FrameReport? in
      if state.frame != frame { (state.frame, state.count) = (frame, 0) }
      guard state.count >= Self.enough, let report = state.report else {
        state.isAnswered = false
        return nil
      }
      state.repeated += 1
      return state.numbered(report)
    }
    if let report { again(report) }
    return report != nil
  }

  /// Waits for the answer to a frame.
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

  /// Takes an answer, and returns it with its number among all.
  func answered(_ report: FrameReport) -> FrameReport { state.withLock { $0.numbered(report) } }

  /// Lets the next frame come, after the answer was dealt with.
  func goOn(after report: FrameReport) {
    state.withLock { state in
      state.count += 1
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

  /// Waits before a camera that has failed is tried again, by the mock clock.
  func rest() { failed.wait(timeout: .milliseconds(500)) }
}

extension Lockstep.State {
  fileprivate func numbered(_ report: FrameReport) -> FrameReport {
    var report = report
    report.number += repeated
    return report
  }
}
