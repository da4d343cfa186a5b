/// How often something may be done: so many times at once, and one more each time that a span has passed.
struct RateLimit: Hashable, Sendable {
  let burst: Int
  let span: Duration
  /// When nothing of what was done counts any more, by the clock that never steps.
  private var free: Duration = .zero

  init(burst: Int, oneMoreEvery span: Duration) {
    self.burst = burst
    self.span = span
  }

  /// How long until it may be done again; zero: it may be now.
  func wait(at now: Duration) -> Duration { max(.zero, max(free, now) - now - span * (burst - 1)) }

  /// Counts one; false, and nothing is counted, where there were too many.
  mutating func take(at now: Duration) -> Bool {
    guard wait(at: now) == .zero else { return false }
    free = max(free, now) + span
    return true
  }
}
