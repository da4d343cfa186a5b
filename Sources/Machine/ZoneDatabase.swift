import AlarmClock
import Glibc

/// The zones that the machine has rules of, by name.
package enum ZoneDatabase {
  package static let folder = "/usr/share/zoneinfo/"

  /// Reads a small file.
  ///
  /// - Parameter name: as `Asia/Tokyo`; it must lead out of no folder.
  /// - Throws: why there are no rules, for people.
  package static func rules(named name: String) throws(SystemError) -> ZoneRules {
    let data = try Descriptor.contents(of: folder + name)
    do throws(ZoneError) { return try ZoneRules(name: name, tzif: data) } catch {
      throw SystemError("\(folder)\(name): \(error.reason)", EINVAL)
    }
  }
}
