/// How the strength of a vibration goes up and down.
public enum VibrationPattern: String, CaseIterable, Hashable, Sendable, Codable {
  case steady
  /// 0.5 s on, 0.2 s off.
  case pulse
  /// Two short beats a second.
  case heartbeat
  /// In pulses that begin lightly and gain a level every 15 s.
  case escalating

  /// What the motor does so long after the beginning, with `strength` as the most.
  public func level(_ strength: Vibration, after elapsed: Duration) -> Vibration {
    let phase = elapsed.remainder(dividingBy: period)
    guard isOn(phase) else { return .off }
    guard self == .escalating else { return strength }
    let steps: [Vibration] = [.light, .medium, .strong]
    let step = Int(elapsed / Self.step)
    return min(strength, steps[max(0, min(step, steps.count - 1))])
  }

  /// How long after `elapsed` that may change; more than zero.
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

  /// Where it goes on and off within a period, on first.
  private var edges: [Duration] {
    switch self {
    case .steady: [.zero]
    case .pulse, .escalating: [.zero, .milliseconds(500)]
    case .heartbeat: [.zero, .milliseconds(120), .milliseconds(240), .milliseconds(400)]
    }
  }

  private func isOn(_ phase: Duration) -> Bool { edges.count { $0 <= phase } % 2 == 1 }
}
