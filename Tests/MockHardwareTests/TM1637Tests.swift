import Glibc
import Hardware
import TestDevices
import Testing

@Suite struct TM1637Tests {
  let chip = MockTM1637()
  let shape = TM1637.usualShape(digits: 4) ?? .fourDigits
  let display: TM1637

  init() { display = TM1637(lines: chip, shape: shape) }

  private func face(_ text: String, _ brightness: Int? = 8) -> DisplayFace {
    DisplayFace(text: text, brightness: brightness)
  }

  @Test func aFaceGoesOverTheLinesAsTheDataSheetSaysAndAgainSoThatADisplayThatIsGoneIsTold() throws {
    try display.show(face("07:30"))
    #expect(chip.takeTransfers() == [[0x40], [0xC0, 0x3F, 0x87, 0x4F, 0x3F], [0x8C]])
    #expect(Array(chip.state.segments.prefix(4)) == [0x3F, 0x87, 0x4F, 0x3F])
    #expect(chip.state.step == 4 && !chip.state.isViolated)
    try display.show(face("07:30"))
    #expect(chip.takeTransfers() == [[0x40], [0xC0, 0x3F, 0x87, 0x4F, 0x3F], [0x8C]])
    chip.beDeaf(for: .max)
    #expect(throws: HardwareError.self) { try display.show(face("07:30")) }
    // The chip uses the same level for both.
    #expect(throws: HardwareError.self) { try display.show(face("07:30", 9)) }
    chip.beDeaf(for: 0)
    _ = chip.takeTransfers()
    try display.show(face("07:30"))
    #expect(chip.takeTransfers().count == 3)
  }

  @Test func aChipThatLostPowerComesBackThoughNothingChanged() throws {
    try display.show(face("07:30"))
    let before = chip.state
    chip.losePower()
    #expect(chip.state.step == nil)
    try display.show(face("07:30"))
    #expect(chip.state.segments == before.segments && chip.state.step == before.step)
  }

  @Test(arguments: [("12:34", "1234"), ("07:59", "08:00"), ("", "88:88")])
  func aFaceTakesFewEdges(before: String, after: String) throws {
    try display.show(face(before))
    let edges = chip.state.edges
    try display.show(face(after))
    #expect(chip.state.edges > edges && chip.state.edges - edges <= 250)
  }

  @Test func brightnessAloneIsOneByteAndATextIsSentWithIt() throws {
    try display.show(face("07:30"))
    _ = chip.takeTransfers()
    try display.show(face("07:30", nil))
    try display.show(face("07:30", 15))
    #expect(chip.takeTransfers() == [[0x80], [0x8F]])
    // The chip uses the same level for both.
    try display.show(face("07:30", 14))
    #expect(chip.takeTransfers() == [[0x8F]])
    try display.show(face("07:31", 15))
    #expect(chip.takeTransfers() == [[0x40], [0xC0, 0x3F, 0x87, 0x4F, 0x06], [0x8F]])
    try display.show(face("07:32", nil))
    #expect(chip.takeTransfers().first == [0x80])
  }

  @Test(arguments: 0...15)
  func twoLevelsAreAStepAndNoLevelIsDarkerThanALowerOne(brightness: Int) throws {
    try display.show(face("8", brightness))
    #expect(chip.state.step == brightness / 2)
  }

  @Test func aByteThatIsNotAcknowledgedIsSentAgainAndWhereNoneIsThatIsToldAfterThreeAttempts() throws {
    chip.beDeaf(for: 2)
    try display.show(face("12:34"))
    #expect(Array(chip.state.segments.prefix(4)) == [0x06, 0xDB, 0x4F, 0x66])
    #expect(!chip.state.isViolated)
    chip.beDeaf(for: .max)
    for _ in 1...2 {
      let error = #expect(throws: HardwareError.self) { try display.show(face("12:34")) }
      #expect(error == HardwareError(.display, "writing to the TM1637, which does not acknowledge", code: EPROTO))
    }
    let edges = chip.state.edges
    #expect(throws: HardwareError.self) { try display.show(face("12:34")) }
    // One byte per attempt: 9 clocks, a start and a stop.
    #expect((chip.state.edges - edges).isMultiple(of: 3) && chip.state.edges - edges < 3 * 40)
    chip.beDeaf(for: 0)
    try display.show(face("12:34"))
    #expect(Array(chip.state.segments.prefix(4)) == [0x06, 0xDB, 0x4F, 0x66])
  }

  @Test func linesThatAreGoneAreToldAtOnce() throws {
    chip.fail(ENODEV)
    #expect(failureCode { try display.show(face("12:34")) } == ENODEV)
    chip.fail(0)
    try display.show(face("12:34"))
    #expect(chip.state.step == 4)
  }

  @Test func modulesOfSixDigitsHaveHalvesTheOtherWayRound() throws {
    let six = try #require(TM1637.usualShape(digits: 6))
    try TM1637(lines: chip, shape: six).show(face("12.34.56"))
    #expect(chip.state.segments == [0x4F, 0xDB, 0x06, 0x7D, 0x6D, 0xE6])
    let inOrder = TM1637(lines: chip, shape: six, order: [1, 2, 3, 4, 5, 6])
    try inOrder.show(face("123456"))
    #expect(chip.state.segments == [0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D])
    #expect(TM1637.usualShape(digits: 8) == nil)
  }
}
