/// The course of a vibration's strength.
public enum VibrationPattern: String, CaseIterable, Hashable, Sendable, Codable, OwnableValue {
  case steady
  /// 0.5 s on, 0.2 s off.
  case pulse
  /// Two short beats a second.
  case heartbeat
  /// Pulses that begin at the light level and gain a level every 15 s.
  case escalating

  /// Returns the motor's level at `elapsed` after the beginning, at most `strength`.
  public func level(_ strength: Vibration, after elapsed: Duration) -> Vibration {
    let phase = elapsed.remainder(dividingBy: period)
    guard isOn(phase) else { return .off }
    guard self == .escalating else { return strength }
    let steps: [Vibration] = [.light, .medium, .strong]
    let step = Int(elapsed / Self.step)
    return min(strength, steps[max(0, min(step, steps.count - 1))])
  }

  /// Returns how long after `elapsed` the level may change; always more than zero.
  public func nextChange(after elapsed: Duration) -> Duration {
    let phase = elapsed.remainder(dividingBy: period)
    let next = (edges + [period]).filter { $0 > phase }.map { $0 - phase }.min() ?? period
    guard self == .escalating else { return next }
    return min(next, Self.step - elapsed.remainder(dividingBy: Self.step))
  }

  private static let step: Duration = .seconds(15)

  private var period: Duration {
    switch self {
    case .steady, .heartbeat: .seconds(1)
    case .pulse, .escalating: .milliseconds(700)
    }
  }

  /// The times within a period at which the motor turns on and off, beginning with on.
  private var edges: [Duration] {
    switch self {
    case .steady: [.zero]
    case .pulse, .escalating: [.zero, .milliseconds(500)]
    case .heartbeat: [.zero, .milliseconds(120), .milliseconds(240), .milliseconds(400)]
    }
  }

  private func isOn(_ phase: Duration) -> Bool { edges.count { $0 <= phase } % 2 == 1 }
}
