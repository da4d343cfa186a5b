import Glibc
import Hardware
import MockHardware
import Testing

@Suite struct StateTests {
  let board = MockBoard(clock: ManualClock().mockClock, duty: [.light: 0.25])

  @Test func anIdleBoardIsOffAndDark() {
    let look = BoardLook(board)
    #expect(!look.buzzer && !look.lamp && look.vibration == .off && !look.isPlaying && look.stream == nil)
    #expect(look.mixer == 100 && look.face == DisplayFace(text: "", brightness: nil))
    #expect(!look.isCameraOpen && !look.isButtonOpen && look.lux == 50)
    #expect(look.air == RoomClimate(temperature: 20, humidity: 50))
    #expect(look.strain == BoardStrain(isPowerLow: false, processorTemperature: 45) && look.failing.isEmpty)
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
    let stream = AudioStream(sound: "tone", volume: 80, setsMixer: false)
    _ = try board.speaker.open(stream)
    _ = try board.speaker.play([0.1])
    let look = BoardLook(board)
    #expect(look.buzzer && look.lamp && look.vibration == .light && look.isPlaying && look.stream == stream)
    #expect(look.mixer == 100 && look.face == DisplayFace(text: "07:30", brightness: 8))
    #expect(look.isCameraOpen && look.isButtonOpen && look.lux == 3)
    #expect(look.air == RoomClimate(temperature: 21.5, humidity: nil))
    #expect(look.strain == BoardStrain(isPowerLow: true, processorTemperature: 81) && look.failing.isEmpty)
  }

  @Test func aBoardNamesWhatFailsAndHow() {
    board.fail(.speaker, .error(EBUSY))
    board.fail(.camera, .stall)
    #expect(board.failing == [.speaker: .error(EBUSY), .camera: .stall])
  }

  @Test func levelsThatABoardDoesNotNameHaveTheUsualDuty() {
    #expect(VibrationLevel.allCases.map(board.vibration.duty(of:)) == [0, 0.25, 0.7, 1])
  }
}

struct BoardLook: Equatable {
  let buzzer: Bool
  let lamp: Bool
  let vibration: VibrationLevel
  let isPlaying: Bool
  let stream: AudioStream?
  let mixer: Int
  let face: DisplayFace
  let isCameraOpen: Bool
  let isButtonOpen: Bool
  let lux: Double
  let air: RoomClimate
  let strain: BoardStrain
  let failing: [DeviceRole: MockFailure]

  init(_ board: MockBoard) {
    (buzzer, lamp, vibration) = (board.buzzer.isOn, board.lamp.isOn, board.vibration.level)
    let playback = board.speaker.playback
    (isPlaying, stream, mixer) = (playback.isPlaying, playback.stream, playback.mixer)
    (face, isCameraOpen, isButtonOpen) = (board.display.face, board.camera.isOpen, board.button.isOpen)
    (lux, air, strain, failing) = (board.light.lux, board.room.air, board.power.current, board.failing)
  }
}
