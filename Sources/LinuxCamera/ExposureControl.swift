import Hardware

/// What of its exposure a camera lets be set.
public struct ExposureRange: Hashable, Sendable {
  /// In units of 100 µs, as V4L2 counts it.
  public var time: ClosedRange<Int>
  /// In units of the camera's own; nil: it cannot be set.
  public var gain: ClosedRange<Int>?
  /// It can expose by itself.
  public var hasAutomatic: Bool
}

public enum ExposureSetting: Hashable, Sendable {
  /// The camera exposes by itself.
  case automatic
  case manual(time: Int, gain: Int?)
}

/// When a camera is told how to expose, and how: frame after frame in, a setting out.
///
/// A camera's own control meters the whole picture, and is good at that: it stays in charge as long as nothing speaks
/// against it, for a camera set by hand may be left black by the next change of the light. Two things it does not know.
/// In the dark it exposes for as long as a frame lasts, which blurs what a hand holds: shorter, with more gain, the
/// noise can be averaged away and the blur could not. And it dazzles itself with a bright screen in a dark room. For
/// these it is overruled, for some seconds at most, in small steps; then it is its turn again.
public struct ExposureControl: Sendable {
  private let range: ExposureRange
  private var setting: ExposureSetting
  private var lastChange: Duration
  /// What speaks against the camera's own control, since when, and when it was seen last.
  private var reason: (obstacle: ReadingObstacle, since: Duration, last: Duration)?
  private var blackSince: Duration?
  /// It is not overruled before.
  private var automaticUntil: Duration = .zero
  private var hasFailed = false

  /// A reason has to last so long.
  static let patience: Duration = .seconds(1)
  /// Cameras take two or three frames to follow.
  static let leastTime: Duration = .milliseconds(300)
  /// The longest that a camera is overruled, and how long it has its turn then.
  static let turn: Duration = .seconds(10)
  static let rest: Duration = .seconds(5)
  /// So long without a reason, and it has its turn.
  static let calm: Duration = .seconds(5)
  /// A picture this dark (mean grey 0…255) for so long may be our doing.
  static let black = 6
  static let blackPatience: Duration = .milliseconds(1500)

  /// 10 ms blur little; 33 ms are what the camera would choose by itself.
  static let firstTime = 100
  static let longestTime = 330

  private var overruledSince: Duration?

  /// - Parameter now: on any clock that does not step.
  public init(_ range: ExposureRange, at now: Duration) {
    self.range = range
    setting = .automatic
    lastChange = now - Self.leastTime
  }

  /// Takes note of one frame; says what is to be set now, nil: what is set stays.
  ///
  /// - Parameter brightness: its mean grey, 0…255.
  public mutating func look(
    brightness: Int, obstacle: ReadingObstacle?, at now: Duration
  ) -> ExposureSetting? {
    guard !hasFailed else { return nil }
    note(obstacle, at: now)
    blackSince = brightness < Self.black ? blackSince ?? now : nil
    guard now - lastChange >= Self.leastTime else { return nil }
    let wanted =
      switch setting {
      case .automatic: overruling(at: now)
      case .manual(let time, let gain):
        givingBack(at: now) ?? stepped(time: time, gain: gain, brightness: brightness, obstacle: obstacle)
      }
    guard let wanted, wanted != setting else { return nil }
    (setting, lastChange) = (wanted, now)
    if wanted == .automatic { overruledSince = nil }
    if wanted != .automatic, overruledSince == nil {
      overruledSince = now
      // What was black before is not our doing.
      blackSince = nil
    }
    return wanted
  }

  /// What was to be set was refused: the camera is let alone from now on.
  public mutating func fail() { hasFailed = true }

  private mutating func note(_ obstacle: ReadingObstacle?, at now: Duration) {
    if let obstacle, obstacle == .blurred || obstacle == .glare {
      let isSame = reason.map { $0.obstacle == obstacle && now - $0.last <= Self.patience } ?? false
      reason = (obstacle, isSame ? reason?.since ?? now : now, now)
    }
  }

  private func overruling(at now: Duration) -> ExposureSetting? {
    guard range.hasAutomatic else { return start(gainShare: 2) }
    guard let reason, now >= automaticUntil, now == reason.last, now - reason.since >= Self.patience else { return nil }
    return start(gainShare: reason.obstacle == .glare ? 4 : 2)
  }

  /// 10 ms, and the gain at a share of its range.
  private func start(gainShare: Int) -> ExposureSetting {
    .manual(
      time: clamp(Self.firstTime), gain: range.gain.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / gainShare })
  }

  private mutating func givingBack(at now: Duration) -> ExposureSetting? {
    guard range.hasAutomatic else { return nil }
    let isBlack = blackSince.map { now - $0 >= Self.blackPatience } ?? false
    let isCalm = reason.map { now - $0.last >= Self.calm } ?? true
    let isOver = overruledSince.map { now - $0 >= Self.turn } ?? false
    guard isBlack || isCalm || isOver else { return nil }
    automaticUntil = now + Self.rest
    return .automatic
  }

  /// One step towards a picture that is neither dazzled, nor dark, nor blurred. The gain goes first, since it does not blur.
  private func stepped(time: Int, gain: Int?, brightness: Int, obstacle: ReadingObstacle?) -> ExposureSetting {
    // A screen in the dark is well exposed though the mean is low.
    let isDark = obstacle == .tooDark || brightness < (reason?.obstacle == .glare ? 2 * Self.black : 70)
    let step = range.gain.map { max(1, ($0.upperBound - $0.lowerBound) / 8) } ?? 0
    if obstacle == .glare || brightness > 180 {
      if let gain, let least = range.gain?.lowerBound, gain > least {
        return .manual(time: time, gain: max(least, gain - step))
      }
      return .manual(time: clamp(min(time - 1, time * 7 / 10)), gain: gain)
    }
    if isDark {
      if let gain, let most = range.gain?.upperBound, gain < most {
        return .manual(time: time, gain: min(most, gain + step))
      }
      return .manual(time: clamp(max(time + 1, time * 14 / 10)), gain: gain)
    }
    if obstacle == .blurred { return .manual(time: clamp(max(20, time * 7 / 10)), gain: gain) }
    return .manual(time: time, gain: gain)
  }

  private func clamp(_ time: Int) -> Int {
    max(range.time.lowerBound, min(time, range.time.upperBound, max(Self.longestTime, range.time.lowerBound)))
  }
}
