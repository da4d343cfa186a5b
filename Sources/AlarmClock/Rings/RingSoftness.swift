/// Makes a ring softer for the person holding a card: while an unread code is in view, for at most 15 s of a ring, so
/// that a picture of a code cannot buy a quiet morning. `RingState` decides how loud "softer" is; it is never silent.
struct RingSoftness: Hashable, Sendable {
  /// The current or latest soft period.
  private var since: Duration = .zero
  private var until: Duration = .zero
  /// The total length of the periods before it.
  private var used: Duration = .zero
  private var lastInView: Duration?
  private var barredUntil: Duration?

  /// The most soft time of one ring, including all its snoozes and wake checks.
  static let limit: Duration = .seconds(15)
  /// How long softness lasts after a frame with a code: a slow board looks at only a few frames a second.
  static let hold: Duration = .seconds(1)
  /// How long a wrong code bars softness: the same code may be unreadable in the next frame.
  static let bar: Duration = .seconds(3)

  /// The softness of a ring that continues after a restart: it has none left, because the time used so far is unknown.
  static let spent = RingSoftness(used: limit)

  func isSoft(at now: Duration) -> Bool { now >= since && now < until }

  func end(at now: Duration) -> Duration? { isSoft(at: now) ? until : nil }

  /// Notes a frame with an unread code. A single frame does not count: it may be a pattern on the wall.
  mutating func sawCode(at now: Duration) {
    defer { lastInView = now }
    guard let lastInView, now - lastInView <= Self.hold, barredUntil.map({ now >= $0 }) ?? true else { return }
    if !isSoft(at: now) {
      used += until - since
      (since, until) = (now, now)
    }
    until = min(now + Self.hold, since + max(.zero, Self.limit - used))
  }

  mutating func sawWrongCode(at now: Duration) {
    stop(at: now)
    barredUntil = now + Self.bar
  }

  mutating func stop(at now: Duration) { until = max(since, min(until, now)) }
}
