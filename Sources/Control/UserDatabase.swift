import Glibc

/// Users and groups, read from the files alone: the name service could block, and would load several libraries.
public enum UserDatabase {
  public static func group(named name: String) -> gid_t? {
    guard let file = fopen("/etc/group", "re") else { return nil }
    defer { fclose(file) }
    while let entry = fgetgrent(file) {
      if String(cString: entry.pointee.gr_name) == name { return entry.pointee.gr_gid }
    }
    return nil
  }

  public static func user(named name: String) -> uid_t? {
    first { String(cString: $0.pw_name) == name ? $0.pw_uid : nil }
  }

  public static func name(of user: uid_t) -> String? {
    first { $0.pw_uid == user ? String(cString: $0.pw_name) : nil }
  }

  /// Returns a user's home folder according to /etc/passwd, or `nil` if there is none.
  public static func home(of user: uid_t) -> String? {
    first { $0.pw_uid == user ? $0.pw_dir.map { String(cString: $0) } : nil }
  }

  /// The current user's name, or number if there is no name.
  public static var ownName: String { name(of: getuid()) ?? String(getuid()) }

  /// Whether this process has the rights of a group.
  public static func isMember(of group: gid_t) -> Bool {
    if getegid() == group { return true }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(groups.count), &groups)
    return count > 0 && groups[..<Int(count)].contains(group)
  }

  private static func first<Value>(_ read: (passwd) -> Value?) -> Value? {
    guard let file = fopen("/etc/passwd", "re") else { return nil }
    defer { fclose(file) }
    // A separate buffer for each call, because several threads may look up users.
    var (entry, buffer) = (passwd(), [CChar](repeating: 0, count: 1 << 14))
    var found: UnsafeMutablePointer<passwd>?
    while fgetpwent_r(file, &entry, &buffer, buffer.count, &found) == 0, found != nil {
      if let value = read(entry) { return value }
    }
    return nil
  }
}
