/// The flashing of the display: lit for half a period, dark for as long; or lit steadily, where it is not to flash.
extension RingState {
  /// One flash a second: at most two are safe for people with photosensitive epilepsy (WCAG 2.3.1 allows three).
  static let flashPeriod: Duration = .milliseconds(1000)

  func isLit(_ elapsed: Duration) -> Bool {
    !plan.flashes || elapsed.remainder(dividingBy: Self.flashPeriod) < Self.flashPeriod / 2
  }

  /// When the half that it is in began.
  private static func flash(at now: Duration, since start: Duration) -> Duration {
    now - max(.zero, now - start).remainder(dividingBy: flashPeriod / 2)
  }

  /// When the display was lit, or became dark, last; the moment itself while it does not flash. What is shown in place of
  /// the time goes by this, so that neither cuts the other short.
  public func flash(at now: Duration) -> Duration {
    switch phase {
    case _ where !plan.flashes: now
    case .snoozed: now
    case .checking(let asks, _): Self.flash(at: now, since: asks)
    case .ringing: Self.flash(at: now, since: start)
    }
  }

  /// When the next half begins; nil: it does not flash.
  func nextFlash(after now: Duration, since start: Duration) -> Duration? {
    plan.flashes ? Self.flash(at: now, since: start) + Self.flashPeriod / 2 : nil
  }
}
