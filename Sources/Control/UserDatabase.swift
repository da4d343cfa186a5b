import Glibc

/// Users and groups, looked up in the files alone: the name service could block, and maps libraries for a few lines.
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

  /// nil: it has none.
  public static func name(of user: uid_t) -> String? {
    first { $0.pw_uid == user ? String(cString: $0.pw_name) : nil }
  }

  /// The folder that is a user's own, as the system has it; nil: there is none.
  public static func home(of user: uid_t) -> String? {
    first { entry in
      guard entry.pw_uid == user, let home = entry.pw_dir else { return nil }
      return String(cString: home)
    }
  }

  /// The name of the user who runs this; the number where it has none.
  public static var ownName: String { name(of: getuid()) ?? String(getuid()) }

  /// Whether this process may do what the group's members may.
  public static func isMember(of group: gid_t) -> Bool {
    if getegid() == group { return true }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = getgroups(Int32(groups.count), &groups)
    return count > 0 && groups[..<Int(count)].contains(group)
  }

  /// What is read from the first user of whom there is something to read.
  private static func first<Value>(_ read: (passwd) -> Value?) -> Value? {
    guard let file = fopen("/etc/passwd", "re") else { return nil }
    defer { fclose(file) }
    // Of this call alone, as several threads may look up users.
    var (entry, buffer) = (passwd(), [CChar](repeating: 0, count: 1 << 14))
    var found: UnsafeMutablePointer<passwd>?
    while fgetpwent_r(file, &entry, &buffer, buffer.count, &found) == 0, found != nil {
      if let value = read(entry) { return value }
    }
    return nil
  }
}
