import AlarmClock
import Control
import Hardware

/// How each device is.
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
    return Dictionary(
      uniqueKeysWithValues: DeviceRole.allCases.map { role in
        guard board.has(role) else { return (role.rawValue, DeviceView(health: .notFitted)) }
        guard let failure = health.failure(of: role) else {
          let degradation = board.degradation(of: role)
          return (
            role.rawValue,
            DeviceView(
              health: degradation == nil ? .ok : .degraded, error: degradation,
              proven: health.proof(of: role).map { RFC3339.format($0, in: zone) })
          )
        }
        return (
          role.rawValue,
          DeviceView(health: .failed, error: "\(failure.error)", since: RFC3339.format(failure.since, in: zone))
        )
      })
  }
}
