import AlarmClock
import Glibc

/// The machine's time zone, from the environment's TZ or /etc/localtime.
enum SystemZone {
  private static let database = "/usr/share/zoneinfo/"

  /// The rules, and why they are not the configured ones when they could not be read.
  static func load() -> (zone: ZoneRules, problem: String?) {
    let name = environmentName ?? localtimeName
    let path = environmentFile ?? "/etc/localtime"
    do {
      return (try ZoneRules(name: name, tzif: try Descriptor.contents(of: path)), nil)
    } catch {
      return (.utc, "the zone \(name) cannot be read from \(path), so UTC is used: \(error)")
    }
  }

  /// The file of the zone that TZ names.
  static var environmentFile: String? { environmentName.map { $0.hasPrefix("/") ? $0 : database + $0 } }

  /// A zone's name in TZ, with or without the leading colon (tzset(3)).
  private static var environmentName: String? {
    guard let value = getenv("TZ"), value.pointee != 0 else { return nil }
    let text = String(cString: value)
    return text.hasPrefix(":") ? String(text.dropFirst()) : text
  }

  /// What /etc/localtime links to, as `Europe/Berlin`.
  private static var localtimeName: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/etc/localtime", &buffer, buffer.count)
    guard count > 0 else { return "localtime" }
    let target = String(decoding: buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    guard let range = target.firstRange(of: "zoneinfo/") else { return "localtime" }
    return String(target[range.upperBound...])
  }
}
