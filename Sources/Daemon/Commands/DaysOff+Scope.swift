import AlarmClock
import Control

/// For which alarms pauses and calendars are: one alarm, a group, or neither of the two for all.
extension DaysOff.Scope {
  /// Returns `, for the group work`, or nothing if the days off are for all alarms.
  ///
  /// - Parameter alarm: finds an alarm by its id; its name is shown.
  func words(_ alarm: (String) -> Alarm?) -> String {
    switch self {
    case .all: ""
    case .alarm(let id): ", for \(alarm(id)?.name ?? id)"
    case .group(let group): ", for the group \(group)"
    }
  }
}

extension AlarmBook {
  /// - Parameter alarm: its id or label.
  func scope(alarm: String?, group: String?, at now: Instant, in zone: ZoneRules) throws(ControlError) -> DaysOff.Scope
  {
    guard let group else {
      guard let alarm else { return .all }
      return .alarm(id: try self.alarm(named: alarm, at: now, in: zone).id)
    }
    do throws(InvalidValue) {
      guard alarm == nil else {
        throw InvalidValue(
          field: "--group", value: group, reason: "it is for one alarm or for a group", remedy: "give one of the two")
      }
      let name = try DaysOff.group(group, field: "--group")
      guard name != DaysOff.noGroup else {
        throw InvalidValue(
          field: "--group", value: group, reason: "it stands for no group, and no alarm can be in a group of this name",
          remedy: "leave `--group` out to mean all alarms")
      }
      return .group(name)
    } catch {
      throw ControlError(error)
    }
  }
}
