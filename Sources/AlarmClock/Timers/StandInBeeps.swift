/// Three short beeps of the buzzer that replace a quiet sound if the speaker cannot play it. A timer's chime repeats
/// them.
public enum StandInBeeps {
  public static let count = 3
  /// The length of a beep, and of the pause after it.
  public static let beep: Duration = .milliseconds(100)
  static let length = beep * 2 * count
  static let period: Duration = .seconds(2)

  public static func isOn(after elapsed: Duration) -> Bool {
    let phase = max(.zero, elapsed).remainder(dividingBy: period)
    return phase < length && phase.remainder(dividingBy: beep * 2) < beep
  }

  /// Returns how long after `elapsed` the buzzer next turns on or off; always more than zero.
  public static func nextChange(after elapsed: Duration) -> Duration {
    let phase = max(.zero, elapsed).remainder(dividingBy: period)
    return phase >= length - beep ? period - phase : beep - phase.remainder(dividingBy: beep)
  }
}
