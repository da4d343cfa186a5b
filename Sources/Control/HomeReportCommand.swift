import AlarmClock

/// Tells the daemon how the line to the house is, for `rouse status` and `rouse doctor`.
///
/// It is answered with one item at once, and stays under way for as long as it holds: it ends when another one takes its
/// place. When it is cancelled, or its connection ends, the report is forgotten, and `rouse-mqtt` counts as not running.
public struct ReportHome: Command {
  public static let name = "home.report"
  public var report: HomeReport
  public init(report: HomeReport) { self.report = report }
}

public struct HomeReport: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable { case connected, notConnected }
  public var state: State
  /// Whom it talks to, as `broker.lan`; without user and password. At most `longestBroker` bytes are shown.
  public var broker: String
  /// Since when it is connected, or has not been, RFC 3339.
  public var since: String
  /// Why it is not connected, in one line; at most `longestText` bytes are shown.
  @OrNull public var why: String? = nil
  /// What helps, with the exact command where there is one.
  @OrNull public var fix: String? = nil
  public var waiting = 0
  /// When the oldest of them was, RFC 3339.
  @OrNull public var oldest: String? = nil
  /// How many of those that waited have arrived since the broker takes them again; nil: none wait.
  @OrNull public var sent: Int? = nil
  /// The last events that the broker would not have.
  @OrNull public var aside: [Aside]? = nil
  /// The order (`HomeOrder`) that was carried out last, by its id.
  @OrNull public var done: String? = nil
  /// Topics of which the broker would not take what it is to keep, the last time; at most `mostRefused` are shown. It
  /// still has what it had there. One of MQTT 3.1.1 does not say, and nil: this one does not, either.
  @OrNull public var refused: [String]? = nil
  /// The house was told to forget the clock, and is told nothing until it is to be told anew; nil: this one does not say.
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
