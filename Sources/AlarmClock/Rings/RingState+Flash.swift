/// The flashing of the display: lit for half a period, dark for as long.
extension RingState {
  /// One flash a second: at most two are safe for people with photosensitive epilepsy (WCAG 2.3.1 allows three).
  static let flashPeriod: Duration = .milliseconds(1000)

  static func isLit(_ elapsed: Duration) -> Bool { elapsed.remainder(dividingBy: flashPeriod) < flashPeriod / 2 }

  /// When the half that it is in began.
  static func flash(at now: Duration, since start: Duration) -> Duration {
    now - max(.zero, now - start).remainder(dividingBy: flashPeriod / 2)
  }

  /// When the display was lit, or became dark, last; the moment itself while it does not flash. What is shown in place of
  /// the time goes by this, so that neither cuts the other short.
  public func flash(at now: Duration) -> Duration {
    switch phase {
    case .snoozed: now
    case .checking(let asks, _): Self.flash(at: now, since: asks)
    case .ringing: Self.flash(at: now, since: start)
    }
  }
}
