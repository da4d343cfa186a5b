/// The clock's own light, which its light sensor sees too. While it is on, and for a while after, readings say nothing
/// about the room.
struct OwnLight: Hashable, Sendable {
  private var wasOn = false
  private var end: Duration?

  /// The display fades out within 0.5 s, a slow chip may measure that light for another 0.9 s, and its next reading may
  /// come 1.9 s later.
  static let afterglow: Duration = .milliseconds(3500)

  /// Call this at each look: a light that went off in between counts as on until this call. Returns how long the sensor
  /// cannot be trusted if the light stays off, or `nil` if it can be trusted now.
  mutating func look(isOn: Bool, at now: Duration) -> Duration? {
    if isOn || wasOn { end = now + Self.afterglow }
    wasOn = isOn
    guard let end, now < end else { return nil }
    return end - now
  }
}
