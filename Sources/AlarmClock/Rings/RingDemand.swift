/// What the speaker is known to do.
public enum SpeakerProof: Hashable, Sendable {
  /// Too early to say: it was told to play less than `grace` ago.
  case pending
  /// It has consumed samples, and lately.
  case proven
  /// It is missing, failed, or consumes nothing.
  case failed

  /// How long a speaker may take to prove that it plays before the buzzer stands in for it.
  public static let grace: Duration = .milliseconds(1500)
}

/// How the devices are that a ring counts on.
public struct RingDevices: Hashable, Sendable {
  public var speaker: SpeakerProof
  /// It is fitted, and has not failed. So for the others.
  public var buzzer: Bool
  public var vibration: Bool
  public var camera: Bool
  /// Whether somebody has turned down the speaker during the last seconds. It is turned up again each time.
  public var isTurnedDown = false

  public init(speaker: SpeakerProof = .proven, buzzer: Bool = true, vibration: Bool = true, camera: Bool = true) {
    self.speaker = speaker
    self.buzzer = buzzer
    self.vibration = vibration
    self.camera = camera
  }
}

/// What every device is to do at one moment of a ring.
public struct RingDemand: Hashable, Sendable {
  /// nil: the speaker is silent.
  public var sound: SoundDemand?
  public var vibration: Vibration
  public var isBuzzing: Bool
  /// The flashing display is in its lit half, or is to shine steadily.
  public var isLit: Bool
  /// Nothing flashes.
  public var isSteady: Bool
  /// Nothing but alarms may use speaker and motor, also in the pauses of a pattern.
  public var isExclusive: Bool

  public init(
    sound: SoundDemand?, vibration: Vibration, isBuzzing: Bool, isLit: Bool, isSteady: Bool = false,
    isExclusive: Bool = true
  ) {
    self.sound = sound
    self.vibration = vibration
    self.isBuzzing = isBuzzing
    self.isLit = isLit
    self.isSteady = isSteady
    self.isExclusive = isExclusive
  }

  /// Nothing sounds, shakes or shows, and others may use the devices.
  public static let silence = RingDemand(
    sound: nil, vibration: .off, isBuzzing: false, isLit: false, isExclusive: false)

  /// Several rings at once: the sound of the one that began first goes on, everything else is the strongest asked for.
  public static func together(_ demands: [RingDemand]) -> RingDemand {
    guard !demands.isEmpty else { return .silence }
    let sounds = demands.compactMap(\.sound)
    // One that is to be heard goes before one that is only to prove the speaker.
    let heard = sounds.filter { $0.volume > 0 }
    var sound = heard.min { $0.start < $1.start } ?? sounds.first
    sound?.isSoft = !heard.isEmpty && heard.allSatisfy(\.isSoft)
    return RingDemand(
      sound: sound,
      vibration: demands.map(\.vibration).max() ?? .off,
      isBuzzing: demands.contains(where: \.isBuzzing),
      // One that is snoozed has no part in it; where one is to shine steadily, all do.
      isLit: demands.first(where: \.isExclusive)?.isLit ?? false || demands.contains(where: \.isSteady),
      isSteady: demands.contains(where: \.isSteady),
      isExclusive: demands.contains(where: \.isExclusive))
  }
}

extension Duration {
  /// What is left of a duration that is not negative after whole periods.
  func remainder(dividingBy period: Duration) -> Duration {
    let nanoseconds = wholeNanoseconds % period.wholeNanoseconds
    return .nanoseconds(nanoseconds)
  }

  /// In nanoseconds, cut to the range of Int64 (292 years).
  public var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflowed else { return seconds < 0 ? .min : .max }
    let (sum, overflowedSum) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflowedSum ? (seconds < 0 ? .min : .max) : sum
  }
}
