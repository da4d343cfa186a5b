import AlarmClock
import Control

extension AlarmParser {
  /// Refuses what cannot be meant together.
  func refuseTwoRules(_ input: AlarmInput) throws(InvalidValue) {
    func refuse(_ field: String, _ value: String?, _ reason: String) throws(InvalidValue) {
      guard let value else { return }
      throw InvalidValue(field: field, value: value, reason: reason, remedy: "give one of the two")
    }
    if let days = input.days, let date = input.date {
      try refuse("--date", date, "`--days \(days)` repeats, and a date comes once")
    }
    let one = input.date.map { "--date \($0)" } ?? (input.days == "once" ? "--days once" : nil)
    if let one {
      let once = "`\(one)` comes once"
      try refuse("--every", input.every, once)
      try refuse("--from", input.from, once)
      try refuse("--until", input.until, once)
    }
    guard input.cycle != nil else { return }
    let reason = "a cycle says itself when it rings"
    try refuse(input.time.map { $0.hasPrefix("+") ? "TIME" : "--time" } ?? "TIME", input.time, reason)
    try refuse("--days", input.days, reason)
    try refuse("--date", input.date, reason)
    try refuse("--every", input.every, reason)
  }

  /// A time for each day, over and over.
  func cycle(_ text: String, _ input: AlarmInput, _ existing: DatedRule?) throws(InvalidValue) -> Recurrence {
    let before: DatedRule? = if case .cycle? = existing?.days { existing } else { nil }
    let rule = DatedRule(
      .cycle(try RuleText.cycle(text)), from: try date(input.from, "--from", or: before?.from),
      until: try date(input.until, "--until", or: before?.until))
    return .dated(try checked(rule, input))
  }

  /// nil: it rings once.
  func rule(_ input: AlarmInput, existing: DatedRule?, at time: LocalTime) throws(InvalidValue) -> Recurrence? {
    guard input.days?.lowercased() != "once" else { return nil }
    if case .cycle? = existing?.days, input.days == nil {
      // Its times are all it has; its dates can be set anew.
      guard input.time == nil, input.every == nil else {
        throw InvalidValue(
          field: input.time == nil ? "--every" : "--time", value: input.time ?? input.every ?? "",
          reason: "the alarm has shifts, each with a time of its own",
          remedy: "give all of them anew, as in --cycle \"05:30 13:30 -\", or days: --days mon-fri")
      }
    }
    let from = try date(input.from, "--from", or: existing?.from)
    let until = try date(input.until, "--until", or: existing?.until)
    let every = try input.every.map { text throws(InvalidValue) in try RuleText.every(text) }
    let days: DatedRule.Days
    if let text = input.days {
      if let months = try RuleText.months(text) {
        days = .months(months, at: time)
      } else {
        days = .weeks(try DaysText.parse(text), every: every ?? existing?.every ?? 1, at: time)
      }
    } else {
      switch existing?.days {
      case .weeks(let weekdays, let before, _)?: days = .weeks(weekdays, every: every ?? before, at: time)
      case .months(let months, _)?: days = .months(months, at: time)
      case .cycle(let times)?: days = .cycle(times)
      case nil:
        guard input.every != nil || input.from != nil || input.until != nil else { return nil }
        guard every != nil, let from else {
          throw InvalidValue(
            field: input.from == nil ? "--until" : "--from", value: input.from ?? input.until ?? input.every ?? "",
            reason: "nothing says on which days it rings", remedy: "add the days, as in --days mon-fri")
        }
        days = .weeks(Weekdays(from.weekday), every: every ?? 1, at: time)
      }
    }
    if let every, every > 1, case .months = days {
      throw InvalidValue(
        field: "--every", value: input.every ?? "", reason: "it counts weeks, and the days are those of a month",
        remedy: "leave it out, or give days of the week")
    }
    // What is as it always was stays that.
    if case .weeks(let weekdays, 1, let time) = days, until == nil, from.map({ $0 <= today }) ?? true {
      return .weekly(weekdays, at: time)
    }
    return .dated(try checked(DatedRule(days, from: from, until: until), input))
  }

  private var today: LocalDate { zone.local(now).date }

  /// A date as typed; `off` for none.
  private func date(_ text: String?, _ field: String, or before: LocalDate?) throws(InvalidValue) -> LocalDate? {
    guard let text else { return before }
    if ["off", "none"].contains(text.lowercased()) { return nil }
    return try DateText.parseComing(text, today: today, field: field)
  }

  private func checked(_ rule: DatedRule, _ input: AlarmInput) throws(InvalidValue) -> DatedRule {
    guard let problem = rule.problem else { return rule }
    let isEnd = rule.from != nil && rule.until != nil
    let (field, value) =
      isEnd
      ? ("--until", input.until ?? input.from ?? "")
      : input.cycle.map { ("--cycle", $0) } ?? ("--every", input.every ?? input.days ?? "")
    throw InvalidValue(
      field: field, value: value, reason: problem,
      remedy: isEnd ? "give a later date" : "add the first date of it, as in `--from \(today)`")
  }
}

extension DatedRule {
  fileprivate var every: Int? { if case .weeks(_, let every, _) = days { every } else { nil } }
}
