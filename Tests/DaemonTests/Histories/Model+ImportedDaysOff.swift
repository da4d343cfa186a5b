import AlarmClock

/// Rule 13 for pauses and calendars.
extension Model {
  /// Alarm numbers of this clock, by the numbers that imported days off refer to.
  struct Numbers {
    /// Numbers of mine, by the numbers of theirs.
    var mine: [Int: Int]
    /// Numbers of copies that earlier imports put beside mine. Days off of theirs now apply to the first copy, unless
    /// they were imported before for mine or for another copy.
    var known: [Int: [Int]] = [:]
    /// Numbers of the copies that this import puts beside mine.
    var made: [Int: Int] = [:]
  }

  mutating func merge(_ theirs: DaysOff, _ numbers: Numbers, _ other: OtherClock) {
    let today = wall.date(now, zone: zone)
    func called(_ whom: Whom, _ numbers: [Int: Int]) -> Whom {
      if case .alarm(let number) = whom { .alarm(numbers[number] ?? number) } else { whom }
    }
    Self.merge(&off.pauses, theirs.pauses.filter { $0.value.until > today }, numbers) { pause, numbers in
      Pause(from: pause.from, until: pause.until, whom: called(pause.whom, numbers))
    } choice: {
      other.choice("pause \($0)")
    }
    Self.merge(&off.calendars, theirs.calendars, numbers) { calendar, numbers in
      Holidays(dates: calendar.dates, whom: called(calendar.whom, numbers))
    } choice: {
      other.choice("calendar \($0)")
    }
    func coming(_ date: LocalDate?) -> LocalDate? { date.flatMap { $0 > today ? $0 : nil } }
    if coming(off.pausedUntil) != coming(theirs.pausedUntil), other.choice("setting pause") == .theirs {
      off.pausedUntil = coming(theirs.pausedUntil)
    }
  }

  private static func merge<Thing: Hashable>(
    _ mine: inout [String: Thing], _ theirs: [String: Thing], _ numbers: Numbers,
    called: (Thing, [Int: Int]) -> Thing, choice: (String) -> ImportChoice
  ) {
    let before = mine
    for (name, thing) in theirs {
      let here = called(thing, numbers.mine)
      let most = numbers.known.values.map(\.count).max() ?? 0
      let forms =
        [here]
        + (0..<most).map { place in
          called(here, numbers.known.compactMapValues { place < $0.count ? $0[place] : nil })
        }
      guard !forms.contains(where: { before[name] == $0 }) else { continue }
      let made = called(called(here, numbers.known.compactMapValues(\.first)), numbers.made)
      guard before[name] != nil else {
        mine[name] = made
        continue
      }
      guard !names(beside: name).contains(where: { name in forms.contains { before[name] == $0 } }) else { continue }
      switch choice(name) {
      case .mine: break
      case .theirs: mine[name] = made
      case .both:
        let taken = Set(before.keys).union(theirs.keys)
        if let free = names(beside: name).first(where: { !taken.contains($0) }) { mine[free] = made }
      }
    }
  }

  private static func names(beside name: String) -> some Sequence<String> {
    (1...30).lazy.map { number in "\(name) (\(number == 1 ? "theirs" : "theirs \(number)"))" }
  }
}
