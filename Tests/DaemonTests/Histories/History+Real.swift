import AlarmClock
import Control

extension History {
  /// Returns a random history that can be played to the real daemon.
  ///
  /// Left out are imports, which need another clock's file; restarts of the daemon alone, because `mock restart` is a
  /// power cut; and a new zone during a restart. Rings give up after minutes, because a ring of an hour takes thousands
  /// of pictures. People answer after 15 s or more, when the camera has seen that no card lies there.
  static func real(seed: UInt64) -> History {
    var history = History(seed: seed)
    history.human = .moody(seed: seed, after: [15, 25, 40])
    history.actions = history.actions.compactMap(\.real)
    return history
  }
}

extension Action {
  fileprivate var real: Action? {
    switch self {
    case .take: nil
    case .restart(let off, let error, let isTrusted, _):
      off < Self.shortestBoot ? nil : .restart(off: off, error: error, isTrusted: isTrusted, zone: nil)
    case .add(let wish): .add(wish.short)
    case .edit(let number, let wish): .edit(number, wish.short)
    // The daemon keeps neither a pause that is over nor a calendar without days.
    case .namedPause(let name, var span?):
      .namedPause(
        name,
        {
          span.until = max(1, span.until)
          return span
        }())
    case .calendar(let name, let wish?) where wish.days.isEmpty: .calendar(name, nil)
    default: self
    }
  }
}

extension Wish {
  fileprivate var short: Wish {
    var wish = self
    wish.silenceAfter = max(1, silenceAfter / 60)
    return wish
  }
}

extension Wish {
  func input(today: LocalDate, card: Int?) -> AlarmInput {
    var input = AlarmInput(
      values: [.catchUp: "\(catchUp)m", .silenceAfter: "\(silenceAfter)m", .cancelLock: lock > 0 ? "\(lock)m" : "off"],
      cards: card.map { ["card\($0)"] })
    func date(_ days: Int?) -> String { days.map { today.adding(days: $0).description } ?? "off" }
    func words(_ days: Weekdays) -> String { days.days.map(\.name).joined(separator: ",") }
    switch when {
    case .weekly(let days, let time):
      (input.time, input.days) = (time.description, words(days))
      (input.every, input.from, input.until) = ("1w", "off", "off")
    case .once(let days, let time): (input.time, input.date) = (time.description, date(days))
    case .delay(let minutes): input.time = "+\(minutes)m"
    case .weeks(let days, let every, let time, let from, let until):
      (input.time, input.days, input.every) = (time.description, words(days), "\(every)w")
      (input.from, input.until) = (date(from), date(until))
    case .months(let days, let time, let from, let until):
      (input.time, input.days) = (
        time.description, days.days.map { "\($0.place.rawValue)-\($0.weekday.name)" }.joined(separator: ",")
      )
      (input.from, input.until) = (date(from), date(until))
    case .cycle(let times, let from, let until):
      input.cycle = times.map { $0?.description ?? "-" }.joined(separator: " ")
      (input.from, input.until) = (date(from), date(until))
    }
    return input
  }
}
