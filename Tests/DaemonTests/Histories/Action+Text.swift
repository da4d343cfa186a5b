import AlarmClock
import Control

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
    case .date(let number, let days, let wanted): "in \(days) days, alarm \(number): \(wanted)"
    case .regroup(let number, let group, let rings):
      "alarm \(number): group \"\(group)\"\(rings ? ", rings on holidays" : "")"
    case .namedPause(let name, let span):
      "pause \(name) \(span.map { "from \($0.from) until \($0.until) days on, \($0.whom)" } ?? "off")"
    case .calendar(let name, let wish):
      "calendar \(name) \(wish.map { "in \($0.days) days, \($0.whom)" } ?? "off")"
    case .undo: "undo"
    case .take(let other): "import \(other)"
    }
  }

  /// Returns, for example, `-1d 02:03:04`.
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
      case .weeks, .months, .cycle: "\(when)"
      }
    return "\(when), catch-up \(catchUp)m, silence-after \(silenceAfter)m\(lock > 0 ? ", lock \(lock)m" : "")"
  }
}
