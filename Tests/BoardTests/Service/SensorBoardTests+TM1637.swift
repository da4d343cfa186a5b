import AlarmClock
import Control
import Hardware
import TestDevices
import TestSupport
import Testing

/// The clock with a TM1637 as its display, decoded from the two lines.
extension SensorBoardTests {
  /// A TM1637 mock that decodes the kernel's trace.
  private struct Listener {
    let trace: KernelTrace
    let chip = MockTM1637()
    let shape: DisplayShape

    init() throws {
      shape = try #require(TM1637.usualShape(digits: 4))
      trace = try KernelTrace("gpio/gpio_direction")
    }

    /// Returns the brightness commands since the last call; `nil` is off.
    func takeSteps() throws -> [Int?] {
      try chip.hear(trace.takeEvents())
      return chip.takeTransfers().compactMap { bytes -> Int?? in
        guard bytes.count == 1, bytes[0] & 0xC0 == 0x80 else { return nil }
        return .some(bytes[0] & 0x08 == 0 ? nil : Int(bytes[0] & 0x07))
      }
    }

    func shows(_ text: String) throws -> Bool {
      try chip.hear(trace.takeEvents())
      return chip.pattern(on: shape) == SegmentPattern(text: text, on: shape)
    }
  }

  private static let installed = "/etc/rouse/board.json5"

  @Test func aTM1637BlinksTakesTurnsFadesAndFlashesForARing() throws {
    let (camera, clock) = try InstalledClock.beforeCamera()
    let file = try VirtualBoard.content(of: Self.installed)
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains("display:")
        ? "display: { driver: \"tm1637\", chip: \"rouse-gpio\", clock: 23, data: 24 }," : String(line)
    }
    defer { #expect(throws: Never.self) { try Files.write(file + "\n", to: Self.installed) } }
    try Files.write(lines.joined(separator: "\n"), to: Self.installed)
    try clock.systemctl("restart")
    try clock.wait(for: .display, .ok)
    // The other lines were requested before, so the kernel's trace contains only these two.
    let listener = try Listener()

    // The time blinks, because nothing synchronizes the board's clock.
    var steps: [Int?] = []
    try Patience.until("a blinking time") {
      steps += try listener.takeSteps()
      return steps.contains(nil) && steps.contains(4)
    }
    for (key, value) in [(SettingKey.clockSource, "battery"), (.turns, "date"), (.timeFor, "5s"), (.turnFor, "2s")] {
      try Self.set(key, value, clock)
    }
    var seen: Set<String> = []
    try Patience.until("time and date by turns") {
      let face = try clock.ask(GetFace())
      if try listener.shows(face.text), !face.blinking { seen.insert(face.shows) }
      return seen == ["time", "date"]
    }
    _ = try listener.takeSteps()
    try Self.set(.brightness, "15", clock)
    var levels: [Int?] = []
    try Patience.until("the brightest step") {
      levels += try listener.takeSteps()
      return levels.last == 7
    }
    #expect(Set(levels).isSuperset(of: [5, 6, 7]) && levels == levels.sorted { $0 ?? -1 < $1 ?? -1 }, "\(levels)")

    try Self.set(.guidance, "off", clock)
    try clock.ring()
    var flashes: Set<Bool> = []
    try Patience.until("the flashes of the ring", every: 50) {
      let isDark = try listener.shows("") || listener.shows("88:88")
      let pattern = listener.chip.pattern(on: listener.shape)
      if isDark {
        flashes.insert(false)
      } else if pattern.colons == [2], listener.chip.state.step == 7 {
        flashes.insert(true)
      }
      return flashes.count == 2
    }
    try clock.dismiss(camera)
    #expect(try clock.health(.display).health == .ok)
  }
}
