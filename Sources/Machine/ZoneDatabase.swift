import AlarmClock
import Glibc
import PlainText

/// The zones that the machine has rules of, by name.
package enum ZoneDatabase {
  package static let folder = "/usr/share/zoneinfo/"
  /// All zones once more, without leap seconds and with them.
  private static let otherForms = ["posix/", "right/"]
  /// The clock's own zone, what rules a POSIX TZ string falls back on, and that no zone was chosen.
  private static let otherFiles = ["localtime", "posixrules", "posix", "right", "Factory"]

  /// Whether it would name a place's zone, and not another file of the folder.
  package static func isOfAPlace(_ name: String) -> Bool {
    !otherFiles.contains(name) && !otherForms.contains { name.hasPrefix($0) }
  }

  /// Those that may be meant by a name that is none, the likeliest first; none where the machine has no list of them.
  package static func meant(by name: String) -> [String] {
    let names: [String]
    do throws(SystemError) { names = try places() } catch { return [] }
    return meant(by: name, among: names)
  }

  /// Its whole name counts, or the place alone: `Asia/Tokio`, `tokyo`, `posix/Asia/Tokyo`.
  static func meant(by typed: String, among names: [String]) -> [String] {
    let form = otherForms.first { typed.hasPrefix($0) }
    let name = typed.dropFirst(form?.count ?? 0).lowercased()
    let whole = Spelling.nearest(to: name, in: names) { $0.lowercased() }
    return whole.isEmpty ? Spelling.nearest(to: place(name), in: names) { place($0.lowercased()) } : whole
  }

  private static func place(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }

  /// The zones of countries, and UTC. Each stands in the third column of its line.
  private static func places() throws(SystemError) -> [String] {
    let lines = String(decoding: try Descriptor.contents(of: folder + "zone.tab"), as: UTF8.self).split(separator: "\n")
    let columns = lines.filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
    return ["UTC"] + columns.compactMap { $0.count > 2 ? String($0[2]) : nil }
  }

  /// Reads a small file.
  ///
  /// - Parameter name: as `Asia/Tokyo`; a name that leads out of the folder is refused.
  /// - Throws: why there are no rules, for people.
  package static func rules(named name: String) throws(SystemError) -> ZoneRules {
    guard !name.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0.isEmpty || $0 == ".." })
    else { throw SystemError("\(folder)\(name)", ENOENT) }
    let data = try Descriptor.contents(of: folder + name)
    do throws(ZoneError) { return try ZoneRules(name: name, tzif: data) } catch {
      throw SystemError("\(folder)\(name): \(error.reason)", EINVAL)
    }
  }
}
