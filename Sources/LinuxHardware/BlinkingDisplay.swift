import CLinux
import Hardware
import Synchronization

/// Lets a display blink that cannot by itself, once a second, by a thread that there is only meanwhile.
public final class BlinkingDisplay: SegmentDisplay {
  private let blinker: Blinker

  public convenience init(_ display: any SegmentDisplay) { self.init(display, clock: .monotonic) }

  init(_ display: any SegmentDisplay, clock: DeviceClock) { blinker = Blinker(display, clock) }

  deinit { blinker.end() }

  /// Also throws what the thread has failed with since the last call.
  public func show(_ face: DisplayFace) throws(HardwareError) { try blinker.show(face) }
}

/// What the thread and its owner share; the thread holds this and not its owner, whose end is its own.
private final class Blinker: Sendable {
  private struct State {
    /// nil: nothing is to blink.
    var blinking: DisplayFace?
    var isLit = true
    var hasThread = false
    /// What the thread ended with; for the next call.
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

  /// Goes from lit to dark or back; false: nothing is to blink any more, and the thread ends.
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
