import Glibc
import TestSupport
import Testing

@testable import AlarmClock

/// Alarms with differing weeks, in every zone of the system, compared with a plain model in Python (`model.py`).
@Suite(.startsPrograms) struct RecurrenceModelTests {
  private static let moments = TestSize.number("ROUSE_MOMENTS", usual: 60_000)

  @Test func theModelPassesItsOwnExamples() throws {
    let result = try PlainModel.run("--check 2>&1")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(.takesLong) func whatComesNextIsWhatThePlainModelSays() throws {
    let zones = try Self.zones()
    #expect(zones.count > 400)
    var random = SeededGenerator(state: 20)
    let perZone = max(1, Self.moments / zones.count)
    let rulesOfAZone = max(4, perZone / 500)
    let questions = try zones.flatMap { zone in
      try (0..<rulesOfAZone).map { _ in
        try Question(zone: zone, moments: max(1, perZone / rulesOfAZone), using: &random)
      }
    }
    var (asked, found, differences) = (0, 0, 0)
    for (question, line) in zip(questions, try PlainModel.answers(to: questions.map { try $0.json })) {
      let expected = line.split(separator: " ").map(String.init)
      let answers = question.answers
      asked += answers.count
      found += answers.count { $0 != "-" }
      guard answers != expected else { continue }
      differences += 1
      let place = zip(answers, expected).enumerated().first { $0.element.0 != $0.element.1 }
      if differences == 1 { TestSize.printFirstDifference(at: asked, of: "moment") }
      if differences <= 5, let place {
        Issue.record(
          "\(place.element.0), the model: \(place.element.1), after \(question.after[place.offset]): \(try question.json)"
        )
      }
    }
    print(
      "figure: \(asked) moments in \(zones.count) zones, \(found) with a next ring: \(differences) lines unlike the model's"
    )
    #expect(differences == 0 && found > asked / 2)
  }

  private static func zones() throws -> [(name: String, rules: ZoneRules)] {
    let columns: [Substring: Int] = ["Z": 1, "L": 2]
    let names = Files.text("/usr/share/zoneinfo/tzdata.zi").split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.first.flatMap { columns[$0] }.map { String(words[$0]) }
    }
    // Debian 13 keeps old names in a separate package.
    return try names.filter { access("/usr/share/zoneinfo/\($0)", R_OK) == 0 }.map { ($0, try Zones.rules($0)) }
  }
}

private struct Question {
  var zone: (name: String, rules: ZoneRules)
  var alarm: Alarm
  /// The dates between which the model searches.
  var first: LocalDate
  var last: LocalDate
  /// In seconds.
  var after: [Int64]

  private static let times = ["00:00", "00:15", "01:59", "02:00", "02:30", "03:00", "07:30", "12:00", "23:30", "23:59"]
    .compactMap { LocalTime($0) }

  init(zone: (name: String, rules: ZoneRules), moments: Int, using random: inout SeededGenerator) throws {
    self.zone = zone
    // From 1970 to 2100, half of them near today, to cover old rules and the zone's last rule.
    let isNear = Bool.random(using: &random)
    let start = try date("1970-01-01").adding(
      days: Int.random(in: isNear ? 18_000...22_000 : 0...47_000, using: &random))
    let rule = Self.rule(from: start, using: &random)
    var days = AlarmDays()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let date = start.adding(days: Int.random(in: -10...400, using: &random))
      // A skipped day would be armed too, and pass without a ring.
      guard rule.time(on: date) != nil else { continue }
      days.exceptions[date] = .moves(to: Self.times[Int.random(in: 0..<Self.times.count, using: &random)])
    }
    alarm = Alarm(id: "aaaaaa", recurrence: .dated(rule), days: days)
    first = start.adding(days: -30)
    last = start.adding(days: 900)
    let begin = zone.rules.resolve(LocalDateTime(date: start, time: Self.times[0])).instant.seconds
    after = (0..<moments).map { _ in
      // Half of the moments are on a half hour, close to midnights and clock changes.
      let second = begin + Int64.random(in: -20 * 86_400...450 * 86_400, using: &random)
      return Bool.random(using: &random) ? second : second - second % 1800
    }
  }

  private static func rule(from start: LocalDate, using random: inout SeededGenerator) -> DatedRule {
    func time() -> LocalTime { times[Int.random(in: 0..<times.count, using: &random)] }
    let isBounded = Int.random(in: 0...3, using: &random) > 0
    let until =
      Int.random(in: 0...3, using: &random) > 0
      ? nil : start.adding(days: Int.random(in: 1...500, using: &random))
    switch Int.random(in: 0...3, using: &random) {
    case 0, 1:
      let weekdays = Weekdays(rawValue: UInt8.random(in: 1...127, using: &random))
      let every = isBounded ? [1, 2, 2, 3, 4, 5, 13, 52][Int.random(in: 0...7, using: &random)] : 1
      return DatedRule(.weeks(weekdays, every: every, at: time()), from: isBounded ? start : nil, until: until)
    case 2:
      var days = MonthDays()
      for _ in 0...Int.random(in: 0...2, using: &random) {
        days.insert(
          MonthDays.Place.allCases[Int.random(in: 0...4, using: &random)],
          Weekday.allCases[Int.random(in: 0...6, using: &random)])
      }
      return DatedRule(.months(days, at: time()), from: isBounded ? start : nil, until: until)
    default:
      let length = Int.random(in: 2...[7, 10, 60][Int.random(in: 0...2, using: &random)], using: &random)
      var shifts = (0..<length).map { _ in Int.random(in: 0...2, using: &random) == 0 ? nil : time() }
      shifts[Int.random(in: 0..<length, using: &random)] = time()
      return DatedRule(.cycle(shifts), from: start, until: until)
    }
  }

  var answers: [String] {
    after.map { second in
      guard let next = alarm.next(after: Instant(seconds: second), in: zone.rules), case .local(let local) = next.key,
        local.date <= last
      else { return "-" }
      return "\(local)=\(next.due.seconds)"
    }
  }

  var json: String {
    get throws {
      func quoted(_ value: (some CustomStringConvertible)?) -> String { value.map { #""\#($0)""# } ?? "null" }
      let rule = try #require(alarm.recurrence.rule)
      var fields = [#""kind":"\#(rule.word)""#, #""from":\#(quoted(rule.from))"#, #""until":\#(quoted(rule.until))"#]
      switch rule.days {
      case .weeks(let weekdays, let every, let time):
        fields += [
          #""weekdays":\#(weekdays.days.map { $0.rawValue - 1 })"#, #""every":\#(every)"#, #""time":"\#(time)""#,
        ]
      case .months(let days, let time):
        // Place 1 to 4, or -1 for the last, and the weekday.
        let days = days.days.map { [$0.place == .last ? -1 : $0.place.index + 1, $0.weekday.rawValue - 1] }
        fields += [#""days":\#(days)"#, #""time":"\#(time)""#]
      case .cycle(let times): fields.append(#""times":[\#(times.map { quoted($0) }.joined(separator: ","))]"#)
      }
      let moved = alarm.days.moved.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
      let all = [
        #""zone":"\#(zone.name)""#, #""rule":{\#(fields.joined(separator: ","))}"#, #""exceptions":{\#(moved)}"#,
        #""first":"\#(first)""#, #""last":"\#(last)""#, #""after":\#(after)"#,
      ]
      return "{\(all.joined(separator: ","))}"
    }
  }
}
