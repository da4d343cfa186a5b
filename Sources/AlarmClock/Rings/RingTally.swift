/// The counts that the history keeps of a ring, over all its rounds and restarts of the service.
public struct RingTally: Hashable, Sendable {
  /// When its first round began, or `nil` if it is not known to have begun.
  public var began: Instant?
  /// How often a wrong code was shown, counted as in the log.
  public var wrongCodes: Int
  /// How long an unread code was in view.
  public var unread: Duration
  /// The wake checks that began, and how many of them failed.
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
