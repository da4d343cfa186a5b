import Glibc
import Hardware
import MockHardware
import Testing

@Suite struct StateTests {
  let board = MockBoard(clock: ManualClock().mockClock, duty: [.light: 0.25])

  @Test func anIdleBoardIsOffAndDark() {
    #expect(
      board.state
        == MockState(
          buzzer: .init(on: false), vibration: .init(level: .off, duty: 0),
          speaker: .init(playing: false, sound: nil, volume: nil, mixer: 100), lamp: .init(on: false),
          display: .init(text: "", brightness: nil), camera: .init(open: false),
          light: .init(lux: 50), room: .init(temperature: 20, humidity: 50), power: .init(low: false, processor: 45),
          button: .init(open: false), failing: [:]))
  }

  @Test func aBusyBoardSaysWhatEveryDeviceDoes() throws {
    try board.buzzer.set(on: true)
    try board.lamp.set(on: true)
    try board.vibration.set(level: .light)
    try board.display.show(DisplayFace(text: "07:30", brightness: 8))
    try board.camera.open()
    board.light.set(lux: 3)
    board.room.set(temperature: 21.5)
    board.room.set(humidity: nil)
    board.power.set(low: true)
    board.power.set(processorTemperature: 81)
    try board.button.open()
    _ = try board.speaker.open(AudioStream(sound: "tone", volume: 80, setsMixer: false))
    _ = try board.speaker.play([0.1])
    #expect(
      board.state
        == MockState(
          buzzer: .init(on: true), vibration: .init(level: .light, duty: 0.25),
          speaker: .init(playing: true, sound: "tone", volume: 80, mixer: 100), lamp: .init(on: true),
          display: .init(text: "07:30", brightness: 8), camera: .init(open: true),
          light: .init(lux: 3), room: .init(temperature: 21.5, humidity: nil), power: .init(low: true, processor: 81),
          button: .init(open: true), failing: [:]))
  }

  @Test func aBoardNamesWhatFailsAndHow() {
    board.fail(.speaker, .error(EBUSY))
    board.fail(.camera, .stall)
    #expect(board.state.failing == ["speaker": "EBUSY", "camera": "stall"])
  }

  @Test func levelsThatABoardDoesNotNameHaveTheUsualDuty() {
    #expect(VibrationLevel.allCases.map(board.vibration.duty(of:)) == [0, 0.25, 0.7, 1])
  }
}
