import CLinux
import Glibc

/// Divides the process's limit of open files (RLIMIT_NOFILE, getrlimit(2)), so that clients leave enough for ringing.
package struct DescriptorShare: Hashable, Sendable {
  package let limit: Int

  /// Descriptors reserved for devices, `rouse-scan`, sounds, the store and temporary needs of the runtime. A ring on
  /// the mock board uses 45. Replacement threads of `WorkPool` need none.
  package static let setAside = 128
  /// Leaves room for a command while 200 clients reconnect, each with an older connection that is still closing.
  package static let mostConnections = 384
  /// Guaranteed even if the limit is too low: without a connection, nobody could ask what is wrong.
  package static let fewestConnections = 4
  /// The limit that the process requests.
  private static let wanted: UInt64 = 4096

  /// The maximum number of connected clients. The other half of the descriptors is for what their requests open.
  package var connections: Int {
    max(Self.fewestConnections, min(Self.mostConnections, (limit - Self.setAside) / 2))
  }

  package var problem: String? {
    guard limit < Self.setAside + 2 * Self.fewestConnections else { return nil }
    return "only \(limit) files may be open at once, and Rouse itself may need \(Self.setAside)"
  }

  package static let remedy = "start it with a higher limit: ulimit -n 1024 (in the unit: LimitNOFILE=4096)"

  /// NIO traps if its thread cannot open the 6 files that it needs. More must be free, because a ring may start at the
  /// same moment; together they open about 50.
  private static let (servingLimit, servingNeeds) = (64, 16)

  /// Whether clients can be served now. Checks without opening anything, because a ring may need the last descriptors.
  package var canServe: Bool {
    guard limit >= Self.servingLimit else { return false }
    return (0..<Int32(clamping: limit)).lazy.filter { fcntl($0, F_GETFD) < 0 }.prefix(Self.servingNeeds).count
      == Self.servingNeeds
  }

  package static var current: DescriptorShare { DescriptorShare(limit: Int(clamping: rouse_descriptor_limit())) }

  /// Raises the limit as far as allowed, up to `wanted`. If that fails, fewer clients are served.
  package static func raise() { rouse_raise_descriptor_limit(wanted) }
}
