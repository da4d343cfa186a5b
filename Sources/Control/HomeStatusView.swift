/// The line to the house, as `rouse status` has it.
public struct HomeStatusView: Codable, Sendable, Hashable {
  /// What the house had the clock do.
  public struct Change: Codable, Sendable, Hashable {
    public var time: String
    /// `Work skipped by Home Assistant`
    public var what: String
    public init(time: String, what: String) { (self.time, self.what) = (time, what) }
  }

  /// What `rouse-mqtt` says of it; nil: that is not running.
  @OrNull public var report: HomeReport?
  /// Why the house may have nothing done though somebody wants it, or why the socket for it is not there.
  @OrNull public var problem: String? = nil
  /// In the last day, the latest last.
  public var changes: [Change] = []
  /// What root has allowed; nil: a daemon of before does not say.
  @OrNull public var allowed: [HomeCommandName]? = nil
  /// Why `rouse-mqtt` cannot reach the daemon; nil: it can, or has.
  @OrNull public var unreached: TroubleView? = nil
}

extension HomeStatusView {
  package init(_ report: HomeReport?) { self.report = report }
}
