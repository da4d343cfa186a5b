import Control
import FoundationEssentials
import Hardware
import MockHardware

/// What people do with the mock board.
extension RouseDaemon {
  func mock() throws(ControlError) -> MockBoard {
    guard let mock = board.mock else {
      throw ControlError(
        .notPermitted, "this daemon runs on the board \(board.name)", why: "`rouse mock` moves the mock board alone",
        fix: "start a daemon of your own: `rouse daemon --board mock --state DIR --socket PATH`")
    }
    return mock
  }

  /// How long a picture waits to be brought to a ring whose camera is slow to see that nothing lies there.
  private static let longestWaitToBring: Duration = .seconds(15)

  /// Nobody is as fast as a script: a card that comes with the ring's first pictures would be one that lies there.
  private func waitUntilACardCounts(_ mock: MockBoard) async {
    let start = time.monotonic
    while time.monotonic - start < Self.longestWaitToBring, mock.camera.picture == nil, mock.camera.failure == nil,
      ringer.current.contains(where: { $0.state.asks(at: time.monotonic) && !$0.state.isReadyForCards })
    {
      guard await time.rest(for: .milliseconds(50)) else { return }
    }
  }

  func showPicture(_ command: ShowPicture) async throws -> Done {
    let mock = try mock()
    guard let pixels = Data(base64Encoded: command.pixels),
      let frame = GrayFrame(
        width: GrayFrame.cameraWidth, height: GrayFrame.cameraHeight, pixels: [UInt8](pixels))
    else {
      throw ControlError(
        .badData, "the picture is not 640 x 480 bytes of grey", why: "the mock camera delivers nothing else",
        fix: "use `rouse mock show FILE`, which fits any picture")
    }
    if command.isBrought { await waitUntilACardCounts(mock) }
    let showing: Int
    do { showing = try mock.camera.show(frame, name: String(command.pictureName.prefix(100))) } catch {
      throw ControlError(
        .badData, "the picture cannot be shown", why: error.description, fix: "use `rouse mock show FILE`")
    }
    if let milliseconds = command.milliseconds {
      let time = time
      Task {
        try await time.sleep(for: .milliseconds(milliseconds))
        mock.camera.hide(showing)
      }
    }
    return Done()
  }

  func setMixer(_ percent: Int) throws(ControlError) -> Done {
    let mock = try mock()
    guard (0...100).contains(percent) else {
      throw ControlError(
        .usage, "there is no mixer level \(percent)", why: "nothing was changed", fix: "give a number from 0 to 100")
    }
    mock.speaker.setMixer(percent)
    return Done()
  }

  static func role(_ text: String) throws(ControlError) -> DeviceRole {
    guard let role = DeviceRole(rawValue: text) else {
      throw ControlError(
        .usage, "there is no device `\(text.prefix(40))`", why: "nothing was changed",
        fix: "choose one of: \(DeviceRole.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return role
  }

  static func failure(_ text: String) throws(ControlError) -> MockFailure {
    guard let failure = MockFailure(named: text) else {
      throw ControlError(
        .usage, "there is no error `\(text.prefix(40))`", why: "nothing was changed",
        fix: "give a name of errno(3) as `EBUSY`, its number, or `stall`")
    }
    return failure
  }
}
