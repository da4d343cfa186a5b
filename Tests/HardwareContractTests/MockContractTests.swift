import Hardware
import MockHardware
import Testing

@Suite struct ContractTests {
  let board = MockBoard(clock: ManualClock().mockClock)

  @Test func theMockBuzzerIsABuzzer() throws {
    try BuzzerContract.verify(board.buzzer) { board.state.buzzer.on }
  }

  @Test func theMockLampIsALamp() throws {
    try LampContract.verify(board.lamp) { board.state.lamp.on }
  }

  @Test func theMockVibrationMotorIsAVibrationMotor() throws {
    try VibrationMotorContract.verify(board.vibration) { board.state.vibration.duty }
  }

  @Test func theMockSegmentDisplayIsASegmentDisplay() throws {
    try SegmentDisplayContract.verify(board.display) {
      let display = board.state.display
      return (SegmentPattern(text: display.text), display.brightness)
    }
  }

  @Test func theMockAudioOutputIsAnAudioOutput() throws { try AudioOutputContract.verify(board.speaker) }

  @Test func theMockCameraIsACamera() throws { try CameraContract.verify(board.camera) }
}
