import Glibc

/// Limits the memory of the bridge, so that messages from others cannot take it from what rings.
///
/// The library allocates a whole message, even 256 MB if the broker announces that, and MQTT 3.1.1 has no way to ask
/// for less. A message beyond the limit costs the connection, which is tried again.
enum MemoryBound {
  /// Bytes of private writable memory (RLIMIT_DATA, getrlimit(2)). A third of that is in use.
  private static let most: rlim_t = 24 << 20

  static func set() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0, limit.rlim_cur > most else { return }
    limit.rlim_cur = most
    // If that is refused, the limit of the unit remains.
    _ = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
  }
}
