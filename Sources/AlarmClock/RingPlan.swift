/// What one ring does, fixed when its occurrence is armed: an edit or removal of the alarm does not reach it.
public struct RingPlan: Hashable, Sendable {
  public var alarmID: String
  public var label: String
  /// A sound's id.
  public var sound: String
  /// 0…100 per cent.
  public var volume: Int
  public var fadeIn: Duration
  public var vibration: Vibration
  public var buzzerAfter: Duration
  public var silenceAfter: Duration
  /// The ids of the cards that answer; empty: every enrolled card.
  public var cards: [String]

  public init(
    alarmID: String, label: String, sound: String, volume: Int, fadeIn: Duration, vibration: Vibration,
    buzzerAfter: Duration, silenceAfter: Duration, cards: [String]
  ) {
    self.alarmID = alarmID
    self.label = label
    self.sound = sound
    self.volume = volume
    self.fadeIn = fadeIn
    self.vibration = vibration
    self.buzzerAfter = buzzerAfter
    self.silenceAfter = silenceAfter
    self.cards = cards
  }

  /// Whether this card ends the ring.
  public func isAnswered(by card: Card) -> Bool { card.isEnrolled && (cards.isEmpty || cards.contains(card.id)) }
}

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

/// Which of the devices that a ring can be noticed by the board has.
public struct RingFitting: Hashable, Sendable {
  public var buzzer: Bool
  public var vibration: Bool

  public init(buzzer: Bool, vibration: Bool) {
    self.buzzer = buzzer
    self.vibration = vibration
  }

  public static let everything = RingFitting(buzzer: true, vibration: true)
}

/// What every device is to do at one moment of a ring.
public struct RingDemand: Hashable, Sendable {
  /// nil: the speaker is silent.
  public var sound: SoundDemand?
  public var vibration: Vibration
  public var isBuzzing: Bool
  /// The flashing display is in its lit half.
  public var isLit: Bool

  public init(sound: SoundDemand?, vibration: Vibration, isBuzzing: Bool, isLit: Bool) {
    self.sound = sound
    self.vibration = vibration
    self.isBuzzing = isBuzzing
    self.isLit = isLit
  }

  /// A sound, how loud, since when it has been fading in, and for which alarm.
  public struct SoundDemand: Hashable, Sendable {
    /// nil: for no alarm, as in a test.
    public var alarmID: String?
    public var label: String?
    public var sound: String
    public var volume: Int
    public var fadeIn: Duration
    /// On the same clock as the demand's moment.
    public var start: Duration

    public init(
      alarmID: String? = nil, label: String? = nil, sound: String, volume: Int, fadeIn: Duration, start: Duration
    ) {
      self.alarmID = alarmID
      self.label = label
      self.sound = sound
      self.volume = volume
      self.fadeIn = fadeIn
      self.start = start
    }
  }

  /// Nothing sounds, shakes or shows.
  public static let silence = RingDemand(sound: nil, vibration: .off, isBuzzing: false, isLit: false)
}

/// The rhythm of a ring: what it demands of the devices as it goes on.
extension RingPlan {
  /// 0.5 s of vibration, then 0.2 s of rest.
  static let vibrationOn: Duration = .milliseconds(500)
  static let vibrationPeriod: Duration = .milliseconds(700)
  /// One flash a second: at most two are safe for people with photosensitive epilepsy (WCAG 2.3.1 allows three).
  static let flashPeriod: Duration = .milliseconds(1000)

  /// The least the speaker plays at, in per cent, when it has to stand in for a buzzer that is not fitted.
  static let standInVolume = 50

  /// The demand of a ring that began at `start`, both moments of one clock that does not step.
  public func demand(
    at now: Duration, start: Duration, speaker: SpeakerProof, fitted: RingFitting = .everything
  ) -> RingDemand {
    let elapsed = max(.zero, now - start)
    guard elapsed < silenceAfter else { return .silence }
    // A volume of 0 without vibration would be noticed by nobody until the buzzer: so the buzzer comes at once.
    let isNoticed = (volume > 0 && speaker != .failed) || (volume == 0 && vibration != .off && fitted.vibration)
    let isBuzzing = elapsed >= buzzerAfter || !isNoticed
    // No setting makes an alarm that nobody can hear.
    let volume = isBuzzing && !fitted.buzzer ? max(volume, Self.standInVolume) : volume
    return RingDemand(
      sound: volume > 0
        ? RingDemand.SoundDemand(
          alarmID: alarmID, label: label, sound: sound, volume: volume, fadeIn: fadeIn, start: start) : nil,
      vibration: elapsed.remainder(dividingBy: Self.vibrationPeriod) < Self.vibrationOn ? vibration : .off,
      isBuzzing: isBuzzing,
      isLit: elapsed.remainder(dividingBy: Self.flashPeriod) < Self.flashPeriod / 2)
  }

  /// How long after `now` the demand changes by itself; more than zero.
  public func nextChange(after now: Duration, start: Duration) -> Duration {
    let elapsed = max(.zero, now - start)
    let vibrationPhase = elapsed.remainder(dividingBy: Self.vibrationPeriod)
    let flashPhase = elapsed.remainder(dividingBy: Self.flashPeriod / 2)
    var wait = Self.flashPeriod / 2 - flashPhase
    if vibration != .off {
      let vibrationWait =
        (vibrationPhase < Self.vibrationOn ? Self.vibrationOn : Self.vibrationPeriod) - vibrationPhase
      wait = min(wait, vibrationWait)
    }
    for moment in [buzzerAfter, silenceAfter] where moment > elapsed { wait = min(wait, moment - elapsed) }
    return wait
  }
}

extension RingDemand {
  /// Several rings at once: the sound of the one that began first goes on, everything else is the strongest asked for.
  public static func together(_ demands: [RingDemand]) -> RingDemand {
    guard let first = demands.first else { return .silence }
    return RingDemand(
      sound: demands.compactMap(\.sound).min { $0.start < $1.start },
      vibration: demands.map(\.vibration).max() ?? .off,
      isBuzzing: demands.contains(where: \.isBuzzing),
      isLit: first.isLit)
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
