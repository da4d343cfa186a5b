import Glibc
import Hardware
import TestDevices
import Testing

@testable import LinuxHardware

@Suite struct BlinkingDisplayTests {
  let time = SleptClock()
  private let inner: Recorder<DisplayFace>
  private let blinking = DisplayFace(text: "07:30", brightness: 8, isBlinking: true)
  private let lit = DisplayFace(text: "07:30", brightness: 8)
  private let dark = DisplayFace(text: "07:30", brightness: nil)

  init() { inner = Recorder(time) }

  @Test func itIsLitAndDarkForHalfASecondEach() throws {
    let display = BlinkingDisplay(inner, clock: time.clock)
    let start = time.now
    // Called by the blinking thread itself, so that there is no race.
    time.after(sleep: 6) { [lit] in #expect(throws: Never.self) { try display.show(lit) } }
    try display.show(blinking)
    #expect(eventually { time.sleeps >= 6 && inner.values.last == lit && inner.values.count == 7 })
    #expect(inner.values == [lit, dark, lit, dark, lit, dark, lit])
    #expect(inner.entries.prefix(6).map { $0.moment - start } == (0..<6).map { .milliseconds(500) * $0 })
  }

  @Test func aSteadyFaceNeedsNoThread() throws {
    let display = BlinkingDisplay(inner, clock: time.clock)
    try display.show(lit)
    var off = dark
    off.isBlinking = true
    try display.show(off)
    #expect(inner.values == [lit, dark] && time.sleeps == 0)
  }

  @Test func whatFailsWhileItBlinksIsToldAtTheNextCall() throws {
    let display = BlinkingDisplay(inner, clock: time.clock)
    time.after(sleep: 2) { [inner] in inner.fail([ENODEV]) }
    try display.show(blinking)
    #expect(eventually { time.sleeps >= 2 })
    #expect(failureCode { try display.show(lit) } == ENODEV)
    try display.show(lit)
    #expect(inner.values.last == lit)
  }

  @Test func theThreadEndsWithTheOwner() throws {
    weak var weakDisplay: Recorder<DisplayFace>?
    let time = SleptClock()
    do {
      let inner = Recorder<DisplayFace>(time)
      weakDisplay = inner
      let display = BlinkingDisplay(inner, clock: time.clock)
      try display.show(blinking)
      #expect(eventually { time.sleeps > 5 })
    }
    #expect(eventually { weakDisplay == nil }, "a thread that runs on keeps the display")
  }
}
