import AlarmClock
import FoundationEssentials

enum Zones {
  static func rules(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
  }
}
