/// The clock's own light, which its light sensor sees too: what the sensor says while it is on, and for a while after, is
/// not about the room.
struct OwnLight: Hashable, Sendable {
  private var wasOn = false
  private var end: Duration?

  /// The display fades out within 0.5 s. A slow chip may measure that light for 0.9 s more, and its next reading comes up
  /// to 1.9 s later.
  static let afterglow: Duration = .milliseconds(3500)

  /// Call it at each look. A light that went off between two looks counts as on until the later one.
  ///
  /// - Returns: how long until the sensor can be believed again, unless it goes on; nil: it can be.
  mutating func look(isOn: Bool, at now: Duration) -> Duration? {
    if isOn || wasOn { end = now + Self.afterglow }
    wasOn = isOn
    guard let end, now < end else { return nil }
    return end - now
  }
}
