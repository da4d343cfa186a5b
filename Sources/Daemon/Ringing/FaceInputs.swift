import AlarmClock
import Faces

/// The data that the display shows or depends on, besides the settings.
protocol FaceInputs: Sendable {
  /// Asked for while a ring drives its outputs, so it takes only locks that are held for a copy.
  var ringing: RingInputs { get }
  var idle: IdleInputs { get }
  /// Sets whether the light sensor is read often.
  func followLight(_ isFollowed: Bool)
}

struct RingInputs {
  var zone: ZoneRules
  var readings = Readings()
}

struct IdleInputs {
  var zone: ZoneRules
  var readings = Readings()
  /// Whether the clock is trusted, and the rules are those of the zone that the machine asks for.
  var isRight = true
  var nextRing: NamedRing?
  var countdown: Countdown?
  /// Whether a light of the clock is on that its light sensor may see.
  var isLampLit = false
}

/// The messages on the display. Moments are on the monotonic clock.
protocol MessageSource: Sendable {
  /// Returns what to show at a moment, or `nil` for nothing.
  func sight(at moment: Duration) -> MessageSight?
  /// Returns a copy of the messages at a moment, for looking ahead.
  func course(at moment: Duration) -> MessageCourse
}
