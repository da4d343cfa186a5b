import Glibc
import Hardware
import TestDevices
import Testing

@testable import LinuxHardware

@Suite struct BlinkingDisplayTests {
  /// Records faces with their times, and fails on request.
  private final class FakeDisplay: SegmentDisplay {
    let faces: Recorder<DisplayFace>

    init(_ clock: SleptClock) { faces = Recorder(clock) }

    func show(_ face: DisplayFace) throws(HardwareError) { try faces.record(face) }
  }

  let time = SleptClock()
  private let inner: FakeDisplay
  private let blinking = DisplayFace(text: "07:30", brightness: 8, isBlinking: true)
  private let lit = DisplayFace(text: "07:30", brightness: 8)
  private let dark = DisplayFace(text: "07:30", brightness: nil)

  init() { inner = FakeDisplay(time) }

  @Test func itIsLitAndDarkForHalfASecondEach() throws {
    let display = BlinkingDisplay(inner, clock: time.clock)
    let start = time.now
    // Called by the blinking thread itself, so that there is no race.
    time.after(sleep: 6) { [lit] in
      do { try display.show(lit) } catch { Issue.record(error) }
    }
    try display.show(blinking)
    #expect(eventually { time.sleeps >= 6 && inner.faces.values.last == lit && inner.faces.values.count == 7 })
    #expect(inner.faces.values == [lit, dark, lit, dark, lit, dark, lit])
    #expect(
      inner.faces.entries.prefix(6).map { $0.moment - start } == (0..<6).map { .milliseconds(500) * $0 })
  }

  @Test func aSteadyFaceNeedsNoThread() throws {
    let display = BlinkingDisplay(inner, clock: time.clock)
    try display.show(lit)
    var off = dark
    off.isBlinking = true
    try display.show(off)
    #expect(inner.faces.values == [lit, dark] && time.sleeps == 0)
  }

  @Test func whatFailsWhileItBlinksIsToldAtTheNextCall() throws {
    let display = BlinkingDisplay(inner, clock: time.clock)
    time.after(sleep: 2) { [inner] in inner.faces.fail([ENODEV]) }
    try display.show(blinking)
    #expect(eventually { time.sleeps >= 2 })
    #expect(failureCode { try display.show(lit) } == ENODEV)
    try display.show(lit)
    #expect(inner.faces.values.last == lit)
  }

  @Test func theThreadEndsWithTheOwner() throws {
    weak var weakDisplay: FakeDisplay?
    let time = SleptClock()
    do {
      let inner = FakeDisplay(time)
      weakDisplay = inner
      let display = BlinkingDisplay(inner, clock: time.clock)
      try display.show(blinking)
      #expect(eventually { time.sleeps > 5 })
    }
    #expect(eventually { weakDisplay == nil }, "a thread that runs on keeps the display")
  }
}
