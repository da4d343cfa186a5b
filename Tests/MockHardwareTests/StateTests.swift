import Glibc
import Hardware
import MockHardware
import TestDevices
import Testing

/// Makes a device do something visible in the board's state.
private func act(_ role: DeviceRole, _ board: MockBoard) throws {
  switch role {
  case .buzzer: try board.buzzer.set(on: true)
  case .vibration: try board.vibration.set(level: .strong)
  case .speaker:
    _ = try board.speaker.open(AudioStream(sound: "tone", volume: 80, setsMixer: true))
    _ = try board.speaker.play([0.5])
  case .display: try board.display.show(DisplayFace(text: "07:30", brightness: 8))
  case .lamp: try board.lamp.set(on: true)
  case .camera:
    try board.camera.open()
    _ = try board.camera.frame()
  case .button: try board.button.open()
  case .light: _ = try board.light.illuminance()
  case .room: _ = try board.room.climate()
  case .power: _ = try board.power.strain()
  }
}

@Suite struct FailureTests {
  let clock = ManualClock()
  let board: MockBoard
  let idle: BoardLook

  init() {
    board = MockBoard(clock: clock.mockClock)
    idle = BoardLook(board)
  }

  @Test(arguments: [.buzzer, .vibration, .display, .lamp] as [DeviceRole])
  func aStalledDeviceDoesNothing(role: DeviceRole) throws {
    try act(role, board)
    board.fail(role, .stall)
    try act(role, board)
    #expect(board.failing == [role: .stall])
    board.heal(role)
    #expect(BoardLook(board) == idle)
  }

  @Test(
    arguments: [
      (.buzzer, ["on", "fail EIO", "off", "heal EIO"]),
      (.vibration, ["strong", "fail EIO", "off", "heal EIO"]),
      (.speaker, ["open tone 80%", "playing", "fail EIO", "close", "heal EIO"]),
      (.display, ["show 07:30", "level 8", "fail EIO", "show off", "heal EIO"]),
      (.lamp, ["on", "fail EIO", "off", "heal EIO"]),
      (.camera, ["open", "frame dark", "fail EIO", "close", "heal EIO"]),
      (.light, ["fail EIO", "heal EIO"]), (.room, ["fail EIO", "heal EIO"]), (.power, ["fail EIO", "heal EIO"]),
      (.button, ["open", "fail EIO", "close", "heal EIO"]),
    ] as [(DeviceRole, [String])])
  func aFailedDeviceThrowsKeepsNothingOnAndActsAgainOnceHealed(role: DeviceRole, actions: [String]) throws {
    func expectItActs() throws {
      try act(role, board)
      #expect((BoardLook(board) == idle) == [.light, .room, .power].contains(role), "reading changes nothing")
    }
    try expectItActs()
    for _ in 1...2 { board.device(role).fail() }
    for _ in 1...2 { board.heal(role) }
    #expect(board.history.lines == actions.map { "\(role.rawValue) \($0)" }, "each is said once")
    try expectItActs()
    board.fail(role, .error(EREMOTEIO))
    #expect(board.failing == [role: .error(EREMOTEIO)])
    let error = #expect(throws: HardwareError.self) { try act(role, board) }
    #expect(error?.device == role && error?.code == EREMOTEIO)
    board.heal(role)
    #expect(BoardLook(board) == idle)
    try expectItActs()
  }

  @Test func oneFailureLeavesTheOthersAlone() throws {
    for role in DeviceRole.allCases { try act(role, board) }
    board.fail(.speaker, .error(EBUSY))
    #expect(board.buzzer.isOn && board.lamp.isOn && board.camera.isOpen)
    #expect(board.vibration.level == .strong)
    #expect(board.display.face.brightness == 8)
    let playback = board.speaker.playback
    #expect(!playback.isPlaying && playback.stream == nil && playback.mixer == 100)
  }

  @Test(
    arguments: [
      ("stall", .stall), ("STALL", .stall), ("EBUSY", .error(EBUSY)), ("eio", .error(EIO)), ("16", .error(EBUSY)),
      ("", nil), ("broken", nil), ("0", nil), ("-5", nil),
    ] as [(String, MockFailure?)])
  func failuresAreNamedAsPeopleTypeThem(text: String, failure: MockFailure?) {
    #expect(MockFailure(named: text) == failure)
  }
}

@Suite struct StateTests {
  let board = MockBoard(clock: ManualClock().mockClock, duty: [.light: 0.25, .medium: 0.7, .strong: 1])

  @Test func anIdleBoardIsOffAndDarkAndLevelsThatItDoesNotNameHaveTheUsualDuty() {
    let look = BoardLook(board)
    #expect(!look.buzzer && !look.lamp && look.vibration == .off && !look.isPlaying && look.stream == nil)
    #expect(look.mixer == 100 && look.face == DisplayFace(text: "", brightness: nil))
    #expect(!look.isCameraOpen && !look.isButtonOpen && look.lux == 50)
    #expect(look.air == RoomClimate(temperature: 20, humidity: 50))
    #expect(look.strain == BoardStrain(isPowerLow: false, processorTemperature: 45) && look.failing.isEmpty)
    #expect(VibrationLevel.allCases.map(board.vibration.duty(of:)) == [0, 0.25, 0.7, 1])
  }

  @Test func aBusyBoardSaysWhatEveryDeviceDoes() throws {
    for role in DeviceRole.allCases { try act(role, board) }
    board.light.set(lux: 3)
    board.room.set(temperature: 21.5)
    board.room.set(humidity: nil)
    board.power.set(low: true)
    board.power.set(processorTemperature: 81)
    let look = BoardLook(board)
    #expect(look.buzzer && look.lamp && look.vibration == .strong && look.isPlaying)
    #expect(look.stream == AudioStream(sound: "tone", volume: 80, setsMixer: true))
    #expect(look.mixer == 100 && look.face == DisplayFace(text: "07:30", brightness: 8))
    #expect(look.isCameraOpen && look.isButtonOpen && look.lux == 3)
    #expect(look.air == RoomClimate(temperature: 21.5, humidity: nil))
    #expect(look.strain == BoardStrain(isPowerLow: true, processorTemperature: 81) && look.failing.isEmpty)
    #expect(try board.light.illuminance() == 3 && board.room.climate() == look.air)
    #expect(try board.power.strain() == look.strain)
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
    (lux, air, strain, failing) = (board.light.current.lux, board.room.current, board.power.current, board.failing)
  }
}
