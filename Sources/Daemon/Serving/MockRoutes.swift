import Control
import ControlService
import FoundationEssentials
import Hardware
import Machine
import MockHardware

extension RouseDaemon {
  func addMock(to router: inout Router) {
    router.perform(ShowPicture.self) { [self] in try await showPicture($0) }
    on(HidePicture.self, &router) { [self] mock, _ in
      pendingPicture.value?.cancel()
      mock.camera.hide()
    }
    router.perform(FailDevice.self) { [self] command in
      let role = try Self.role(command.device)
      let mock = try mockBoard()
      guard let failure = MockFailure(named: command.error) else {
        throw Self.refusal(
          "error `\(command.error.prefix(40))`", "give a name of errno(3) as `EBUSY`, its number, or `stall`")
      }
      mock.fail(role, failure)
      sensors.askAgain()
    }
    on(HealDevice.self, &router) { [self] mock, command in
      mock.heal(try Self.role(command.device))
      sensors.askAgain()
    }
    on(SetMockLux.self, &router) { [self] mock, command in
      try Self.check(command.lux, 0...200_000, "light of so many lux")
      try Self.check(command.noise ?? 0, 0...1, "noise of a measurement")
      mock.light.set(lux: command.lux, noise: command.noise ?? 0)
      // The sensor may otherwise be read only once a minute.
      sensors.askAgain()
    }
    on(SetMockRoom.self, &router) { [self] mock, command in
      if let temperature = command.temperature { try Self.check(temperature, -60...100, "temperature") }
      if let humidity = command.humidity { try Self.check(humidity, 0...100, "humidity") }
      if let temperature = command.temperature { mock.room.set(temperature: temperature) }
      if let humidity = command.humidity { mock.room.set(humidity: humidity) }
      sensors.askAgain()
    }
    on(SetMockPower.self, &router) { mock, command in mock.power.set(low: command.low) }
    on(SetMockProcessor.self, &router) { mock, command in
      try Self.check(command.temperature, -40...125, "temperature of a processor")
      mock.power.set(processorTemperature: command.temperature)
    }
    on(PressMockButton.self, &router) { mock, _ in mock.button.press() }
    on(SetMockMixer.self, &router) { mock, command in
      guard (0...100).contains(command.percent) else {
        throw Self.refusal("mixer level \(command.percent)", "give a number from 0 to 100")
      }
      mock.speaker.setMixer(command.percent)
    }
    router.on(GetMockState.self) { [self] _ in MockStateView(try mockBoard()) }
    router.on(GetMockHistory.self) { [self] _ in
      let history = try mockBoard().history
      let zone = scheduler.zone
      return GetMockHistory.Reply(
        history: history.entries.map { MockEntryView($0, in: zone) }, dropped: history.dropped)
    }
  }

  private func on<Asked: Command>(
    _ command: Asked.Type, _ router: inout Router, _ change: @escaping @Sendable (MockBoard, Asked) throws -> Void
  ) where Asked.Reply == Done {
    router.perform(command) { [self] in try change(try mockBoard(), $0) }
  }

  private func mockBoard() throws(ControlError) -> MockBoard {
    guard let mock = board.mock else {
      throw ControlError(
        .notPermitted, "this daemon runs on the board \(board.name)", why: "`rouse mock` moves the mock board alone",
        fix: "start a daemon of your own: `rouse daemon --board mock --state DIR --socket PATH`")
    }
    return mock
  }

  /// How long a picture waits for the ring's camera to see that no card lies there.
  private static let longestWaitToBring: Duration = .seconds(15)

  /// Waits until the ring accepts cards. A card in the ring's first pictures would count as one that was left there.
  private func waitUntilACardCounts(_ mock: MockBoard) async {
    let start = time.monotonic
    // Without the lamp it is too dark to see that no card lies there.
    defer { mock.camera.light(false) }
    while time.monotonic - start < Self.longestWaitToBring, isToWait(mock) {
      mock.camera.light(true)
      guard await time.rest(for: .milliseconds(50)) else { return }
    }
  }

  private func isToWait(_ mock: MockBoard) -> Bool {
    mock.camera.picture == nil && mock.camera.failure == nil
      && ringer.current.contains { $0.state.asks(at: time.monotonic) && !$0.state.isReadyForCards }
  }

  private func showPicture(_ command: ShowPicture) async throws {
    let mock = try mockBoard()
    guard let pixels = Data(base64Encoded: command.pixels),
      let frame = GrayFrame(
        width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, pixels: [UInt8](pixels))
    else {
      throw ControlError(
        .badData, "the picture is not 640 x 480 bytes of grey", why: "the mock camera delivers nothing else",
        fix: "use `rouse mock show FILE`, which fits any picture")
    }
    pendingPicture.value?.cancel()
    // On a mock clock the wait would run at normal speed. So the reply comes first, and `advance` brings the picture.
    let waitsForAnswer = VirtualTime.installed == nil || !command.isBrought || !isToWait(mock)
    if command.after == nil, waitsForAnswer {
      try await show(frame, command, mock)
    } else {
      pendingPicture.value = Task(executorPreference: WorkPool.shared) { [self] in
        try await time.sleep(for: .milliseconds(command.after ?? 0))
        try await show(frame, command, mock)
      }
    }
  }

  private func show(_ frame: GrayFrame, _ command: ShowPicture, _ mock: MockBoard) async throws {
    if command.isBrought { await waitUntilACardCounts(mock) }
    try Task.checkCancellation()
    let showing: Int
    do { showing = try mock.camera.show(frame, name: String(command.pictureName.prefix(100))) } catch {
      throw ControlError(
        .badData, "the picture cannot be shown", why: error.description, fix: "use `rouse mock show FILE`")
    }
    guard let milliseconds = command.milliseconds else { return }
    Task(executorPreference: WorkPool.shared) { [time] in
      try await time.sleep(for: .milliseconds(milliseconds))
      mock.camera.hide(showing)
    }
  }

  private static func check(_ value: Double, _ range: ClosedRange<Double>, _ what: String) throws(ControlError) {
    guard range.contains(value) else {
      throw refusal(
        "\(what) as \(value)", "give a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
  }

  private static func role(_ text: String) throws(ControlError) -> DeviceRole {
    if let role = DeviceRole(rawValue: text) { return role }
    throw refusal(
      "device `\(text.prefix(40))`", "choose one of: \(DeviceRole.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  private static func refusal(_ what: String, _ fix: String) -> ControlError {
    ControlError(.usage, "there is no \(what)", why: "nothing was changed", fix: fix)
  }
}
