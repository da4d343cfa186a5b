/// Has `rouse-mqtt` tell the house of the clock anew, or have it forget the clock. It is asked for at the control socket, by
/// people on the clock itself: nobody on the second socket can.
///
/// Its answer comes when the broker has taken it. Refusals: `unreachable` where `rouse-mqtt` does not run or has no line,
/// `tryAgain` where another order is under way or this one takes too long.
public struct OrderHome: Command {
  public static let name = "mqtt.order"
  public static let mayTakeLong = true
  /// How the line is then.
  public typealias Reply = HomeReport
  public var kind: HomeOrder.Kind
  public init(_ kind: HomeOrder.Kind) { self.kind = kind }
}

/// Part of what `home.state` says, until `home.report` says that it was done.
public struct HomeOrder: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Says everything again: the announcement, and how the clock is.
    case sync
    /// Takes everything back that the broker keeps of the clock.
    case forget
  }

  /// Unlike that of any other order.
  public var id: String
  public var kind: Kind
  public init(id: String, kind: Kind) { (self.id, self.kind) = (id, kind) }
}
