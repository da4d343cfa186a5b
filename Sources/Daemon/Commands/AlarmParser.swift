import AlarmClock
import Control
import ControlService

struct AlarmParser {
  var now: Instant
  var zone: ZoneRules
  var cards: [Card]
  var knownSounds: [String]
  var fitting: Fitting
  var timeFormat: Settings.TimeFormat

  /// Applies the input to `alarm`, or throws without changing it. A new alarm has no recurrence yet.
  func apply(_ input: AlarmInput, to alarm: inout Alarm, isNew: Bool) throws(ControlError) {
    let values = input.values.sorted { $0.key < $1.key }
    for (name, value) in values {
      if let key = SettingKey(rawValue: name) { try fitting.check(key, value: value, field: "--\(name)") }
    }
    var changed = alarm
    if let label = input.label { changed.label = try valid(checkedName(label, field: "--label")) }
    for (name, value) in values {
      let key = try valid(SettingKey.named(name))
      try valid(changed.overrides.set(key, to: value, knownSounds: knownSounds))
    }
    if let group = input.group {
      let isNone = ["", DaysOff.noGroup].contains(group.lowercased())
      changed.days.group = isNone ? "" : try valid(DaysOff.group(group, field: "--group"))
    }
    if let word = input.holidays { changed.days.ringsOnHolidays = try valid(Self.ringsOnHolidays(word)) }
    if let recurrence = try valid(recurrence(input, existing: isNew ? nil : alarm.recurrence)) {
      changed.recurrence = recurrence
      changed.skippedKey = nil
      if recurrence.isOneOff { changed.days.exceptions = [:] }
    }
    if let names = input.cards { changed.cards = try cardIDs(names) }
    alarm = changed
  }

  /// Returns the IDs of the named cards, or an empty array for `all`.
  private func cardIDs(_ names: [String]) throws(ControlError) -> [String] {
    if names == ["all"] { return [] }
    var ids: [String] = []
    for name in names {
      let card = try Names.find(
        name, what: "card", in: cards, id: \.id, name: \.name, listCommand: "rouse card list")
      guard card.kind == .dismiss else {
        throw ControlError(
          .usage, "--card: \(card.name) is a snooze card",
          why: "it silences a ring for a while and ends none, for every alarm that allows it; nothing was changed",
          fix: "name a card that dismisses (`rouse card list`); to allow snoozes add `--snooze 2`")
      }
      if !ids.contains(card.id) { ids.append(card.id) }
    }
    return ids
  }

  private static func ringsOnHolidays(_ word: String) throws(InvalidValue) -> Bool {
    switch word.lowercased() {
    case "ring": return true
    case "skip", "default": return false
    default:
      throw InvalidValue(
        field: "--holidays", value: word, reason: "an alarm rings on holidays, or skips them",
        remedy: "give ring or skip")
    }
  }

  /// Returns `nil` if the input does not say when the alarm rings.
  private func recurrence(_ input: AlarmInput, existing: Recurrence?) throws(InvalidValue) -> Recurrence? {
    let isRule = input.every != nil || input.from != nil || input.until != nil || input.cycle != nil
    guard input.time != nil || input.days != nil || input.date != nil || isRule || existing == nil else { return nil }
    try refuseTwoRules(input)
    if let cycle = input.cycle { return try self.cycle(cycle, input, existing?.rule) }
    let time: LocalTime
    switch try input.time.map({ text throws(InvalidValue) in try TimeText.parse(text) }) {
    case .relative(let duration):
      let others = [
        ("--days", input.days), ("--date", input.date), ("--every", input.every), ("--from", input.from),
        ("--until", input.until),
      ]
      if let (field, value) = others.lazy.compactMap({ field, value in value.map { (field, $0) } }).first {
        throw InvalidValue(
          field: field, value: value,
          reason: "a time from now (`\(input.time ?? "")`) comes once and by itself",
          remedy: "leave it out, or give a time of day")
      }
      return .instant(now + duration)
    case .clock(let given): time = given
    case nil:
      // Each shift has its own time.
      if input.days == nil, input.date == nil, case .cycle? = existing?.rule?.days {
        return try rule(input, existing: existing?.rule, at: .midnight)
      }
      time = try timeOfDay(of: existing)
    }
    if let date = input.date { return .once(try moment(date, time)) }
    if let rule = try rule(input, existing: existing?.rule, at: time) { return rule }
    if input.days == nil, case .once(let local) = existing,
      zone.resolve(LocalDateTime(date: local.date, time: time)).instant > now
    {
      return .once(LocalDateTime(date: local.date, time: time))
    }
    return .once(zone.next(time, after: now))
  }

  private func timeOfDay(of existing: Recurrence?) throws(InvalidValue) -> LocalTime {
    if case .once(let local) = existing { return local.time }
    if let time = existing?.rule?.time { return time }
    throw InvalidValue(
      field: "TIME", value: "", reason: "it is not given, and the alarm has no time of day",
      remedy: "add a time, as in `--time 07:30`")
  }

  private func moment(_ text: String, _ time: LocalTime) throws(InvalidValue) -> LocalDateTime {
    let date = try DateText.parseComing(text, today: zone.local(now).date)
    let local = LocalDateTime(date: date, time: time)
    guard zone.resolve(local).instant > now else {
      throw InvalidValue(
        field: "--date", value: text,
        reason: "\(date) \(time.text(timeFormat)) has passed; it is \(zone.local(now).date) now",
        remedy: "give a date to come, or leave it out for the next \(time.text(timeFormat))")
    }
    return local
  }

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

  func cycle(_ text: String, _ input: AlarmInput, _ existing: DatedRule?) throws(InvalidValue) -> Recurrence {
    let before: DatedRule? = if case .cycle? = existing?.days { existing } else { nil }
    let rule = DatedRule(
      .cycle(try RuleText.cycle(text)), from: try date(input.from, "--from", or: before?.from),
      until: try date(input.until, "--until", or: before?.until))
    return .dated(try checked(rule, input))
  }

  /// Returns `nil` if the alarm rings once.
  func rule(_ input: AlarmInput, existing: DatedRule?, at time: LocalTime) throws(InvalidValue) -> Recurrence? {
    guard input.days?.lowercased() != "once" else { return nil }
    if case .cycle? = existing?.days, input.days == nil {
      // A cycle consists of its times; only its dates can be changed alone.
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
    // A plain weekly alarm keeps its simple form.
    if case .weeks(let weekdays, 1, let time) = days, until == nil, from.map({ $0 <= today }) ?? true {
      return .weekly(weekdays, at: time)
    }
    return .dated(try checked(DatedRule(days, from: from, until: until), input))
  }

  private var today: LocalDate { zone.local(now).date }

  /// Parses a date; `off` means no date.
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
