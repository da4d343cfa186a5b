/// What one ring does, fixed when its occurrence is armed: an edit or removal of the alarm does not reach it.
///
/// It is a ladder: light and vibration first, for `preAlarm`; then the sound, fading in; `buzzerAfter` later the buzzer.
/// A rung that fails brings the next one forward at once.
public struct RingPlan: Hashable, Sendable {
  public var alarmID: String
  public var label: String
  /// A sound's id.
  public var sound: String
  /// The sound that plays when `sound` is gone; nil, or gone as well: the built-in one.
  public var fallbackSound: String?
  /// 0…100 per cent.
  public var volume: Int
  public var fadeIn: Duration
  public var vibration: Vibration
  public var vibrationPattern: VibrationPattern
  /// How long light and vibration go alone before the sound.
  public var preAlarm: Duration
  /// When the buzzer joins, after the sound.
  public var buzzerAfter: Duration
  /// When a ring that nobody answers gives up, after its beginning.
  public var silenceAfter: Duration
  /// How late it still begins to ring where the power, or the clock, was away when it was due.
  public var catchUp: Duration
  /// How often a snooze card silences it; 0: never.
  public var snoozes: Int
  public var snoozeTime: Duration
  /// How long after the dismissal a card has to be shown once more, or it rings again; zero: it has not.
  public var wakeCheck: Duration
  /// How long before it is due the alarm can no longer be taken back; zero: it always can.
  public var cancelLock: Duration
  /// Whether it grows softer for a moment while a code is in view (`RingSoftness`).
  public var softens: Bool
  /// Whether label and time are spoken under the sound.
  public var speaks: Bool
  /// The ids of the cards that answer; empty: every enrolled card.
  public var cards: [String]

  public init(
    alarmID: String, label: String, sound: String, fallbackSound: String? = nil, volume: Int, fadeIn: Duration,
    vibration: Vibration, vibrationPattern: VibrationPattern = .pulse, preAlarm: Duration = .zero,
    buzzerAfter: Duration, silenceAfter: Duration,
    catchUp: Duration = Settings().catchUp, snoozes: Int = 0, snoozeTime: Duration = Settings().snoozeTime,
    wakeCheck: Duration = .zero, cancelLock: Duration = .zero, softens: Bool = false, speaks: Bool = false,
    cards: [String]
  ) {
    self.alarmID = alarmID
    self.label = label
    self.sound = sound
    self.fallbackSound = fallbackSound
    self.volume = volume
    self.fadeIn = fadeIn
    self.vibration = vibration
    self.vibrationPattern = vibrationPattern
    self.preAlarm = preAlarm
    self.buzzerAfter = buzzerAfter
    self.silenceAfter = silenceAfter
    self.catchUp = catchUp
    self.snoozes = snoozes
    self.snoozeTime = snoozeTime
    self.wakeCheck = wakeCheck
    self.cancelLock = cancelLock
    self.softens = softens
    self.speaks = speaks
    self.cards = cards
  }

  /// Whether this card ends the ring.
  public func isAnswered(by card: Card) -> Bool { card.ends(ringOf: cards) }

  /// One step of the ladder.
  public struct Rung: Hashable, Sendable {
    /// After the beginning of the ring.
    public var after: Duration
    public var kind: Kind

    public init(after: Duration, kind: Kind) {
      self.after = after
      self.kind = kind
    }

    public enum Kind: Hashable, Sendable {
      case light
      case vibration(Vibration)
      case sound(String, volume: Int, fadeIn: Duration)
      case buzzer
      /// It gives up, and is missed.
      case silence
    }
  }

  /// When the last of them, the buzzer, joins at the latest, so that no ring is over before it is loud; also where the
  /// last third of each minute is quiet (`RingState.burstLength`).
  private var latestBuzzer: Duration { silenceAfter >= .seconds(120) ? silenceAfter / 2 : .seconds(30) }

  /// When the sound comes, after the beginning.
  var soundAfter: Duration { min(preAlarm, latestBuzzer / 2) }

  /// When the buzzer joins, after the sound.
  var buzzerAfterSound: Duration { min(buzzerAfter, latestBuzzer - soundAfter) }

  /// A ring of neither sound nor vibration would be noticed by nobody until the buzzer: so the buzzer comes at once.
  public var isNoticedWithoutBuzzer: Bool { volume > 0 || vibration != .off }

  /// What comes when, while nothing fails.
  public var ladder: [Rung] {
    var rungs = [Rung(after: .zero, kind: .light)]
    if vibration != .off { rungs.append(Rung(after: .zero, kind: .vibration(vibration))) }
    if volume > 0 { rungs.append(Rung(after: soundAfter, kind: .sound(sound, volume: volume, fadeIn: fadeIn))) }
    rungs.append(Rung(after: isNoticedWithoutBuzzer ? soundAfter + buzzerAfterSound : .zero, kind: .buzzer))
    rungs.append(Rung(after: silenceAfter, kind: .silence))
    return rungs
  }
}
