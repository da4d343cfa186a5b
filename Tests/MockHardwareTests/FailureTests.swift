import Glibc
import Hardware
import MockHardware
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

/// Reading these changes nothing in the state.
private let asked: [DeviceRole] = [.light, .room, .power]

@Suite struct FailureTests {
  let clock = ManualClock()
  let board: MockBoard
  let idle: BoardLook

  init() {
    board = MockBoard(clock: clock.mockClock)
    idle = BoardLook(board)
  }

  @Test(
    "a failed device throws the errno, keeps nothing on, and acts again once healed",
    arguments: DeviceRole.allCases.filter { !asked.contains($0) })
  func aFailedDeviceKeepsNothingOn(role: DeviceRole) throws {
    try act(role, board)
    #expect(BoardLook(board) != idle)
    board.fail(role, .error(EREMOTEIO))
    #expect(board.failing == [role: .error(EREMOTEIO)])
    let error = #expect(throws: HardwareError.self) { try act(role, board) }
    #expect(error?.device == role)
    #expect(error?.code == EREMOTEIO)
    board.heal(role)
    #expect(BoardLook(board) == idle)
    try act(role, board)
    #expect(BoardLook(board) != idle)
  }

  @Test(
    "a device that stalls takes orders and does nothing",
    arguments: [.buzzer, .vibration, .display, .lamp] as [DeviceRole])
  func aStalledDeviceDoesNothing(role: DeviceRole) throws {
    try act(role, board)
    board.fail(role, .stall)
    try act(role, board)
    #expect(board.failing == [role: .stall])
    board.heal(role)
    #expect(BoardLook(board) == idle)
  }

  @Test(
    "the history says how a failure ended what a device did, once",
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
  func theHistorySaysHowAFailureEndedIt(role: DeviceRole, actions: [String]) throws {
    try act(role, board)
    board.device(role).fail()
    board.device(role).fail()
    board.heal(role)
    board.heal(role)
    #expect(board.history.lines == actions.map { "\(role.rawValue) \($0)" })
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
    "failures are named as people type them",
    arguments: [
      ("stall", .stall), ("STALL", .stall), ("EBUSY", .error(EBUSY)), ("eio", .error(EIO)), ("16", .error(EBUSY)),
      ("", nil), ("broken", nil), ("0", nil), ("-5", nil),
    ] as [(String, MockFailure?)])
  func failuresAreNamedAsPeopleTypeThem(text: String, failure: MockFailure?) {
    #expect(MockFailure(named: text) == failure)
  }
}
