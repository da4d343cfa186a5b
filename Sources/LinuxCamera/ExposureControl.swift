import Hardware

/// The exposure settings that a camera supports.
public struct ExposureRange: Hashable, Sendable {
  /// Units of 100 µs, as in V4L2.
  public var time: ClosedRange<Int>
  /// The camera's own units, or `nil` if the gain cannot be set.
  public var gain: ClosedRange<Int>?
  /// Whether the camera has automatic exposure.
  public var hasAutomatic: Bool
}

public enum ExposureSetting: Hashable, Sendable {
  case automatic
  case manual(time: Int, gain: Int?)
}

/// Decides when and how to override a camera's automatic exposure: takes every frame's properties and returns settings.
///
/// The automatic exposure meters the whole picture well and stays in charge unless there is a reason against it,
/// because a manually set camera can go black at the next change of light. It fails in two cases. In the dark it
/// exposes for a whole frame, which blurs a card in a hand; a shorter exposure with more gain is better, because noise
/// can be averaged away and blur cannot. And a bright screen in a dark room gets overexposed. In these cases it is
/// overridden in small steps for some seconds at most, and then gets control back.
public struct ExposureControl: Sendable {
  private let range: ExposureRange
  private var setting: ExposureSetting
  private var lastChange: Duration
  /// The reason to override, its start and when it was last seen.
  private var reason: (obstacle: ReadingObstacle, since: Duration, last: Duration)?
  private var blackSince: Duration?
  /// The automatic exposure is not overridden before this time.
  private var automaticUntil: Duration = .zero
  private var hasFailed = false

  /// How long a reason must last before an override.
  static let patience: Duration = .seconds(1)
  /// The minimum time between changes; cameras take two or three frames to follow.
  static let leastTime: Duration = .milliseconds(300)
  /// The longest override, and the automatic phase that follows it.
  static let turn: Duration = .seconds(10)
  static let rest: Duration = .seconds(5)
  /// After this time without a reason, the automatic exposure gets control back.
  static let calm: Duration = .seconds(5)
  /// A mean gray (0…255) below this for `blackPatience` may be caused by our setting.
  static let black = 6
  static let blackPatience: Duration = .milliseconds(1500)

  /// Units of 100 µs: 10 ms blurs little; 33 ms is what the camera would choose itself.
  static let firstTime = 100
  static let longestTime = 330

  private var overruledSince: Duration?

  /// - Parameter now: the time on a clock that does not step.
  public init(_ range: ExposureRange, at now: Duration) {
    self.range = range
    setting = .automatic
    lastChange = now - Self.leastTime
  }

  /// Returns a new setting after a frame with this mean gray (0…255), or `nil` to keep the current one.
  public mutating func look(
    brightness: Int, obstacle: ReadingObstacle?, at now: Duration
  ) -> ExposureSetting? {
    guard !hasFailed else { return nil }
    if let obstacle, obstacle == .blurred || obstacle == .glare {
      let isSame = reason.map { $0.obstacle == obstacle && now - $0.last <= Self.patience } ?? false
      reason = (obstacle, isSame ? reason?.since ?? now : now, now)
    }
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
      // Darkness from before the override was not caused by it.
      blackSince = nil
    }
    return wanted
  }

  /// Stops controlling the camera after it refused a setting.
  public mutating func fail() { hasFailed = true }

  private func overruling(at now: Duration) -> ExposureSetting? {
    guard range.hasAutomatic else { return start(gainShare: 2) }
    guard let reason, now >= automaticUntil, now == reason.last, now - reason.since >= Self.patience else { return nil }
    return start(gainShare: reason.obstacle == .glare ? 4 : 2)
  }

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

  /// Takes one step towards a picture neither overexposed, dark nor blurred: gain first, because gain does not blur.
  private func stepped(time: Int, gain: Int?, brightness: Int, obstacle: ReadingObstacle?) -> ExposureSetting {
    // A screen in the dark is well exposed even though the mean is low.
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
