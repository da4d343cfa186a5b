import AlarmClock
import Control

/// One thing that happens to a clock. Alarms are named by their number, modulo how many there are, so that a history
/// makes sense whichever of its actions are left out.
enum Action: Hashable, Sendable {
  case pass(Int)
  /// Passes until so many seconds after (negative: before) the next ring, or for an hour where there is none.
  case approach(Int)
  /// The clock comes to be so many seconds ahead of the truth, and is trusted.
  case ntp(error: Int)
  /// The clock is set forward by so many seconds, by hand: it is not trusted any more.
  case set(by: Int)
  case trust(Bool)
  /// The power is off for a while; then the clock is ahead of the truth by `error` (nil: by as much as before).
  case restart(off: Int, error: Int?, isTrusted: Bool, zone: Int?)
  case zone(Int)
  case pause(days: Int?)
  case add(Wish)
  case edit(Int, Wish)
  case change(Int, ChangeAlarm.Change)
  /// Takes the last of these four back.
  case undo
}

/// What somebody wants of an alarm.
struct Wish: Hashable, Sendable {
  enum When: Hashable, Sendable {
    case weekly(Weekdays, LocalTime)
    /// So many days from today.
    case once(days: Int, LocalTime)
    case delay(minutes: Int)
  }

  var when: When
  var catchUp = 15
  var silenceAfter = 60
}

extension Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .pass(let seconds): "pass \(Self.text(seconds))"
    case .approach(let seconds): "pass until the next ring and \(Self.text(seconds))"
    case .ntp(let error): "NTP sets the clock, \(Self.text(error)) ahead of the truth; trusted"
    case .set(let seconds): "`date -s` by \(Self.text(seconds)); not trusted"
    case .trust(let isTrusted): isTrusted ? "trust is gained" : "trust is lost"
    case .restart(let off, let error, let isTrusted, let zone):
      "power off for \(Self.text(off)), then the clock is \(error.map(Self.text) ?? "as far") ahead, "
        + "\(isTrusted ? "trusted" : "not trusted")\(zone.map { ", in \(WallClock.names[$0])" } ?? "")"
    case .zone(let zone): "zone \(WallClock.names[zone])"
    case .pause(let days): "pause \(days.map { "for \($0) days" } ?? "off")"
    case .add(let wish): "add \(wish)"
    case .edit(let number, let wish): "edit alarm \(number): \(wish)"
    case .change(let number, let change): "\(change.rawValue) alarm \(number)"
    case .undo: "undo"
    }
  }

  /// `-1d 02:03:04`
  static func text(_ seconds: Int) -> String {
    let (days, rest) = abs(seconds).quotientAndRemainder(dividingBy: 86_400)
    let time = LocalTime(hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
    return "\(seconds < 0 ? "-" : "")\(days > 0 ? "\(days)d " : "")\(time?.description ?? "")"
  }
}

extension Wish: CustomStringConvertible {
  var description: String {
    let when =
      switch when {
      case .weekly(let days, let time): "\(days) \(time)"
      case .once(let days, let time): "once, in \(days) days, \(time)"
      case .delay(let minutes): "+\(minutes)m"
      }
    return "\(when), catch-up \(catchUp)m, silence-after \(silenceAfter)m"
  }
}

/// A beginning, and what happens then.
struct History: Sendable, CustomStringConvertible {
  var seed: UInt64 = 0
  var human: Human
  /// How many alarms there may be at once, and in all.
  var room = (atOnce: 5, inAll: 8)
  var start: Instant
  var zone: Int
  var actions: [Action]

  var description: String {
    let lines = actions.enumerated().map { "  \($0): \($1)" }
    return (["seed \(seed), \(RFC3339.format(start, in: .utc)), zone \(WallClock.names[zone])"] + lines)
      .joined(separator: "\n")
  }
}
