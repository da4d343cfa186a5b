/// Makes `rouse-mqtt` announce the clock again, or remove it from the broker. Only available on the control socket, to
/// users of the clock itself.
///
/// The answer comes when the broker has accepted everything. Refusals: `unreachable` if `rouse-mqtt` is not running or
/// not connected, `tryAgain` if another order is under way or this one takes too long.
public struct OrderHome: LongCommand {
  public static let name = "mqtt.order"
  /// The state of the connection afterwards.
  public typealias Reply = HomeReport
  public var kind: HomeOrder.Kind
  public init(_ kind: HomeOrder.Kind) { self.kind = kind }
}

/// An order in `home.state`, which is repeated until `home.report` says that it was carried out.
public struct HomeOrder: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Publishes the announcement and the state of the clock again.
    case sync
    /// Removes everything that the broker retains for the clock.
    case forget
  }

  /// Unique among orders.
  public var id: String
  public var kind: Kind
  public init(id: String, kind: Kind) { (self.id, self.kind) = (id, kind) }
}
