import Hardware
import MockHardware
import TestDevices
import Testing

@Suite struct MockContractTests {
  let board = MockBoard(clock: ManualClock().mockClock)

  @Test func everyMockIsADeviceOfItsKind() throws {
    let (speaker, power, button) = (board.speaker, board.power, board.button)
    try SwitchContract.verify(set: board.buzzer.set(on:)) { board.buzzer.isOn }
    try SwitchContract.verify(set: board.lamp.set(on:)) { board.lamp.isOn }
    try VibrationMotorContract.verify(board.vibration) { board.vibration.duty(of: board.vibration.level) }
    try AudioOutputContract.verify(speaker)
    try AudioOutputContract.verifyMixer(
      speaker, level: 100, mixer: { speaker.playback.mixer }, turn: { speaker.setMixer($0) })
    try CameraContract.verify(board.camera)
    try LightSensorContract.verify(board.light, levels: [0, 0.1, 3, 50, 120_000]) { board.light.set(lux: $0) }
    try RoomSensorContract.verify(board.room, degrees: [-10, 0, 21.5], hasHumidity: true) {
      board.room.set(temperature: $0)
    }
    try PowerMonitorContract.verify(power) { power.set(low: $0) }
    try ButtonContract.verify(button) { isPressed in if isPressed { button.press() } }
  }

  @Test(arguments: [
    DisplayShape.fourDigits, DisplayShape(digits: 6, colons: [2, 4], dots: []),
    DisplayShape(digits: 8, colons: [], dots: Set(1...8)),
  ])
  func theMockSegmentDisplayIsASegmentDisplay(shape: DisplayShape) throws {
    let board = MockBoard(clock: ManualClock().mockClock, display: shape)
    try SegmentDisplayContract.verify(board.display, shape: shape) {
      let display = board.display.face
      return (SegmentPattern(text: display.text, on: shape), display.brightness)
    }
  }

  @Test(arguments: [4, 6])
  func aTM1637IsASegmentDisplay(digits: Int) throws {
    let shape = try #require(TM1637.usualShape(digits: digits))
    let chip = MockTM1637()
    let display = TM1637(lines: chip, shape: shape)
    try SegmentDisplayContract.verify(display, shape: shape, levels: TM1637.step(for:)) {
      (chip.pattern(on: shape), chip.state.step)
    }
    #expect(!chip.state.isViolated)
  }
}

extension MockTM1637 {
  func pattern(on shape: DisplayShape) -> SegmentPattern {
    let segments = state.segments
    var pattern = SegmentPattern(text: "", on: shape)
    for (index, place) in TM1637.usualOrder(digits: shape.digits).enumerated() {
      pattern.digits[index] = UInt16(segments[place - 1])
      // The colon is wired to the bit of a decimal point.
      if shape.colons.contains(index + 1), pattern.digits[index] & pattern.point != 0 {
        pattern.digits[index] &= ~pattern.point
        pattern.colons.insert(index + 1)
      }
    }
    return pattern
  }
}
