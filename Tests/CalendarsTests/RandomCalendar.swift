import AlarmClock
import TestSupport

@testable import Calendars

/// A seeded random calendar with everything that RFC 5545 allows for all-day events.
struct RandomCalendar {
  private(set) var text = ""
  private var random: SeededGenerator
  private var lines: [String] = []
  private var names = 0
  /// Whether the descriptions sort the days.
  private var isSorted = false

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//Random//EN"]
    if one(of: 3) { lines += Self.zone }
    isSorted = one(of: 3)
    if isSorted { addDay("sorted", kind: "Public holiday") }
    for number in 0..<Int.random(in: 1...5, using: &random) { addEvents("event-\(number)") }
    lines.append("END:VCALENDAR")
    let newline = one(of: 2) ? "\r\n" : "\n"
    for line in lines { text += folded(line, newline) + newline }
  }

  private mutating func one(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func any<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func some<Value: Hashable>(_ range: ClosedRange<Int>, of values: [Value]) -> [Value] {
    var chosen: [Value] = []
    for _ in 0..<Int.random(in: range, using: &random) {
      let value = any(values)
      if !chosen.contains(value) { chosen.append(value) }
    }
    return chosen
  }

  private mutating func begin(_ uid: String, _ rest: String...) {
    lines += ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20261101T120000Z"] + rest
  }

  private mutating func addEvents(_ uid: String) {
    if one(of: 8) { return addTimedEvent(uid) }
    if one(of: 6) { return addFilledDays(uid) }
    var start = LocalDate(number: Int.random(in: 19_000...22_000, using: &random))
    var rule: RecurrenceRule?
    var ruleText = ""
    if !one(of: 3) {
      ruleText = self.rule()
      // If DTSTART is not one of the rule's days, RFC 5545 leaves the result open.
      (rule, start) = firstDay(ruleText, start)
      if rule == nil { ruleText = "" }
      ruleText += rule.map { end($0, start) } ?? ""
    }
    let days = daysOf(ruleText, start)
    begin(uid, "DTSTART;VALUE=DATE:\(Self.text(start))")
    addLength(start)
    lines.append("SUMMARY:\(name())")
    addKind()
    if !ruleText.isEmpty { lines.append("RRULE:\(ruleText)") }
    if one(of: 5) {
      let further = (0..<3).map { _ in Self.text(start.adding(days: Int.random(in: 1...900, using: &random))) }
      lines.append("RDATE;VALUE=DATE:\(Set(further).sorted().joined(separator: ","))")
    }
    if days.count > 1, one(of: 3) {
      let excepted = some(1...4, of: days.map(Self.text))
      if one(of: 2) {
        lines.append("EXDATE;VALUE=DATE:\(excepted.joined(separator: ","))")
      } else {
        lines += excepted.map { "EXDATE;VALUE=DATE:\($0)" }
      }
    }
    if one(of: 8) { lines.append("STATUS:CANCELLED") } else if one(of: 4) { lines.append("STATUS:CONFIRMED") }
    if one(of: 6) {
      lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:DTSTART", "TRIGGER:-PT15M", "END:VALARM"]
    }
    lines.append("END:VEVENT")
    if !isSorted, days.count > 2, one(of: 4) { for day in some(1...3, of: days) { addReplacement(uid, of: day) } }
  }

  private mutating func addReplacement(_ uid: String, of day: LocalDate) {
    begin(uid, "RECURRENCE-ID;VALUE=DATE:\(Self.text(day))", "SUMMARY:\(name())")
    if one(of: 5) {
      lines += ["DTSTART:\(Self.text(day))T080000Z", "DTEND:\(Self.text(day))T090000Z"]
    } else {
      let start = day.adding(days: Int.random(in: -3...3, using: &random))
      lines.append("DTSTART;VALUE=DATE:\(Self.text(start))")
      addLength(start)
      if one(of: 4) { lines.append("STATUS:CANCELLED") }
    }
    lines.append("END:VEVENT")
  }

  /// Adds a description that sorts the day: a public holiday, or one that `dates.py` and `dates.c` omit too.
  private mutating func addKind() {
    guard isSorted else { return }
    lines.append(
      "DESCRIPTION:"
        + any([
          "Public holiday", "Public holiday", "Gesetzlicher Feiertag", "Jour férié", "祝日", "Observance",
          "Observance\\nTo hide observances\\, go to Google Calendar Settings > Holidays in United States",
          "Public holiday in California\\, Delaware", "Feiertag in: Bayern\\, Hessen", "Gedenktag",
        ]))
  }

  private mutating func addDay(_ uid: String, kind: String) {
    let day = Self.text(LocalDate(number: Int.random(in: 20_500...21_000, using: &random)))
    begin(uid, "DTSTART;VALUE=DATE:\(day)", "SUMMARY:\(name())", "DESCRIPTION:\(kind)", "END:VEVENT")
  }

  /// Adds whole days that are written with times, or days that are only partly covered.
  private mutating func addFilledDays(_ uid: String) {
    let start = LocalDate(number: Int.random(in: 20_000...21_000, using: &random))
    let (from, to) = any([
      ("000000", "000000"), ("000000", "000000"), ("000100", "235900"), ("000000", "235959"), ("000000", "120000"),
      ("120000", "235900"), ("080000", "000000"),
    ])
    let last = start.adding(days: Int.random(in: to == "000000" ? 1...3 : 0...3, using: &random))
    begin(uid, "DTSTART:\(Self.text(start))T\(from)", "DTEND:\(Self.text(last))T\(to)", "SUMMARY:\(name())")
    addKind()
    if one(of: 3) { lines.append("RRULE:FREQ=WEEKLY;COUNT=\(Int.random(in: 1...5, using: &random))") }
    lines.append("END:VEVENT")
  }

  private mutating func addTimedEvent(_ uid: String) {
    let day = Self.text(LocalDate(number: Int.random(in: 20_000...21_000, using: &random)))
    begin(
      uid, "DTSTART;TZID=\"Made/Up\":\(day)T090000", "DTEND;TZID=\"Made/Up\":\(day)T100000",
      "RRULE:FREQ=WEEKLY;COUNT=5", "SUMMARY:\(name())", "END:VEVENT")
    if !lines.contains("BEGIN:VTIMEZONE") { lines.insert(contentsOf: Self.zone, at: 3) }
  }

  private mutating func addLength(_ start: LocalDate) {
    let days = Int.random(in: 1...4, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lines.append("DTEND;VALUE=DATE:\(Self.text(start.adding(days: days)))")
    case 1: lines.append("DURATION:P\(days)D")
    case 2 where one(of: 3): lines.append("DURATION:P1W")
    default: break
    }
  }

  /// Returns a unique name, so that a difference leads to its event.
  private mutating func name() -> String {
    names += 1
    let text = any([
      "Day", "1st day of Christmas", "Tag der Deutschen Einheit\\, ein Feiertag", "Semi\\;colon",
      "Trois Glorieuses é à ü 🛏 and a name that is so long that it has to be folded at least once",
      "元日 成人の日 建国記念の日 天皇誕生日 春分の日 昭和の日 憲法記念日 みどりの日 こどもの日",
    ])
    return "\(text) \(names)"
  }

  private mutating func rule() -> String {
    var parts: [String] = []
    let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    let frequency = any(["YEARLY", "YEARLY", "YEARLY", "MONTHLY", "MONTHLY", "WEEKLY", "DAILY"])
    let monthDays = (some(1...3, of: Array(1...31)) + some(0...1, of: Array(-31 ... -1))).map(String.init)
    let ordinals = some(1...2, of: [1, 2, 3, 4, -1, -2]).map { "\($0)" }
    func list(_ name: String, _ values: [some CustomStringConvertible]) -> String {
      "\(name)=\(values.map(\.description).joined(separator: ","))"
    }
    if one(of: 3) || frequency == "DAILY" && one(of: 2) {
      parts.append("INTERVAL=\(Int.random(in: 1...(frequency == "DAILY" ? 90 : 4), using: &random))")
    }
    switch frequency {
    case "YEARLY":
      switch Int.random(in: 0..<8, using: &random) {
      case 0: parts += [list("BYMONTH", some(1...3, of: Array(1...12)))]
      case 1: parts += [list("BYMONTH", some(1...2, of: Array(1...12))), list("BYMONTHDAY", monthDays)]
      case 2:
        let days = ordinals.map { "\($0)\(any(weekdays))" }
        parts += [list("BYMONTH", some(1...2, of: Array(1...12))), list("BYDAY", Array(Set(days)).sorted())]
      case 3: parts += [list("BYDAY", ["\(any([1, 20, 52, -1, -10]))\(any(weekdays))"])]
      case 4: parts += [list("BYYEARDAY", some(1...3, of: Array(1...366) + Array(-366 ... -1)))]
      case 5:
        parts += [
          list("BYWEEKNO", some(1...2, of: Array(1...53) + [-1, -2])), list("BYDAY", some(1...2, of: weekdays)),
        ]
      case 6: parts += [list("BYMONTHDAY", monthDays), list("BYDAY", some(1...2, of: weekdays))]
      default: break
      }
    case "MONTHLY":
      switch Int.random(in: 0..<5, using: &random) {
      case 0: parts.append(list("BYMONTHDAY", monthDays))
      case 1: parts.append(list("BYDAY", Array(Set(ordinals.map { "\($0)\(any(weekdays))" })).sorted()))
      case 2: parts += [list("BYDAY", ["MO", "TU", "WE", "TH", "FR"]), list("BYSETPOS", [any([1, -1, 2, -2])])]
      case 3: parts += [list("BYMONTHDAY", ["13"]), list("BYDAY", ["FR"])]
      default: parts.append(list("BYMONTH", some(1...4, of: Array(1...12))))
      }
    case "WEEKLY":
      if one(of: 2) { parts.append(list("BYDAY", some(1...3, of: weekdays))) }
      if one(of: 3) { parts.append(list("BYMONTH", some(1...3, of: Array(1...12)))) }
    default:
      if one(of: 3) { parts.append(list("BYMONTH", some(1...3, of: Array(1...12)))) }
      if one(of: 4) { parts.append(list("BYDAY", some(1...3, of: weekdays))) }
      if one(of: 4) { parts.append(list("BYMONTHDAY", monthDays)) }
    }
    if one(of: 4) { parts.append("WKST=\(any(weekdays))") }
    return (["FREQ=\(frequency)"] + (one(of: 4) ? parts.reversed() : parts)).joined(separator: ";")
  }

  private mutating func end(_ rule: RecurrenceRule, _ start: LocalDate) -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: ";COUNT=\(Int.random(in: 1...40, using: &random))"
    case 1: ";UNTIL=\(Self.text(start.adding(days: Int.random(in: 0...3000, using: &random))))"
    default: ""
    }
  }

  private func firstDay(_ text: String, _ start: LocalDate) -> (RecurrenceRule?, LocalDate) {
    guard let rule = Self.rule(text) else { return (nil, start) }
    let days = Self.days(rule, start.number, 2000)
    return days.first.map { (rule, LocalDate(number: $0)) } ?? (nil, start)
  }

  private func daysOf(_ text: String, _ start: LocalDate) -> [LocalDate] {
    Self.rule(text).map { Self.days($0, start.number, 1500).map(LocalDate.init(number:)) } ?? []
  }

  private static func rule(_ text: String) -> RecurrenceRule? { try? RecurrenceRule(text) }

  private static func days(_ rule: RecurrenceRule, _ start: DayNumber, _ span: Int) -> [DayNumber] {
    var (days, budget): ([DayNumber], Budget) = ([], Budget(1_000_000))
    let visited = try? RuleDays(rule, from: start).visit(from: start, to: start + span, &budget) { days.append($0) }
    return visited == nil ? [] : days
  }

  private static func text(_ date: LocalDate) -> String { date.description.replacing("-", with: "") }

  /// Folds long lines, and some short ones in unusual places.
  private mutating func folded(_ line: String, _ newline: String) -> String {
    var (folded, length, most) = ("", 0, one(of: 6) ? Int.random(in: 3...20, using: &random) : 70)
    for scalar in line.unicodeScalars {
      if length + UTF8.width(scalar) > most {
        folded += newline + (one(of: 4) ? "\t" : " ")
        length = 0
        if most < 70 { most = Int.random(in: 4...70, using: &random) }
      }
      folded.unicodeScalars.append(scalar)
      length += UTF8.width(scalar)
    }
    return folded
  }

  private static let zone = [
    "BEGIN:VTIMEZONE", "TZID:Made/Up", "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "BEGIN:DAYLIGHT",
    "DTSTART:19700329T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT", "END:VTIMEZONE",
  ]
}
