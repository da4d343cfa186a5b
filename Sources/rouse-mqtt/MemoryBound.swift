import Glibc

/// How much memory the bridge may ever have: what others send is not to take it from what rings.
///
/// The library makes room for a whole message, 256 MB if that is what the broker announces, and MQTT 3.1.1 knows no word by
/// which a client could say that it wants less. One that is larger than this costs the line, which is tried again.
enum MemoryBound {
  /// In bytes, of all that is written to and belongs to no file (RLIMIT_DATA, getrlimit(2)): what is in use is a third of it.
  private static let most: rlim_t = 24 << 20

  static func set() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0, limit.rlim_cur > most else { return }
    limit.rlim_cur = most
    // Where it is refused, the unit's bound is left.
    _ = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }
}
