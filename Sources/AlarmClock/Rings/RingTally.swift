/// What the history tells of a ring, counted over all its rounds, restarts of the service included.
public struct RingTally: Hashable, Sendable {
  /// When it began at first; nil: it has not, as far as is known.
  public var began: Instant?
  /// How often a code was shown that answers nothing, as the log counts them.
  public var wrongCodes: Int
  /// How long a code was in view that was not read.
  public var unread: Duration
  /// The wake checks that began, and those of them that nobody passed.
  public var checks: Int
  public var failedChecks: Int

  public init(
    began: Instant? = nil, wrongCodes: Int = 0, unread: Duration = .zero, checks: Int = 0, failedChecks: Int = 0
  ) {
    self.began = began
    self.wrongCodes = wrongCodes
    self.unread = unread
    self.checks = checks
    self.failedChecks = failedChecks
  }
}
