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

  /// Why it was neither heard nor felt in all the time it chimed.
  ///
  /// - Parameter lack: what is known against a device by now; nil: nothing, though it did not do as it was asked.
  func wentUnnoticed(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    unnoticed(isQuiet: isQuiet, lack: lack)
      ?? unnoticed(isQuiet: isQuiet) { lack($0) ?? "the \($0.rawValue) did nothing" }
  }

  private func unheard(isQuiet: Bool, lack: (DeviceRole) -> String?) -> String? {
    if volume == 0 { return "it has no sound" }
    // The buzzer stands in for the speaker.
    if let speaker = lack(.speaker), let buzzer = lack(.buzzer) { return "\(speaker), \(buzzer)" }
    return isQuiet ? "in quiet hours nothing sounds" : nil
  }
}

extension Outputs {
  func lack(of role: DeviceRole) -> String? {
    guard isFitted(role) else { return "no \(role.rawValue) is fitted" }
    if let failure = health.failure(of: role) { return "\(failure.error)" }
    return role == .speaker && mixerVolume == 0 ? "its mixer is muted" : nil
  }

  func servesChime(_ role: DeviceRole) -> Bool {
    guard lack(of: role) == nil else { return false }
    switch role {
    case .speaker: return standing(of: .timer) == .playing
    case .buzzer: return isBeeping(for: .timer)
    default: return isShaking(for: .timer)
    }
  }

  var isChimeUnheard: Bool {
    if lack(of: .speaker) != nil { return true }
    switch standing(of: .timer) {
    case .failing?: return true
    case .starting?, .playing?: return speakerProof == .failed
    case .waiting?, .dispossessed?, SpeakerStanding.none?, nil: return false
    }
  }
}
