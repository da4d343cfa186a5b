import CLinux
import Glibc

/// Sees changes of the time zone, which no timer tells of: /etc/localtime is another file or link, or the zone's own file
/// was replaced, as by an update of tzdata (inotify(7)).
package struct ZoneWatch {
  private let watch: Descriptor?
  /// The link that says which zone it is.
  private let localtime: String
  /// The file that TZ names.
  private let zoneFile: String?

  package init(_ system: SystemZone) {
    localtime = system.localtime
    zoneFile = system.environmentFile
    let number = rouse_watch_create()
    guard number >= 0 else {
      watch = nil
      return
    }
    watch = Descriptor(number)
    follow()
  }

  package var descriptors: [Int32] { watch.map { [$0.number] } ?? [] }

  /// Reads what happened; true when it was to a file that the zone comes from.
  package func sawChange(in ready: [Int32]) -> Bool {
    guard let watch, ready.contains(watch.number) else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(watch.number, &buffer, buffer.count)
    guard count > 0 else { return false }
    // The records hold the names of the files in the folders that are watched.
    let happened = String(decoding: buffer[..<count], as: UTF8.self)
    let isOurs = files.contains { happened.contains(Self.split($0).name) }
    // The link may lead to another folder now.
    if isOurs { follow() }
    return isOurs
  }

  private var files: [String] {
    [localtime, zoneFile].compactMap(\.self).flatMap { [$0, Self.target(of: $0)] }.compactMap(\.self)
  }

  /// Watches the folders of all files; one that is watched already stays so.
  private func follow() {
    guard let watch else { return }
    for file in files { _ = rouse_watch_folder(watch.number, Self.split(file).folder) }
  }

  /// Where a link leads to in the end; nil: nowhere.
  private static func target(of link: String) -> String? {
    guard let resolved = realpath(link, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
