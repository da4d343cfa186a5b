import CLinux
import Glibc

/// How the files that the process may have open at once (RLIMIT_NOFILE, getrlimit(2)) are divided, so that clients leave
/// enough for what rings.
package struct DescriptorShare: Hashable, Sendable {
  /// How many there may be.
  package let limit: Int

  /// For devices, `rouse-scan`, sounds, the store and what the runtime opens now and then. A ring on the mock board
  /// takes 45; threads that take the place of blocked ones take none.
  package static let setAside = 128
  /// So many that two hundred which come and go, each with one behind it that is being ended, leave room for a command.
  package static let mostConnections = 384
  /// Even where that leaves too little: without one, nobody could ask what is wrong.
  package static let fewestConnections = 4
  /// What the process asks for, where it may.
  private static let wanted: UInt64 = 4096

  /// How many clients may be connected at once. As many again are left for what their requests open.
  package var connections: Int {
    max(Self.fewestConnections, min(Self.mostConnections, (limit - Self.setAside) / 2))
  }

  /// What people are to be told of a limit that is too low; nil: it is not.
  package var problem: String? {
    guard limit < Self.setAside + 2 * Self.fewestConnections else { return nil }
    return "only \(limit) files may be open at once, and everything together may take \(Self.setAside)"
  }

  package static let remedy = "start it with a higher limit: ulimit -n 1024 (in the unit: LimitNOFILE=4096)"

  /// NIO ends the process where its thread cannot open the 6 files it needs, so there have to be more: a ring may begin in
  /// the same moment, and all together open about 50.
  private static let (servingLimit, servingNeeds) = (64, 16)

  /// Whether clients can be served at this moment. Looks without opening anything: a ring may need the last ones.
  package var canServe: Bool {
    guard limit >= Self.servingLimit else { return false }
    return (0..<Int32(clamping: limit)).lazy.filter { fcntl($0, F_GETFD) < 0 }.prefix(Self.servingNeeds).count
      == Self.servingNeeds
  }

  package static var current: DescriptorShare { DescriptorShare(limit: Int(clamping: rouse_descriptor_limit())) }

  /// Takes as many as are wanted and may be had. Where even that is refused, fewer clients are served.
  package static func raise() { rouse_raise_descriptor_limit(wanted) }
}
