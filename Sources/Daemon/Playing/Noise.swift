import AlarmClock

/// What people fall asleep by.
struct Noise: Hashable, Sendable {
  var sound: String
  /// 0…100 per cent.
  var volume: Int
  /// nil: until it is stopped.
  var length: Duration?
  /// How long before its end it begins to fall.
  var fadeOut: Duration = .zero

  /// Plays where a sound of one's own is gone: nobody is to be woken by the tone of alarms.
  static let standIn = "brown"

  /// `rain 30% for 45m, fading out over 10m`
  var name: String {
    let span = length.map { " for \(DurationText.format($0))" } ?? ""
    let fade = fadeOut > .zero ? ", fading out over \(DurationText.format(fadeOut))" : ""
    return "\(sound) \(volume)%\(span)\(fade)"
  }
}
