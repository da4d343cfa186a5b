import Hardware
import MockHardware
import Synchronization
import TestDevices
import Testing

@Suite struct MockContractTests {
  /// A clock that only sleeping advances, so that a second of sound takes no time.
  private final class SleptTime: Sendable {
    private let nanoseconds = Mutex<Int64>(0)

    var clock: MockClock {
      let now: @Sendable () -> Int64 = { self.nanoseconds.withLock { $0 } }
      return MockClock(wallNow: now, monotonicNow: now, sleep: { span in self.nanoseconds.withLock { $0 += span } })
    }
  }

  let board = MockBoard(clock: SleptTime().clock)

  @Test func theMockBuzzerIsABuzzer() throws {
    try BuzzerContract.verify(board.buzzer) { board.buzzer.isOn }
  }

  @Test func theMockLampIsALamp() throws {
    try LampContract.verify(board.lamp) { board.lamp.isOn }
  }

  @Test func theMockVibrationMotorIsAVibrationMotor() throws {
    try VibrationMotorContract.verify(board.vibration) { board.vibration.duty(of: board.vibration.level) }
  }

  @Test(arguments: [
    DisplayShape.fourDigits, DisplayShape(digits: 6, colons: [2, 4], dots: []),
    DisplayShape(digits: 8, colons: [], dots: Set(1...8)),
  ])
  func theMockSegmentDisplayIsASegmentDisplay(shape: DisplayShape) throws {
    let board = MockBoard(clock: SleptTime().clock, display: shape)
    try SegmentDisplayContract.verify(board.display, shape: shape) {
      let display = board.display.face
      return (SegmentPattern(text: display.text, on: shape), display.brightness)
    }
  }

  @Test(arguments: TM1637.counts)
  func aTM1637IsASegmentDisplay(digits: Int) throws {
    let shape = try #require(TM1637.usualShape(digits: digits))
    let chip = MockTM1637()
    let display = TM1637(lines: chip, shape: shape)
    try SegmentDisplayContract.verify(display, shape: shape, levels: TM1637.step(for:)) {
      (chip.pattern(on: shape), chip.state.step)
    }
    #expect(!chip.state.isViolated)
  }

  @Test func theMockAudioOutputIsAnAudioOutput() throws { try AudioOutputContract.verify(board.speaker) }

  @Test func theMockAudioOutputHasAMixer() throws {
    try AudioOutputContract.verifyMixer(
      board.speaker, level: 100, mixer: { board.speaker.playback.mixer }, turn: { board.speaker.setMixer($0) })
  }

  @Test func theMockCameraIsACamera() throws { try CameraContract.verify(board.camera) }

  @Test func theMockLightSensorIsALightSensor() throws {
    try LightSensorContract.verify(board.light, levels: [0, 0.1, 3, 50, 120_000]) { board.light.set(lux: $0) }
  }

  @Test func theMockRoomSensorIsARoomSensor() throws {
    try RoomSensorContract.verify(board.room, degrees: [-10, 0, 21.5], hasHumidity: true) {
      board.room.set(temperature: $0)
    }
  }

  @Test func theMockPowerMonitorIsAPowerMonitor() throws {
    try PowerMonitorContract.verify(board.power) { board.power.set(low: $0) }
  }

  @Test func theMockButtonIsAButton() throws {
    try ButtonContract.verify(board.button) { isPressed in if isPressed { board.button.press() } }
  }
}

extension MockTM1637 {
  func pattern(on shape: DisplayShape) -> SegmentPattern {
    let segments = state.segments
    var pattern = SegmentPattern(text: "", on: shape)
    for (index, place) in TM1637.usualOrder(digits: shape.digits).enumerated() {
      pattern.digits[index] = segments[place - 1]
      // The colon is wired to the bit of a decimal point.
      if shape.colons.contains(index + 1), pattern.digits[index] & SegmentPattern.point != 0 {
        pattern.digits[index] &= ~SegmentPattern.point
        pattern.colons.insert(index + 1)
      }
    }
    return pattern
  }
}
