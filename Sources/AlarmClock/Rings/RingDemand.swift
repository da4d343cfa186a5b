public enum SpeakerProof: Hashable, Sendable {
  /// Too early to tell: playback was requested less than `grace` ago.
  case pending
  /// It has recently consumed samples.
  case proven
  /// It is missing, has failed, or consumes no samples.
  case failed

  /// How long a speaker may take to prove that it plays before the buzzer replaces it.
  public static let grace: Duration = .milliseconds(1500)
}

/// The state of the devices that a ring relies on.
public struct RingDevices: Hashable, Sendable {
  public var speaker: SpeakerProof
  /// Whether it is fitted and has not failed. `vibration` and `camera` mean the same for their devices.
  public var buzzer: Bool
  public var vibration: Bool
  public var camera: Bool
  /// Whether somebody turned down the speaker in the last seconds. The clock turns it up again each time.
  public var isTurnedDown = false

  public init(speaker: SpeakerProof = .proven, buzzer: Bool = true, vibration: Bool = true, camera: Bool = true) {
    self.speaker = speaker
    self.buzzer = buzzer
    self.vibration = vibration
    self.camera = camera
  }
}

/// The output wanted from every device at one moment of a ring.
public struct RingDemand: Hashable, Sendable {
  public var sound: SoundDemand?
  public var vibration: Vibration
  public var isBuzzing: Bool
  /// Whether the flashing display is in its lit half, or is to stay lit.
  public var isLit: Bool
  /// Whether the display must stay lit instead of flashing.
  public var isSteady = false
  /// Whether the speaker and motor are reserved for alarms, even during the pauses of a pattern.
  public var isExclusive = true

  public static let silence = RingDemand(
    sound: nil, vibration: .off, isBuzzing: false, isLit: false, isExclusive: false)

  /// Combines simultaneous rings: the sound of the ring that began first, and the strongest demand for everything else.
  public static func together(_ demands: [RingDemand]) -> RingDemand {
    guard !demands.isEmpty else { return .silence }
    let sounds = demands.compactMap(\.sound)
    // An audible sound takes priority over a silent one that only proves that the speaker works.
    let heard = sounds.filter { $0.volume > 0 }
    var sound = heard.min { $0.start < $1.start } ?? sounds.first
    sound?.isSoft = !heard.isEmpty && heard.allSatisfy(\.isSoft)
    return RingDemand(
      sound: sound,
      vibration: demands.map(\.vibration).max() ?? .off,
      isBuzzing: demands.contains(where: \.isBuzzing),
      // Snoozed rings do not take part. If one ring wants steady light, all have it.
      isLit: demands.first(where: \.isExclusive)?.isLit ?? false || demands.contains(where: \.isSteady),
      isSteady: demands.contains(where: \.isSteady),
      isExclusive: demands.contains(where: \.isExclusive))
  }
}
