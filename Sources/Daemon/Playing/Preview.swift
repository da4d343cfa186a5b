import AlarmClock

/// What people want to hear or feel before they choose it.
struct Preview: Hashable, Sendable {
  struct Sound: Hashable, Sendable {
    var id: String
    /// 0…100 per cent.
    var volume: Int
  }
  struct Shaking: Hashable, Sendable {
    var strength: Vibration
    var pattern: VibrationPattern
  }

  var sound: Sound?
  var shaking: Shaking?
  var length: Duration
  /// Why there is neither.
  var whyNothing: String?
  /// What people should know of it.
  var notes: [String] = []
  /// `bell 60%`, `vibration strong, heartbeat`, or both.
  var name: String {
    let heard = sound.map { "\($0.id) \($0.volume)%" }
    let felt = shaking.map { "vibration \($0.strength.rawValue), \($0.pattern.rawValue)" }
    return [heard, felt].compactMap(\.self).joined(separator: "; ")
  }
}
