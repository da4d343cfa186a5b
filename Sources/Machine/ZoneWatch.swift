import CLinux
import Glibc

/// Detects changes of the time zone, which timers do not report: a replaced /etc/localtime, or a replaced zone file as
/// after an update of tzdata (inotify(7)).
package struct ZoneWatch {
  private let watch: Descriptor?
  private let localtime: String
  private let zoneFile: String?

  package init(_ system: SystemZone) {
    localtime = system.localtime
    zoneFile = system.environmentFile
    let number = rouse_watch_create()
    watch = number >= 0 ? Descriptor(number) : nil
    follow()
  }

  package var descriptors: [Int32] { watch.map { [$0.number] } ?? [] }

  /// Reads the pending events; returns whether one concerns a file of the zone.
  package func sawChange(in ready: [Int32]) -> Bool {
    guard let watch, ready.contains(watch.number) else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(watch.number, &buffer, buffer.count)
    guard count > 0 else { return false }
    // The records contain the names of files in the watched folders.
    let happened = String(decoding: buffer[..<count], as: UTF8.self)
    let isOurs = files.contains { happened.contains(Self.split($0).name) }
    // The link may lead to another folder now.
    if isOurs { follow() }
    return isOurs
  }

  private var files: [String] {
    [localtime, zoneFile].compactMap(\.self).flatMap { [$0, DurableFile.resolved($0)] }.compactMap(\.self)
  }

  /// Watching a folder twice is harmless.
  private func follow() {
    guard let watch else { return }
    for file in files { _ = rouse_watch_folder(watch.number, Self.split(file).folder) }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
