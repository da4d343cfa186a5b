import AlarmClock
import Control
import Hardware

/// Which devices a board has, for those who only need to know that.
struct Fitting: Sendable {
  var board: String
  /// The board file; nil for the mock board.
  var file: String?
  var roles: Set<DeviceRole>
  /// What the display has to show something with; nil: none is fitted, or nobody asks.
  var displayShape: DisplayShape?

  /// Refuses a value that nothing on this board would follow.
  func check(_ key: SettingKey, value: String, field: String) throws(ControlError) {
    guard let role = key.device, !supports(key), !key.asksForNothing(value) else { return }
    throw ControlError(
      .notPermitted, "\(field) is not supported on this board",
      why: "no \(role.rawValue) is fitted on the board \(board), so it would change nothing",
      fix: "leave it out; or fit the device, add it to \(file ?? "a board file"), and restart the daemon: "
        + "`systemctl restart rouse`")
  }

  func supports(_ key: SettingKey) -> Bool {
    // The buzzer stands in for the speaker.
    if key == .reminderSound, roles.contains(.buzzer) { return true }
    return key.device.map(roles.contains) ?? true
  }
}

extension SettingKey {
  /// The device that follows the setting; nil: it is about no single one.
  fileprivate var device: DeviceRole? {
    switch setting.device {
    case .speaker?: .speaker
    case .vibration?: .vibration
    case .buzzer?: .buzzer
    case .display?: .display
    case .camera?: .camera
    case nil: nil
    }
  }

  /// Whether a board without the device does as asked.
  fileprivate func asksForNothing(_ value: String) -> Bool { value == Self.defaultWord || value == "off" }
}
