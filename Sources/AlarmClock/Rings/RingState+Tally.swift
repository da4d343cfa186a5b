/// The record of a ring for the history and for a restart of the daemon.
extension RingState {
  public func progress(now: Instant, monotonic: Duration, isTrusted: Bool) -> RingProgress {
    func instant(_ moment: Duration) -> Instant { now + (moment - monotonic) }
    let rest: RingProgress.Rest? =
      switch phase {
      case .ringing: nil
      case .snoozed(let until): .snooze(until: instant(until))
      case .checking(_, let until): .wakeCheck(until: instant(until))
      }
    var tally = tally
    // The stored moment is kept: after a restart, `firstStart` may be wrong if the clock was set.
    tally.began = tally.began ?? instant(firstStart)
    return RingProgress(began: instant(start), isTrusted: isTrusted, snoozes: snoozes, rest: rest, tally: tally)
  }

  /// Counts a wrong code. Call it once for each showing, not for each frame.
  public mutating func countWrongCode() { tally.wrongCodes += 1 }
}
