/// What is told of a ring: to the next start of the daemon, and to the history.
extension RingState {
  /// What of it has to outlive the daemon.
  public func progress(now: Instant, monotonic: Duration, isTrusted: Bool) -> RingProgress {
    func instant(_ moment: Duration) -> Instant { now + (moment - monotonic) }
    let rest: RingProgress.Rest? =
      switch phase {
      case .ringing: nil
      case .snoozed(let until): .snooze(until: instant(until))
      case .checking(_, let until): .wakeCheck(until: instant(until))
      }
    var tally = tally
    // After a restart the stored moment stays: by the clock of this start it may be anything.
    tally.began = tally.began ?? instant(firstStart)
    return RingProgress(began: instant(start), isTrusted: isTrusted, snoozes: snoozes, rest: rest, tally: tally)
  }

  /// A code was shown that answers nothing, and that is news.
  public mutating func countWrongCode() { tally.wrongCodes += 1 }

  /// Two frames with an unread code that lie so close together belong to one try.
  private static let longestGap: Duration = .seconds(1)

  mutating func countUnreadCode(at now: Duration) {
    if let last = lastUnread, now - last <= Self.longestGap { tally.unread += now - last }
    lastUnread = now
  }
}
