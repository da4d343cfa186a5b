/// The line to the house, as `rouse status` has it.
public struct HomeStatusView: Codable, Sendable, Hashable {
  /// What the house had the clock do.
  public struct Change: Codable, Sendable, Hashable {
    public var time: String
    /// `Work skipped by Home Assistant`
    public var what: String
    public init(time: String, what: String) {
      self.time = time
      self.what = what
    }
  }

  /// Why `rouse-mqtt` cannot reach the daemon.
  public struct Unreached: Codable, Sendable, Hashable {
    public var why: String
    /// What helps, with the exact commands.
    public var fix: String
    public init(why: String, fix: String) {
      self.why = why
      self.fix = fix
    }
  }

  /// What `rouse-mqtt` says of it; nil: that is not running.
  @OrNull public var report: HomeReport?
  /// Why the house may have nothing done though somebody wants it, or why the socket for it is not there.
  @OrNull public var problem: String?
  /// In the last day, the latest last.
  public var changes: [Change]
  /// What root has allowed; nil: a daemon of before does not say.
  @OrNull public var allowed: [HomeCommandName]?
  /// nil: it can reach the daemon, or has.
  @OrNull public var unreached: Unreached?

  public init(
    report: HomeReport?, problem: String? = nil, changes: [Change] = [], allowed: [HomeCommandName]? = nil,
    unreached: Unreached? = nil
  ) {
    self.report = report
    self.problem = problem
    self.changes = changes
    self.allowed = allowed
    self.unreached = unreached
  }
}
