import AlarmClock
import Control
import Hardware

struct DeviceReport: Sendable {
  let board: Board
  let outputs: Outputs
  let sensors: Sensors
  let health: DeviceHealth

  /// By role: when it last did as it was told.
  var proofs: [String: Instant] {
    Dictionary(
      uniqueKeysWithValues: DeviceRole.allCases.compactMap { role in health.proof(of: role).map { (role.rawValue, $0) }
      })
  }

  func views(in zone: ZoneRules) -> [String: DeviceView] {
    outputs.checkForHangs()
    sensors.checkForHangs()
    return Dictionary(uniqueKeysWithValues: DeviceRole.allCases.map { ($0.rawValue, view(of: $0, in: zone)) })
  }

  private func view(of role: DeviceRole, in zone: ZoneRules) -> DeviceView {
    guard board.has(role) else { return DeviceView(health: .notFitted) }
    if let failure = health.failure(of: role) {
      return DeviceView(health: .failed, error: "\(failure.error)", since: RFC3339.format(failure.since, in: zone))
    }
    let degradation = board.degradation(of: role)
    return DeviceView(
      health: degradation == nil ? .ok : .degraded, error: degradation,
      proven: health.proof(of: role).map { RFC3339.format($0, in: zone) })
  }
}
