import AlarmClock
import Hardware

extension ChimePlan {
  /// Why its end is neither heard nor felt though it chimes; nil: it is one of them, or the chime is off.
  ///
  /// - Parameter lack: why a device does nothing; nil: it does.
  func unnoticed(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    guard isOn, let unheard = unheard(isQuiet: isQuiet, lack: lack) else { return nil }
    guard let unfelt = vibration == .off ? "its vibration is off" : lack(.vibration) else { return nil }
    return "\(unheard), \(unfelt)"
  }

  private func unheard(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    if volume == 0 { return "it has no sound" }
    return lack(.speaker) ?? (isQuiet ? "in quiet hours nothing sounds" : nil)
  }
}

extension Outputs {
  func lack(of role: DeviceRole) -> String? {
    guard isFitted(role) else { return "no \(role.rawValue) is fitted" }
    if let failure = health.failure(of: role) { return "\(failure.error)" }
    return role == .speaker && mixerVolume == 0 ? "its mixer is muted" : nil
  }
}
