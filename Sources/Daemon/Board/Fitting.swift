import AlarmClock
import Control
import Hardware

/// The devices that a board has, for code that needs to know only that.
struct Fitting: Sendable {
  var board: String
  /// `nil` for the mock board.
  var file: String?
  var roles: Set<DeviceRole>
  var displayShape: DisplayShape?

  /// Throws if nothing on this board would follow the value.
  func check(_ key: SettingKey, value: String, field: String) throws(ControlError) {
    guard let role = key.device, !supports(key), !key.asksForNothing(value) else { return }
    throw ControlError(
      .notPermitted, "\(field) is not supported on this board",
      why: "\(lack(of: role)), so it would change nothing", fix: "leave it out; or \(wayToFit)")
  }

  func checkDisplay(why more: String = "", stillWorks: String? = nil) throws(ControlError) {
    guard !roles.contains(.display) else { return }
    throw ControlError(
      .notPermitted, "there is no display", why: "none is fitted on the board \(board)\(more)",
      fix: "fit one, add it to \(file ?? "a board file"), and restart the daemon: `sudo systemctl restart rouse`",
      stillWorks: stillWorks)
  }

  func supports(_ key: SettingKey) -> Bool {
    // The buzzer stands in for the speaker.
    if key == .reminderSound, roles.contains(.buzzer) { return true }
    return key.device.map(roles.contains) ?? true
  }

  /// The devices of a ring while none fails. A device that is not fitted has failed.
  var ringDevices: RingDevices {
    RingDevices(
      speaker: roles.contains(.speaker) ? .proven : .failed, buzzer: roles.contains(.buzzer),
      vibration: roles.contains(.vibration), camera: roles.contains(.camera))
  }

  var hasLight: Bool { roles.contains(.display) }

  /// Returns the sound as listed on this board, where nothing can be played without a speaker.
  func listed(_ sound: SoundView) -> SoundView {
    guard !roles.contains(.speaker), sound.available else { return sound }
    var sound = sound
    (sound.available, sound.problem, sound.fix) = (false, lack(of: .speaker), wayToFit)
    return sound
  }

  private func lack(of role: DeviceRole) -> String { "no \(role.rawValue) is fitted on the board \(board)" }

  private var wayToFit: String {
    "fit the device, add it to \(file ?? "a board file"), and restart the daemon: `sudo systemctl restart rouse`"
  }
}

extension SettingKey {
  fileprivate var device: DeviceRole? { setting.device.flatMap { DeviceRole(rawValue: $0.rawValue) } }

  fileprivate func asksForNothing(_ value: String) -> Bool { value == Self.defaultWord || value == "off" }
}
