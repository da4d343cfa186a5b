/// Distinguishes a wait that hangs from a slow one, which a busy machine may cause.
///
/// A wait hangs if nothing has changed for minutes and it has been polled often enough. A test that gets little CPU
/// polls rarely, so it does not hang however late it is.
public struct HangDetector: Sendable {
  /// How long the state may stay the same.
  public static let patience: Duration = .seconds(180)
  /// How long a wait may take even if the state changes, because it may go in circles.
  public static let longest: Duration = .seconds(900)
  /// The least number of polls, in total and since the last change.
  public static let fewestLooks = 200

  private let limit: Duration
  private let start: ContinuousClock.Instant
  private var lastMove: ContinuousClock.Instant
  private var latest: ContinuousClock.Instant
  private var state = ""
  private var looks = 0
  private var looksSinceMove = 0
  private var longestPause: Duration = .zero

  public init(longest: Duration = Self.longest, at now: ContinuousClock.Instant = .now) {
    self.limit = longest
    (start, lastMove, latest) = (now, now, now)
  }

  /// Counts another unsuccessful poll; returns whether to give up.
  ///
  /// - Parameter state: Anything known that should change while the wait makes progress.
  public mutating func hangs(_ state: String = "", at now: ContinuousClock.Instant = .now) -> Bool {
    if state != self.state {
      (self.state, lastMove, looksSinceMove) = (state, now, 0)
    }
    looks += 1
    looksSinceMove += 1
    longestPause = max(longestPause, now - latest)
    latest = now
    if now - lastMove >= Self.patience, looksSinceMove >= Self.fewestLooks { return true }
    return now - start >= limit && looks >= Self.fewestLooks
  }

  /// The time until the next poll: longer when the wait takes longer.
  public var pause: Duration { min(.milliseconds(200), .milliseconds(20) + (latest - start) / 20) }

  /// The duration of the wait, the number of polls and the last change.
  public var report: String {
    let moved = state.isEmpty ? "" : "; what moved last, \((latest - lastMove).components.seconds) s ago: \(state)"
    return "not within \((latest - start).components.seconds) s and \(looks) looks, "
      + "\(longestPause.components.seconds) s apart at most\(moved)"
  }
}
