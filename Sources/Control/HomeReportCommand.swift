import AlarmClock

/// Reports the state of the connection to the house, for `rouse status` and `rouse doctor`.
///
/// The daemon answers with one item at once and keeps the request open while the report is valid, until another one
/// replaces it. If it is canceled or its connection ends, the report is dropped, and `rouse-mqtt` counts as not
/// running.
public struct ReportHome: Command {
  public static let name = "home.report"
  public var report: HomeReport
  public init(report: HomeReport) { self.report = report }
}

public struct HomeReport: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable { case connected, notConnected }
  public var state: State
  /// The broker, such as `broker.lan`, without user and password. At most `longestBroker` bytes are shown.
  public var broker: String
  /// Since when it is connected, or not connected, RFC 3339.
  public var since: String
  /// Why it is not connected, in one line. At most `longestText` bytes are shown.
  @OrNull public var why: String? = nil
  /// The remedy, with the exact command if there is one.
  @OrNull public var fix: String? = nil
  public var waiting = 0
  /// The time of the oldest waiting event, RFC 3339.
  @OrNull public var oldest: String? = nil
  /// How many waiting events were delivered since the broker accepts them again, or `nil` if none are waiting.
  @OrNull public var sent: Int? = nil
  /// The last events that the broker rejected.
  @OrNull public var aside: [Aside]? = nil
  /// The id of the last order (`HomeOrder`) that was carried out.
  @OrNull public var done: String? = nil
  /// Topics whose retained messages the broker last rejected, so that it still has the old ones. At most `mostRefused`
  /// are shown. `nil` from a version that does not report it; a broker with MQTT 3.1.1 does not either.
  @OrNull public var refused: [String]? = nil
  /// Whether the house was told to forget the clock, and hears nothing until the clock is announced again. `nil` from a
  /// version that does not report it.
  @OrNull public var isForgotten: Bool? = nil

  public struct Aside: Codable, Sendable, Hashable {
    public var id: String
    public var kind: String
    public var why: String
    public init(id: String, kind: String, why: String) { (self.id, self.kind, self.why) = (id, kind, why) }
  }

  public static let mostAside = 20
  public static let mostRefused = 20
  public static let longestBroker = 100
  public static let longestText = 300
}

extension HomeReport {
  package init(state: State, broker: String, since: String) {
    (self.state, self.broker, self.since) = (state, broker, since)
  }
}
