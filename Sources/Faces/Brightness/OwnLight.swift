/// The clock's own light, which its light sensor sees too: what the sensor says while it is on, and for a while after, is
/// not about the room.
struct OwnLight: Hashable, Sendable {
  private var wasOn = false
  private var end: Duration?

  /// A display that fades out takes half a second. A slow chip then measures for 0.9 s what it saw of that, and takes 1.9 s
  /// more until it says something else.
  static let afterglow: Duration = .milliseconds(3500)

  /// Takes note of whether it is on, at each look: when it went off between two of them, the later one counts.
  ///
  /// - Returns: how long until the sensor can be believed again, unless it goes on; nil: it can be.
  mutating func look(isOn: Bool, at now: Duration) -> Duration? {
    if isOn || wasOn { end = now + Self.afterglow }
    wasOn = isOn
    guard let end, now < end else { return nil }
    return end - now
  }
}
