import AlarmClock
import Hardware
import Synchronization

/// What the display shows.
final class ClockFace: Sendable {
  private struct State {
    var zone: ZoneRules
    var settings: Settings
    var wrongCodeAt: Duration?
  }

  private let state: Mutex<State>

  /// Told when the alarm rings: a code was read, and it is not the right one.
  static let wrongCodeText = "Err"
  static let wrongCodeDuration: Duration = .seconds(2)
  /// A ring is to be seen.
  static let ringBrightness = 15

  init(zone: ZoneRules, settings: Settings) { state = Mutex(State(zone: zone, settings: settings)) }

  func use(_ settings: Settings) { state.withLock { $0.settings = settings } }
  func use(_ zone: ZoneRules) { state.withLock { $0.zone = zone } }
  func sawWrongCode(at now: Duration) { state.withLock { $0.wrongCodeAt = now } }

  /// The time, at the brightness that was chosen.
  func idle(at now: Instant) -> DisplayFace {
    state.withLock { DisplayFace(text: Self.text(now, $0), brightness: $0.settings.brightness) }
  }

  /// While ringing: the time in flashes, or steadily that a wrong code was seen.
  func ringing(at now: Instant, isLit: Bool, monotonic: Duration) -> DisplayFace {
    state.withLock { state in
      if let seen = state.wrongCodeAt, monotonic - seen < Self.wrongCodeDuration {
        return DisplayFace(text: Self.wrongCodeText, brightness: Self.ringBrightness)
      }
      return DisplayFace(text: isLit ? Self.text(now, state) : "", brightness: Self.ringBrightness)
    }
  }

  /// How long the idle face of `now` holds.
  func nextChange(after now: Instant) -> Duration {
    let minute: Int64 = 60_000_000_000
    return .nanoseconds(minute - (now.nanoseconds % minute + minute) % minute)
  }

  private static func text(_ now: Instant, _ state: State) -> String {
    let time = state.zone.local(now).time
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    switch state.settings.timeFormat {
    case .hours24: return "\(time.hour < 10 ? "0" : "")\(time.hour):\(minute)"
    case .hours12:
      let hour = (time.hour + 11) % 12 + 1
      return "\(hour < 10 ? " " : "")\(hour):\(minute)"
    }
  }
}
