/// The flashing of the display: lit for half a period, dark for the other half, or steadily lit.
extension RingState {
  /// One flash a second, safe for people with photosensitive epilepsy (WCAG 2.3.1 allows three; we allow two).
  static let flashPeriod: Duration = .milliseconds(1000)

  func isLit(_ elapsed: Duration) -> Bool {
    !plan.flashes || elapsed.remainder(dividingBy: Self.flashPeriod) < Self.flashPeriod / 2
  }

  private static func flash(at now: Duration, since start: Duration) -> Duration {
    now - max(.zero, now - start).remainder(dividingBy: flashPeriod / 2)
  }

  /// Returns when the display last turned lit or dark, or `now` while it does not flash. Texts that replace the time
  /// change at this moment, so that neither they nor the flashes are cut short.
  public func flash(at now: Duration) -> Duration {
    switch phase {
    case _ where !plan.flashes: now
    case .snoozed: now
    case .checking(let asks, _): Self.flash(at: now, since: asks)
    case .ringing: Self.flash(at: now, since: start)
    }
  }

  func nextFlash(after now: Duration, since start: Duration) -> Duration? {
    plan.flashes ? Self.flash(at: now, since: start) + Self.flashPeriod / 2 : nil
  }
}
