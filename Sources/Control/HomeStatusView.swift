/// The connection to the house, for `rouse status`.
public struct HomeStatusView: Codable, Sendable, Hashable {
  /// A change made by the house.
  public struct Change: Codable, Sendable, Hashable {
    public var time: String
    /// For example `Work skipped by Home Assistant`.
    public var what: String
    public init(time: String, what: String) { (self.time, self.what) = (time, what) }
  }

  /// The report of `rouse-mqtt`, or `nil` if it is not running.
  @OrNull public var report: HomeReport?
  /// Why commands of the house are not allowed although they were wanted, or why their socket is missing.
  @OrNull public var problem: String? = nil
  /// The changes of the last day, latest last.
  public var changes: [Change] = []
  /// The commands that root allows; `nil` from an older daemon.
  @OrNull public var allowed: [HomeCommandName]? = nil
  /// Why `rouse-mqtt` cannot reach the daemon; `nil` if it can or did.
  @OrNull public var unreached: TroubleView? = nil
}

extension HomeStatusView {
  package init(_ report: HomeReport?) { self.report = report }
}
