/// Finds file systems in /proc/self/mountinfo (proc_pid_mountinfo(5)).
package enum MountTable {
  /// Returns the type of the file system that holds a path, such as `ext4`, or `nil` if it is unknown.
  package static func fileSystem(of path: String) -> String? {
    guard let real = DurableFile.resolved(path) else { return nil }
    do {
      let text = String(decoding: try Descriptor.contents(of: "/proc/self/mountinfo"), as: UTF8.self)
      return fileSystem(of: real, in: text)
    } catch {
      // Without /proc the type is unknown; the caller reports that.
      return nil
    }
  }

  /// The longest matching mount point wins; of several mounts on it, the last one.
  package static func fileSystem(of path: String, in table: String) -> String? {
    var best: (length: Int, type: String)?
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(of: "-"), dash + 1 < fields.count else {
        continue
      }
      // mountinfo writes a space in a name as \040.
      let point = fields[4].replacing("\\040", with: " ")
      guard point == "/" || path == point || path.hasPrefix(point + "/") else { continue }
      if point.utf8.count >= best?.length ?? 0 { best = (point.utf8.count, String(fields[dash + 1])) }
    }
    return best?.type
  }
}
