/// The course of one ring, fixed when its occurrence is armed: later changes to the alarm do not affect it.
///
/// The ring is a ladder: light and vibration first, for `preAlarm`; then the sound, fading in; after another
/// `buzzerAfter` the buzzer. If a rung fails, the next one starts at once.
@dynamicMemberLookup
public struct RingPlan: Hashable, Sendable {
  public var alarmID: String
  public var label: String
  /// A sound's id.
  public var sound: String
  /// The sound to play if `sound` is missing. If this is `nil` or missing too, the built-in sound plays.
  public var fallbackSound: String?
  /// The ring's values, also accessible as members of the plan (`plan.volume`). The volume is 0 if the sound is off.
  public var values: RingValues
  /// The ids of the cards that end the ring; empty for every enrolled card.
  public var cards: [String]

  public subscript<Value>(dynamicMember path: WritableKeyPath<RingValues, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  public func isAnswered(by card: Card) -> Bool { card.ends(ringOf: cards) }

  public func needs(anyOf sounds: Set<String>) -> Bool {
    sounds.contains(sound) || fallbackSound.map(sounds.contains) ?? false
  }

  public struct Rung: Hashable, Sendable {
    /// The time since the ring began.
    public var after: Duration
    public var kind: Kind

    public enum Kind: Hashable, Sendable {
      case light
      case vibration(Vibration)
      case sound(String, volume: Int, fadeIn: Duration)
      case buzzer
      /// The ring gives up and counts as missed.
      case silence
    }
  }

  /// The latest start of the buzzer, the last rung to join, so that no ring ends before it is loud, even if the last
  /// third of each minute is quiet (`RingState.isBetweenBursts`).
  private var latestBuzzer: Duration { values.silenceAfter >= .seconds(120) ? values.silenceAfter / 2 : .seconds(30) }

  var soundAfter: Duration { min(values.preAlarm, latestBuzzer / 2) }

  var buzzerAfterSound: Duration { min(values.buzzerAfter, latestBuzzer - soundAfter) }

  /// Whether the ring is heard, or felt if it has no sound, before its loudest step. If not, that step starts at once.
  public func isNoticedEarly(on devices: RingDevices) -> Bool {
    values.volume > 0 ? devices.speaker != .failed : vibrates(on: devices)
  }

  /// Whether the ring has only light and vibration before its loudest step.
  public func wakesByLightAndVibration(on devices: RingDevices) -> Bool {
    values.volume == 0 && vibrates(on: devices)
  }

  private func vibrates(on devices: RingDevices) -> Bool { values.vibration != .off && devices.vibration }

  /// Returns when the sound starts, after the beginning: at once if vibration should come first but is not available.
  private func soundAfter(on devices: RingDevices) -> Duration {
    values.vibration == .off || devices.vibration ? soundAfter : .zero
  }

  /// Returns when the loudest step starts, after the beginning: the buzzer, or without one the speaker playing the
  /// built-in tone at `standInVolume` or more.
  public func loudestAfter(on devices: RingDevices) -> Duration {
    isNoticedEarly(on: devices) ? soundAfter(on: devices) + buzzerAfterSound : .zero
  }

  /// Returns the steps if nothing more fails. A missing device counts as failed; `hasLight` means a display is fitted.
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
      // The fade-in continues instead of starting over.
      let fadeIn = max(.zero, values.fadeIn - max(.zero, loudestAfter - soundAfter))
      let volume = max(values.volume, RingState.standInVolume)
      rungs.append(Rung(after: loudestAfter, kind: .sound(Settings.builtInSound, volume: volume, fadeIn: fadeIn)))
    }
    rungs.append(Rung(after: values.silenceAfter, kind: .silence))
    return rungs
  }
}
