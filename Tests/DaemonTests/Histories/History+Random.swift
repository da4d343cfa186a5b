import AlarmClock
import Control
import TestSupport

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
  mutating func isLucky(oneIn count: Int) -> Bool { number(1...count) == 1 }
}

extension History {
  /// Shortly before clock changes in Berlin, New York, Lord Howe and Apia (which skipped 2011-12-30), and one without.
  private static let starts: [Int64] = [
    1_772_600_000, 1_774_500_000, 1_775_000_000, 1_790_900_000, 1_792_700_000, 1_793_300_000, 1_325_000_000,
    1_795_244_400,
  ]

  private static let times: [LocalTime] = [
    "00:05", "01:45", "02:00", "02:15", "02:30", "03:00", "07:00", "07:10", "12:00", "23:50",
  ].compactMap { LocalTime($0) }

  init(seed: UInt64) {
    var dice = SeededGenerator(state: seed)
    self.seed = seed
    human = .moody(seed: seed)
    start = Instant(seconds: dice.one(of: Self.starts) + Int64(dice.number(0...86_400)))
    zone = dice.number(0...WallClock.names.count - 1)
    actions = [.add(Self.wish(&dice))]
    for _ in 0..<dice.number(5...40) {
      actions.append(Self.action(&dice))
      // Sometimes the same file is imported twice.
      if case .take? = actions.last, dice.isLucky(oneIn: 4), let last = actions.last { actions.append(last) }
    }
  }

  private static func action(_ dice: inout SeededGenerator) -> Action {
    switch dice.number(1...132) {
    case 1...16: .pass(seconds(&dice))
    case 17...34: .approach(dice.one(of: [-1, 0, 0, 1, 20, 40, 300, 890, 910, 3700]))
    case 35...42: .ntp(error: dice.one(of: [0, 0, 0, 0, -1, 1, dice.number(-60...60), jump(&dice)]))
    case 43...49: .set(by: jump(&dice))
    case 50...53: .trust(dice.isLucky(oneIn: 2))
    case 54...67: restart(&dice)
    case 68...72: .zone(dice.number(0...WallClock.names.count - 1))
    case 73...75: .pause(days: dice.isLucky(oneIn: 3) ? nil : dice.number(1...5))
    case 76...83: .add(wish(&dice))
    case 84...87: .edit(dice.number(0...7), wish(&dice))
    case 88...92: .undo
    case 93...103: .date(dice.number(0...7), days: dice.one(of: [0, 0, 0, 1, 1, 2, 3, 5]), onDate(&dice))
    case 104...109: .namedPause(dice.one(of: ["a", "b", "c"]), dice.isLucky(oneIn: 4) ? nil : span(&dice))
    case 110...115: .calendar(dice.one(of: ["bank", "school"]), dice.isLucky(oneIn: 4) ? nil : holidays(&dice))
    case 116...119:
      .regroup(dice.number(0...7), group: dice.one(of: ["", "work", "home"]), ringsOnHolidays: dice.isLucky(oneIn: 3))
    case 120...123: .take(OtherClock(&dice))
    default:
      .change(dice.number(0...7), dice.one(of: [.skip, .skip, .skip, .unskip, .enable, .enable, .disable, .remove]))
    }
  }

  private static func restart(_ dice: inout SeededGenerator) -> Action {
    let isTrusted = dice.isLucky(oneIn: 2)
    let error: Int? =
      switch dice.number(1...6) {
      case 1, 2: nil
      case 3: isTrusted ? 0 : jump(&dice)
      case 4: isTrusted ? 0 : -dice.number(0...40 * 86_400)
      default: 0
      }
    let zone = dice.isLucky(oneIn: 10) ? dice.number(0...WallClock.names.count - 1) : nil
    return .restart(off: seconds(&dice), error: error, isTrusted: isTrusted, zone: zone)
  }

  private static func seconds(_ dice: inout SeededGenerator) -> Int {
    switch dice.number(1...10) {
    case 1, 2: dice.number(0...70)
    case 3...5: dice.number(60...3600)
    case 6...8: dice.number(3600...86_400)
    case 9: dice.number(86_400...4 * 86_400)
    default: dice.isLucky(oneIn: 4) ? dice.number(6 * 86_400...12 * 86_400) : dice.number(86_400...2 * 86_400)
    }
  }

  /// Returns a clock step in seconds, forward or back, up to 90 days.
  private static func jump(_ dice: inout SeededGenerator) -> Int {
    let size =
      switch dice.number(1...6) {
      case 1: dice.number(1...59)
      case 2: dice.number(60...3600)
      case 3, 4: dice.number(3600...2 * 86_400)
      case 5: dice.number(86_400...8 * 86_400)
      default: dice.number(86_400...90 * 86_400)
      }
    return dice.isLucky(oneIn: 2) ? size : -size
  }

  static func wish(_ dice: inout SeededGenerator) -> Wish {
    let time = dice.one(of: times)
    let when: Wish.When =
      switch dice.number(1...11) {
      case 1...3: .weekly(.daily, time)
      case 4: .weekly(.workdays, time)
      case 5: .weekly(Weekdays(rawValue: UInt8(dice.number(1...127))), time)
      case 6, 7: .once(days: dice.number(0...3), time)
      case 8: .delay(minutes: dice.number(1...600))
      default: dated(&dice, time)
      }
    return Wish(
      when: when, catchUp: dice.one(of: [15, 15, 15, 0, 120]), silenceAfter: dice.one(of: [60, 60, 10, 180]),
      lock: dice.one(of: [0, 0, 0, 0, 0, 30, 600]))
  }

  private static func dated(_ dice: inout SeededGenerator, _ time: LocalTime) -> Wish.When {
    let from = dice.number(-20...3)
    let until = dice.isLucky(oneIn: 2) ? nil : from + dice.number(1...30)
    switch dice.number(1...5) {
    case 1:
      var days = MonthDays()
      for place in MonthDays.Place.allCases where dice.isLucky(oneIn: 2) {
        for day in Weekday.allCases where dice.isLucky(oneIn: 2) { days.insert(place, day) }
      }
      days.insert(.last, .sunday)
      return .months(days, time, from: dice.isLucky(oneIn: 2) ? nil : from, until: until)
    case 2:
      let days = Weekdays(rawValue: UInt8(dice.number(1...127)))
      return .weeks(days, every: dice.number(2...3), time, from: from, until: until)
    case 3: return .weeks(.daily, every: 1, time, from: nil, until: max(1, until ?? 4))
    default:
      let shifts = (0..<dice.number(1...7)).map { _ in dice.isLucky(oneIn: 4) ? nil : dice.one(of: times) }
      return .cycle([time] + shifts, from: from, until: until)
    }
  }

  static func onDate(_ dice: inout SeededGenerator) -> OnDate {
    switch dice.number(1...4) {
    case 1: .skip
    case 2: .unskip
    default: .move(dice.one(of: times))
    }
  }

  static func whom(_ dice: inout SeededGenerator) -> Whom {
    switch dice.number(1...3) {
    case 1: .all
    case 2: .alarm(dice.number(0...7))
    default: .group(dice.one(of: ["work", "home"]))
    }
  }

  static func span(_ dice: inout SeededGenerator) -> Span {
    let from = dice.number(-1...3)
    return Span(from: from, until: from + dice.number(1...4), whom: whom(&dice))
  }

  static func holidays(_ dice: inout SeededGenerator) -> HolidayWish {
    let days = (-1...6).filter { _ in dice.isLucky(oneIn: 2) }
    return HolidayWish(days: days, whom: whom(&dice))
  }
}

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
    case .namedPause(let name, let span?):
      .namedPause(name, Span(from: span.from, until: max(1, span.until), whom: span.whom))
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
