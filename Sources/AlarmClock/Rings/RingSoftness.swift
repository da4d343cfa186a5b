/// When a ring grows softer for whoever holds a card before the camera: while a code is in view that was not read yet,
/// for 15 s of a ring at most, so that no picture of a code buys a quiet morning.
///
/// How loud "softer" is, `RingState` says: it is never silence.
struct RingSoftness: Hashable, Sendable {
  /// The spell of softness that was granted last.
  private var since: Duration = .zero
  private var until: Duration = .zero
  /// What the spells before it have taken.
  private var used: Duration = .zero
  private var lastInView: Duration?
  private var barredUntil: Duration?

  /// In one ring, with all its snoozes and wake checks.
  static let limit: Duration = .seconds(15)
  /// It goes on so long after the last frame with a code: a slow board looks at a few frames a second.
  static let hold: Duration = .seconds(1)
  /// A code that was read and answers nothing may not be read in the next frame: it is wrong for so much longer.
  static let bar: Duration = .seconds(3)

  /// A ring that goes on after a restart: what it has had of softness is not known, so it has had all.
  static let spent: RingSoftness = {
    var softness = RingSoftness()
    softness.used = limit
    return softness
  }()

  func isSoft(at now: Duration) -> Bool { now >= since && now < until }

  /// When it ends by itself; nil: it is not soft.
  func end(at now: Duration) -> Duration? { isSoft(at: now) ? until : nil }

  /// A frame shows a code that was not read. One such frame alone may be a pattern on the wall.
  mutating func sawCode(at now: Duration) {
    defer { lastInView = now }
    guard let lastInView, now - lastInView <= Self.hold, barredUntil.map({ now >= $0 }) ?? true else { return }
    if !isSoft(at: now) {
      used += until - since
      (since, until) = (now, now)
    }
    until = min(now + Self.hold, since + max(.zero, Self.limit - used))
  }

  /// A frame shows a code that was read, and that answers nothing.
  mutating func sawWrongCode(at now: Duration) {
    stop(at: now)
    barredUntil = now + Self.bar
  }

  mutating func stop(at now: Duration) { until = max(since, min(until, now)) }
}
