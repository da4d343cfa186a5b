import FoundationEssentials
import Glibc
import Hardware
import MockHardware
import Testing

@Suite struct StateTests {
  let board = MockBoard(clock: ManualClock().mockClock, duty: [.light: 0.25])

  private func json(_ state: MockState) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(state), as: UTF8.self)
  }

  @Test func anIdleBoardWritesNullForWhatIsNotSet() throws {
    #expect(
      try json(board.state) == """
        {"buzzer":{"on":false},"camera":{"open":false},"display":{"brightness":null,"text":""},"failing":{},\
        "lamp":{"on":false},"speaker":{"playing":false,"sound":null,"volume":null},\
        "vibration":{"duty":0,"level":"off"}}
        """)
  }

  @Test func aBusyBoardSaysWhatEveryDeviceDoes() throws {
    try board.buzzer.set(on: true)
    try board.lamp.set(on: true)
    try board.vibration.set(level: .light)
    try board.display.show(DisplayFace(text: "07:30", brightness: 8))
    try board.camera.open()
    _ = try board.speaker.open(AudioStream(sound: "tone", volume: 80))
    _ = try board.speaker.play([0.1])
    #expect(
      try json(board.state) == """
        {"buzzer":{"on":true},"camera":{"open":true},"display":{"brightness":8,"text":"07:30"},"failing":{},\
        "lamp":{"on":true},"speaker":{"playing":true,"sound":"tone","volume":80},\
        "vibration":{"duty":0.25,"level":"light"}}
        """)
  }

  @Test func aStateIsReadBackAsItWasWritten() throws {
    try board.buzzer.set(on: true)
    board.fail(.speaker, .error(EBUSY))
    board.fail(.camera, .stall)
    let state = board.state
    #expect(state.failing == ["speaker": "EBUSY", "camera": "stall"])
    #expect(try JSONDecoder().decode(MockState.self, from: Data(json(state).utf8)) == state)
  }

  @Test func levelsThatABoardDoesNotNameHaveTheUsualDuty() {
    #expect(VibrationLevel.allCases.map(board.vibration.duty(of:)) == [0, 0.25, 0.7, 1])
  }
}
