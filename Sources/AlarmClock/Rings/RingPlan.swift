/// What one ring does, fixed when its occurrence is armed: an edit or removal of the alarm does not reach it.
///
/// It is a ladder: light and vibration first, for `preAlarm`; then the sound, fading in; `buzzerAfter` later the buzzer.
/// A rung that fails brings the next one forward at once.
@dynamicMemberLookup
public struct RingPlan: Hashable, Sendable {
  public var alarmID: String
  public var label: String
  /// A sound's id.
  public var sound: String
  /// The sound that plays when `sound` is gone; nil, or gone as well: the built-in one.
  public var fallbackSound: String?
  /// Of volume 0 where the sound is off; also as if these were the plan's own (`plan.volume`).
  public var values: RingValues
  /// The ids of the cards that answer; empty: every enrolled card.
  public var cards: [String]

  public init(
    alarmID: String, label: String, sound: String, fallbackSound: String? = nil, values: RingValues, cards: [String]
  ) {
    self.alarmID = alarmID
    self.label = label
    self.sound = sound
    self.fallbackSound = fallbackSound
    self.values = values
    self.cards = cards
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<RingValues, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// Whether this card ends the ring.
  public func isAnswered(by card: Card) -> Bool { card.ends(ringOf: cards) }

  /// Whether the ring plays one of these sounds or falls back to it.
  public func needs(anyOf sounds: Set<String>) -> Bool {
    sounds.contains(sound) || fallbackSound.map(sounds.contains) ?? false
  }

  /// One step of the ladder.
  public struct Rung: Hashable, Sendable {
    /// After the beginning of the ring.
    public var after: Duration
    public var kind: Kind

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
  /// last third of each minute is quiet (`RingState+Bursts`).
  private var latestBuzzer: Duration { values.silenceAfter >= .seconds(120) ? values.silenceAfter / 2 : .seconds(30) }

  var soundAfter: Duration { min(values.preAlarm, latestBuzzer / 2) }

  var buzzerAfterSound: Duration { min(values.buzzerAfter, latestBuzzer - soundAfter) }

  /// Whether the ring is heard, or felt if it has no sound, before its loudest step. If not, that step comes at once.
  public func isNoticedEarly(on devices: RingDevices) -> Bool {
    values.volume > 0 ? devices.speaker != .failed : vibrates(on: devices)
  }

  /// Whether no sound wakes before the loudest step.
  public func wakesByLightAndVibration(on devices: RingDevices) -> Bool {
    values.volume == 0 && vibrates(on: devices)
  }

  private func vibrates(on devices: RingDevices) -> Bool { values.vibration != .off && devices.vibration }

  /// When the sound comes, after the beginning: at once if vibration was to go first and cannot.
  private func soundAfter(on devices: RingDevices) -> Duration {
    values.vibration == .off || devices.vibration ? soundAfter : .zero
  }

  /// When the loudest step comes, after the beginning: the buzzer joins, or without one the speaker plays the
  /// built-in tone, not too low.
  public func loudestAfter(on devices: RingDevices) -> Duration {
    isNoticedEarly(on: devices) ? soundAfter(on: devices) + buzzerAfterSound : .zero
  }

  /// The steps of the ring while nothing fails.
  ///
  /// - Parameters:
  ///   - devices: The devices of the board. A device that is not fitted has failed.
  ///   - hasLight: Whether a display is fitted.
  public func ladder(on devices: RingDevices = RingDevices(), hasLight: Bool = true) -> [Rung] {
    var rungs: [Rung] = []
    if hasLight { rungs.append(Rung(after: .zero, kind: .light)) }
    if vibrates(on: devices) { rungs.append(Rung(after: .zero, kind: .vibration(values.vibration))) }
    let hasSpeaker = devices.speaker != .failed
    let (soundAfter, loudestAfter) = (soundAfter(on: devices), loudestAfter(on: devices))
    if hasSpeaker, values.volume > 0 {
      rungs.append(Rung(after: soundAfter, kind: .sound(sound, volume: values.volume, fadeIn: values.fadeIn)))
    }
    if devices.buzzer {
      rungs.append(Rung(after: loudestAfter, kind: .buzzer))
    } else if hasSpeaker, values.volume < RingState.standInVolume || sound != Settings.builtInSound {
      // It does not start to fade in again.
      let fadeIn = max(.zero, values.fadeIn - max(.zero, loudestAfter - soundAfter))
      let volume = max(values.volume, RingState.standInVolume)
      rungs.append(Rung(after: loudestAfter, kind: .sound(Settings.builtInSound, volume: volume, fadeIn: fadeIn)))
    }
    rungs.append(Rung(after: values.silenceAfter, kind: .silence))
    return rungs
  }
}
