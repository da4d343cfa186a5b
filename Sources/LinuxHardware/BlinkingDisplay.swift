import CLinux
import Hardware
import Synchronization

/// Makes a display blink once a second if it cannot do so itself. A thread exists only while a face blinks.
public final class BlinkingDisplay: SegmentDisplay {
  private let blinker: Blinker

  public convenience init(_ display: any SegmentDisplay) { self.init(display, clock: .monotonic) }

  init(_ display: any SegmentDisplay, clock: DeviceClock) { blinker = Blinker(display, clock) }

  deinit { blinker.end() }

  /// Also throws an error that the thread has met since the last call.
  public func show(_ face: DisplayFace) throws(HardwareError) { try blinker.show(face) }
}

/// State shared with the thread. The thread does not retain the `BlinkingDisplay`, whose `deinit` ends the thread.
private final class Blinker: Sendable {
  private struct State {
    var blinking: DisplayFace?
    var isLit = true
    var hasThread = false
    /// The error that ended the thread, for the next call to throw.
    var failure: HardwareError?
  }

  private static let half: Duration = .milliseconds(500)

  private let display: any SegmentDisplay
  private let clock: DeviceClock
  private let state = Mutex(State())

  init(_ display: any SegmentDisplay, _ clock: DeviceClock) {
    self.display = display
    self.clock = clock
  }

  func show(_ face: DisplayFace) throws(HardwareError) {
    try state.withLock { state throws(HardwareError) in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      var steady = face
      steady.isBlinking = false
      guard face.isBlinking, face.brightness != nil else {
        state.blinking = nil
        return try display.show(steady)
      }
      if state.blinking == nil { state.isLit = true }
      try display.show(Self.phase(of: steady, isLit: state.isLit))
      state.blinking = steady
      guard !state.hasThread else { return }
      let code = DetachedThread.start("display-blink") { self.run() }
      guard code == 0 else {
        state.blinking = nil
        throw HardwareError(.display, "starting the thread that lets it blink", code: code)
      }
      state.hasThread = true
    }
  }

  func end() { state.withLock { $0.blinking = nil } }

  private func run() {
    var moment = clock.now()
    repeat {
      moment += Self.half
      clock.sleepUntil(moment)
    } while turn()
  }

  /// Switches between lit and dark. Returns `false` to end the thread if nothing blinks any more.
  private func turn() -> Bool {
    state.withLock { state in
      guard let face = state.blinking else {
        state.hasThread = false
        return false
      }
      state.isLit.toggle()
      do throws(HardwareError) {
        try display.show(Self.phase(of: face, isLit: state.isLit))
        return true
      } catch {
        (state.failure, state.blinking, state.hasThread) = (error, nil, false)
        return false
      }
    }
  }

  private static func phase(of face: DisplayFace, isLit: Bool) -> DisplayFace {
    DisplayFace(
      text: face.text, sevenSegmentText: face.sevenSegmentText, brightness: isLit ? face.brightness : nil)
  }
}
