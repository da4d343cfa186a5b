import Hardware

/// Makes a display blink once a second if it cannot do so itself. A thread exists only while a face blinks.
public final class BlinkingDisplay: SegmentDisplay {
  private typealias Blinking = RepeatedWork<(face: DisplayFace, isLit: Bool)>

  private static let half: Duration = .milliseconds(500)

  private let display: any SegmentDisplay
  private let clock: DeviceClock
  private let blinking = Blinking(.display, thread: "display-blink", that: "lets it blink")

  public convenience init(_ display: any SegmentDisplay) { self.init(display, clock: .monotonic) }

  init(_ display: any SegmentDisplay, clock: DeviceClock) {
    self.display = display
    self.clock = clock
  }

  deinit { blinking.end() }

  /// Also throws an error that the thread has met since the last call.
  public func show(_ face: DisplayFace) throws(HardwareError) {
    var steady = face
    steady.isBlinking = false
    try blinking.change(run: { [display, clock, blinking] in Self.run(display, clock, blinking) }) {
      work, _ throws(HardwareError) in
      guard face.isBlinking, face.brightness != nil else {
        work = nil
        return try display.show(steady)
      }
      let isLit = work?.isLit ?? true
      try display.show(Self.phase(of: steady, isLit: isLit))
      work = (steady, isLit)
    }
  }

  private static func run(_ display: any SegmentDisplay, _ clock: DeviceClock, _ blinking: Blinking) {
    var moment = clock.now()
    while true {
      moment += half
      clock.sleepUntil(moment)
      let turned: Void? = blinking.step { work throws(HardwareError) in
        work.isLit.toggle()
        try display.show(phase(of: work.face, isLit: work.isLit))
      }
      guard turned != nil else { return }
    }
  }

  private static func phase(of face: DisplayFace, isLit: Bool) -> DisplayFace {
    DisplayFace(
      text: face.text, sevenSegmentText: face.sevenSegmentText, brightness: isLit ? face.brightness : nil)
  }
}
