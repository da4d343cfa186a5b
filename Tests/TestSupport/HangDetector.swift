/// Tells a wait that hangs from one that is slow: a busy machine takes its time, and one that hangs moves nothing.
///
/// A wait is over when nothing has moved for minutes, and only after it was looked often enough: a test that hardly gets
/// the processor has not waited, however late it is.
public struct HangDetector: Sendable {
  /// So long nothing may move.
  public static let patience: Duration = .seconds(180)
  /// So long a wait may take though something moves: what moves may go round in a circle.
  public static let longest: Duration = .seconds(900)
  /// A wait is looked at no less often than this, at the beginning and after the last move.
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

  /// Notes one more look in vain; true when the wait is to be given up.
  ///
  /// - Parameter state: what should be moving, as far as it is known; a change of it is a move.
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

  /// How long to wait before the next look: less often what takes long.
  public var pause: Duration { min(.milliseconds(200), .milliseconds(20) + (latest - start) / 20) }

  /// How long it was waited, how often it was looked, and what moved last.
  public var report: String {
    let moved = state.isEmpty ? "" : "; what moved last, \((latest - lastMove).components.seconds) s ago: \(state)"
    return "not within \((latest - start).components.seconds) s and \(looks) looks, "
      + "\(longestPause.components.seconds) s apart at most\(moved)"
  }
}
