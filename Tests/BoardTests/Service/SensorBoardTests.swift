import AlarmClock
import Control
import Glibc
import TestSupport
import Testing

/// The display's brightness by room light, and the button, through kernel drivers; neither affects a ring.
@Suite(.enabled(if: VirtualBoard.isHere, VirtualBoard.absence), .serialized) struct SensorBoardTests {
  /// Sets the two diodes of the tsl2563; its driver turns the raw value 2000 into 50 lux.
  private static func light(_ raw: UInt16) throws {
    try VirtualBoard.setWord(0x39, 0x8C, raw)
    try VirtualBoard.setWord(0x39, 0x8E, raw / 5)
  }

  /// Returns the brightness commands and their times.
  private static func levels(_ trace: KernelTrace) throws -> [(seconds: Double, level: Int)] {
    try trace.events().compactMap { event in
      guard event.words.contains("a=070"), let command = event.words.first(where: { $0.hasPrefix("c=e") }) else {
        return nil
      }
      return Int(command.dropFirst(3), radix: 16).map { (event.seconds, $0) }
    }
  }

  /// The time on the clock of the kernel's trace.
  private static var now: Double { VirtualBoard.seconds(of: CLOCK_MONOTONIC) }

  static func set(_ key: SettingKey, _ value: String, _ clock: InstalledClock) throws {
    _ = try clock.ask(ChangeSetting(key: key.rawValue, value: value))
  }

  @Test func darknessDimsTheDisplayAndLightBringsItBackEachWithoutAStepBack() throws {
    let clock = try InstalledClock()
    let trace = try KernelTrace("smbus/smbus_write")
    try Self.light(2000)
    try Self.set(.brightness, "auto", clock)
    try Patience.until("the level of a light room, after all fades") {
      let face = try clock.ask(GetFace())
      // A fade from an earlier reading may pass through 6 too.
      let isLight = face.brightness == 6 && face.light == "by the light, 50 lx"
      return try isLight && Self.levels(trace).last.map { Self.now - $0.seconds > 1 } ?? true
    }
    for (raw, level, isDown) in [(0, 0, true), (2000, 6, false)] as [(UInt16, Int, Bool)] {
      try trace.clear()
      let changed = Self.now
      try Self.light(raw)
      try Patience.until("level \(level)", every: 50) { try Self.levels(trace).last?.level == level }
      let events = try Self.levels(trace)
      let (seconds, told) = (try #require(events.last).seconds - changed, events.map(\.level))
      print("measured: level \(level) \(Int(seconds * 1000)) ms after the light has changed")
      #expect(seconds > 0 && seconds < 3)
      #expect(told == (isDown ? told.sorted(by: >) : told.sorted()), "no step back: \(told)")
    }
  }

  @Test func aSensorThatGoesAndAPressChangeNothingOfARing() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    try Self.set(.brightness, "auto", clock)
    // Guidance would appear between the flashes.
    try Self.set(.guidance, "off", clock)
    try clock.ring()
    let trace = try KernelTrace("smbus/smbus_write")
    let driver = "/sys/bus/i2c/drivers/tsl2563"
    let device = try #require(Files.names(driver).first { $0.hasSuffix("-0039") })
    try Files.write(device, to: driver + "/unbind")
    defer { #expect(throws: Never.self) { try Files.write(device, to: driver + "/bind") } }
    for isPressed in [true, false, true, false] {
      try VirtualBoard.pull(VirtualBoard.buttonLine.offset, up: isPressed)
      usleep(200_000)
      #expect(try VirtualBoard.isBuzzing)
      #expect(try clock.ask(GetFace()).shows == "ring")
    }
    try VirtualBoard.awaitFlashes(every: 50)
    try clock.wait(for: .light, .failed)
    #expect(try Self.levels(trace).allSatisfy { $0.level == 15 }, "as bright as before")
    #expect(try VirtualBoard.isBuzzing && clock.status.state == .ringing)
    #expect(try VirtualBoard.hearsTheTone())
    try clock.dismiss(camera)
    try Patience.until("the display goes by its schedule") {
      try clock.ask(GetFace()).light.contains("no light sensor answers")
    }
  }

  @Test func aPressShowsTheFaceOfADarkDisplay() throws {
    let clock = try InstalledClock()
    try Self.set(.display, "off", clock)
    try Patience.until("a dark display") { try clock.ask(GetFace()).brightness == nil }
    try VirtualBoard.pull(VirtualBoard.buttonLine.offset, up: true)
    try Patience.until("the time") { try VirtualBoard.showsATime }
    try VirtualBoard.pull(VirtualBoard.buttonLine.offset, up: false)
    try Patience.until("darkness again") { try clock.ask(GetFace()).brightness == nil }
  }
}
