import Glibc

/// Users and groups, looked up in the files alone: the name service could block, and maps libraries for a few lines.
enum UserDatabase {
  static func group(named name: String) -> gid_t? {
    guard let file = fopen("/etc/group", "re") else { return nil }
    defer { fclose(file) }
    while let entry = fgetgrent(file) {
      if String(cString: entry.pointee.gr_name) == name { return entry.pointee.gr_gid }
    }
    return nil
  }

  /// The name of the user who runs this; the number where it has none.
  static var ownName: String {
    let own = getuid()
    guard let file = fopen("/etc/passwd", "re") else { return String(own) }
    defer { fclose(file) }
    while let entry = fgetpwent(file) {
      if entry.pointee.pw_uid == own { return String(cString: entry.pointee.pw_name) }
    }
    return String(own)
  }

  /// Whether this process may do what the group's members may.
  static func isMember(of group: gid_t) -> Bool {
    if getegid() == group { return true }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(groups.count), &groups)
    return count > 0 && groups[..<Int(count)].contains(group)
  }
}
