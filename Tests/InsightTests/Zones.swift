import AlarmClock
import FoundationEssentials

/// The system's zones.
enum Zones {
  static func rules(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
  }
}
