import AlarmClock
import Glibc
import PlainText

/// The machine's time zone files, by name.
package enum ZoneDatabase {
  package static let folder = "/usr/share/zoneinfo/"
  /// Copies of all zones without and with leap seconds.
  private static let otherForms = ["posix/", "right/"]
  /// The clock's own zone, the fallback rules of POSIX TZ strings, and the marker of an unset zone.
  private static let otherFiles = ["localtime", "posixrules", "posix", "right", "Factory"]

  /// Whether the name could be that of a place's zone rather than another file in the folder.
  package static func isOfAPlace(_ name: String) -> Bool {
    !otherFiles.contains(name) && !otherForms.contains { name.hasPrefix($0) }
  }

  /// Returns the names that a misspelled one (`Asia/Tokio`, `tokyo`, `posix/Asia/Tokyo`) may mean, likeliest first.
  /// Compares the whole name or only the place. Empty if the machine has no list of zones.
  package static func meant(by typed: String, among known: [String]? = nil) -> [String] {
    let names: [String]
    do { names = try known ?? places() } catch { return [] }
    let form = otherForms.first { typed.hasPrefix($0) }
    let name = typed.dropFirst(form?.count ?? 0).lowercased()
    let whole = Spelling.nearest(to: name, in: names) { $0.lowercased() }
    return whole.isEmpty ? Spelling.nearest(to: place(name), in: names) { place($0.lowercased()) } : whole
  }

  private static func place(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }

  /// Returns UTC and the zones in the third column of zone.tab.
  private static func places() throws(SystemError) -> [String] {
    let lines = String(decoding: try Descriptor.contents(of: folder + "zone.tab"), as: UTF8.self).split(separator: "\n")
    let columns = lines.filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
    return ["UTC"] + columns.compactMap { $0.count > 2 ? String($0[2]) : nil }
  }

  /// Reads the file of a zone such as `Asia/Tokyo`, or explains why not. Refuses a name that leads out of the folder.
  package static func rules(named name: String) throws(SystemError) -> ZoneRules {
    guard !name.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0.isEmpty || $0 == ".." })
    else { throw SystemError("\(folder)\(name)", ENOENT) }
    let data = try Descriptor.contents(of: folder + name)
    do throws(ZoneError) { return try ZoneRules(name: name, tzif: data) } catch {
      throw SystemError("\(folder)\(name): \(error.reason)", EINVAL)
    }
  }
}
