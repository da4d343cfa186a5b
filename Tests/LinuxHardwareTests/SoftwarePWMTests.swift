import Glibc
import TestDevices
import Testing

@testable import LinuxHardware

@Suite struct SoftwarePWMTests {
  let time = SleptClock()
  let line: Recorder<Bool>

  init() { line = Recorder(time) }

  /// Pulses for a number of sleeps, then sets another duty on the thread itself, so that there is no race.
  private func pulse(_ pwm: SoftwarePWM, duty: Double, sleeps: Int, then last: Double) throws {
    time.after(sleep: sleeps) { #expect(throws: Never.self) { try pwm.set(duty: last) } }
    try pwm.set(duty: duty)
    #expect(eventually { time.sleeps >= sleeps && line.values.last == (last > 0) })
  }

  @Test(arguments: [0.1, 0.4, 0.7, 0.95])
  func pulsesAreAsWideAsTheShareAHundredASecond(duty: Double) throws {
    let start = time.now
    let pwm = SoftwarePWM(.vibration, line, clock: time.clock)
    try pulse(pwm, duty: duty, sleeps: 200, then: 0)
    // The first pulse begins before the thread runs.
    let pulses = line.entries.dropFirst()
    let ons = pulses.filter(\.value).map { $0.moment - start }
    let offs = pulses.filter { !$0.value }.map { $0.moment - start }
    #expect(ons == (0..<100).map { .milliseconds(10) * $0 })
    #expect(offs.prefix(100) == (0..<100).map { .milliseconds(10) * $0 + .milliseconds(10) * duty }[...])
  }

  @Test(arguments: [0.0, 1.0])
  func offAndFullPowerAreSteady(duty: Double) throws {
    let pwm = SoftwarePWM(.vibration, line, clock: time.clock)
    for _ in 1...3 { try pwm.set(duty: duty) }
    #expect(line.values == [Bool](repeating: duty == 1, count: 3))
    #expect(time.sleeps == 0)
    try pulse(pwm, duty: 0.5, sleeps: 20, then: duty)
    #expect(line.values.last == (duty == 1))
  }

  @Test func theThreadEndsWithTheOwner() throws {
    weak var weakLine: Recorder<Bool>?
    let time = SleptClock()
    do {
      let line = Recorder<Bool>(time)
      weakLine = line
      let pwm = SoftwarePWM(.vibration, line, clock: time.clock)
      try pwm.set(duty: 0.5)
      #expect(eventually { time.sleeps > 10 })
    }
    #expect(eventually { weakLine == nil }, "a thread that runs on keeps the line")
  }

  @Test func aThreadThatIsHeldUpDoesNotCatchUp() throws {
    let pwm = SoftwarePWM(.vibration, line, clock: time.clock)
    time.after(sleep: 10) { [time] in time.advance(.milliseconds(95)) }
    time.after(sleep: 40) { #expect(throws: Never.self) { try pwm.set(duty: 0) } }
    try pwm.set(duty: 0.5)
    #expect(eventually { time.sleeps >= 40 && line.values.last == false })
    let ons = line.entries.dropFirst().filter(\.value).map(\.moment)
    let distances = zip(ons, ons.dropFirst()).map { $1 - $0 }
    #expect(distances.allSatisfy { $0 >= .milliseconds(10) })
    #expect(distances.count { $0 > .milliseconds(10) } == 1)
  }

  @Test func whatTheThreadFailsWithIsToldOnceAndThenItStartsAnew() throws {
    let pwm = SoftwarePWM(.vibration, line, clock: time.clock)
    line.fail([0, 0, 0, 0, ENODEV])
    try pwm.set(duty: 0.5)
    #expect(eventually { line.entries.count == 4 && time.sleeps >= 3 })
    var code: Int32?
    let hasFailed = eventually {
      code = failureCode { try pwm.set(duty: 0.5) }
      return code != nil
    }
    #expect(hasFailed && code == ENODEV)
    try pulse(pwm, duty: 0.5, sleeps: time.sleeps + 10, then: 0)
  }

  @Test func aLineThatCannotBeTakenIsToldAtOnce() throws {
    let pwm = SoftwarePWM(.vibration, line, clock: time.clock)
    line.fail([EBUSY, EBUSY])
    for duty in [0.5, 1] { #expect(failureCode { try pwm.set(duty: duty) } == EBUSY) }
    #expect(time.sleeps == 0)
    try pulse(pwm, duty: 0.5, sleeps: 4, then: 0)
  }
}
