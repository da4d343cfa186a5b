import Hardware
import Testing

@testable import Daemon
@testable import LinuxHardware

/// Lines that a board file assigns twice under different names.
@Suite struct SharedLineTests {
  /// A Pi's chip, known by its label or its name; its lines are known by number or by name.
  private static func report(_ line: BoardNeeds.Line) -> GPIOLineReport? {
    guard ["pinctrl-bcm2711", "gpiochip0"].contains(line.wiring.chip) else { return nil }
    let offset: Int
    switch line.wiring.line {
    case .offset(let number): offset = number
    case .name(let name):
      guard name.hasPrefix("GPIO"), let number = Int(name.dropFirst(4)) else { return nil }
      offset = number
    }
    return GPIOLineReport(
      chipName: "gpiochip0", chipLabel: "pinctrl-bcm2711", offset: offset, name: "GPIO\(offset)", isUsed: false)
  }

  private static let chip = "chip: 'pinctrl-bcm2711'"

  @Test(
    arguments: [
      (
        "buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 'GPIO17' }",
        [.buzzer, .button]
      ),
      (
        "lamp: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', chip: 'gpiochip0', line: 17 }",
        [.lamp, .button]
      ),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 'GPIO18' }", nil),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 18 }", nil),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', chip: 'other', line: 17 }", nil),
      ("buzzer: { driver: 'gpio', CHIP, line: 17 }, button: { driver: 'gpio', CHIP, line: 'BUTTON' }", nil),
    ] as [(String, [DeviceRole]?)])
  func aLineWithTwoNamesIsFound(devices: String, roles: [DeviceRole]?) throws {
    let text = "{ name: 'x', speaker: { driver: 'mock' }, \(devices.replacing("CHIP", with: Self.chip)) }"
    let found = SharedLine.find(in: try BoardFile.parse(Array(text.utf8)).needs.lines, report: Self.report)
    let expected = roles.map { [SharedLine(roles: $0, place: "line 17 (GPIO17) of pinctrl-bcm2711")] }
    #expect(found == expected ?? [])
  }

  @Test func theKernelIsNotAskedWhereTheFileTells() throws {
    let text =
      "{ name: 'x', buzzer: { driver: 'gpio', chip: 'a', line: 1 }, lamp: { driver: 'gpio', chip: 'a', line: 2 } }"
    let lines = try BoardFile.parse(Array(text.utf8)).needs.lines
    #expect(lines.map(\.role) == [.buzzer, .lamp])
    let found = SharedLine.find(in: lines) { line in
      Issue.record("asked for \(line)")
      return nil
    }
    #expect(found.isEmpty)
  }
}
