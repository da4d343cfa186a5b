import AlarmClock
import Insight
import Testing

/// The findings in short descriptions of mornings.
struct FindingTests {
  /// A Monday.
  private static let today = LocalDate("2026-11-23")

  /// A ring at 07:15, `daysAgo` days before.
  struct Morning {
    var daysAgo: Int
    var seconds: Int64 = 60
    var outcome: RingRecord.Outcome = .dismissed
    var unread = 0
    var card = "bath"
    var isTrusted = true
    var quit: Happening.Kind?
  }

  private static func history(
    _ mornings: [Morning], _ happenings: [(Happening.Kind, daysAgo: Int, String?)] = [],
    cards: [(String, daysAgo: Int)] = [("bath", 90), ("kitchen", 2)],
    bedtimeReminder: WakingHistory.BedtimeReminder = .withoutBedtime, day: Int = 0
  ) throws -> WakingHistory {
    let today = try #require(today)
    func moment(_ daysAgo: Int, _ hour: Int, _ minute: Int = 0) throws -> Instant {
      let time = try #require(LocalTime(hour: hour, minute: minute))
      return ZoneRules.utc.resolve(LocalDateTime(date: today.adding(days: -daysAgo), time: time)).instant
    }
    var all = try happenings.map { kind, daysAgo, label in
      Happening(kind, began: try moment(daysAgo, 7, 20), ended: try moment(daysAgo, 7, 20), label: label)
    }
    let rings = try mornings.map { morning in
      let due = try moment(morning.daysAgo, 7, 15)
      let ended = due + .seconds(morning.outcome == .skipped ? 0 : morning.seconds)
      if let quit = morning.quit { all.append(Happening(quit, began: due + .seconds(1), ended: due + .seconds(2))) }
      return RingRecord(
        alarmID: "aaaaaa", key: "\(morning.daysAgo)", label: "Work", due: due, ended: ended, outcome: morning.outcome,
        card: morning.outcome == .dismissed ? morning.card : nil, snoozes: 0,
        tally: RingTally(began: due, unread: .seconds(morning.unread)), isTrusted: morning.isTrusted)
    }
    return WakingHistory(
      rings: rings, happenings: all, cards: try cards.map { .init(name: $0, created: try moment($1, 12)) }, zone: .utc,
      now: try moment(-day, 12), hasProblem: false, bedtimeReminder: bedtimeReminder)
  }

  private static func mornings(_ days: some Sequence<Int>, _ change: (inout Morning) -> Void = { _ in }) -> [Morning] {
    days.map { day in
      var morning = Morning(daysAgo: day)
      change(&morning)
      return morning
    }
  }

  /// Keeps the rule about missing tests from finding anything.
  private static let tested: [(Happening.Kind, daysAgo: Int, String?)] = [(.bedtimePassed, 1, nil)]

  private static func slowMondays(_ reminder: WakingHistory.BedtimeReminder) throws -> WakingHistory {
    try history(
      mornings([0, 7, 14, 21, 28, 35]) { $0.seconds = $0.daysAgo == 7 ? 180 : 200 } + mornings(1..<5), tested,
      bedtimeReminder: reminder)
  }

  struct Case: Sendable {
    let name: String
    let history: @Sendable () throws -> WakingHistory
    let found: [String]
  }

  static let cases: [Case] = [
    Case(name: "nothing", history: { try history([]) }, found: []),
    Case(name: "all well", history: { try history(mornings(0..<10), tested) }, found: []),
    Case(
      name: "a miss of the week",
      history: { try history(mornings(0..<5) + [Morning(daysAgo: 6, outcome: .missed)], tested) },
      found: [
        "1 alarm of the last 7 days was missed. See which, and what came between: `rouse history --missed --since 7d`."
      ]),
    Case(
      name: "a miss of before",
      history: { try history(mornings(0..<5) + [Morning(daysAgo: 7, outcome: .missed)], tested) },
      found: []),
    Case(
      name: "interruptions",
      history: {
        try history(
          mornings(0..<5) + [Morning(daysAgo: 6, quit: .noCamera), Morning(daysAgo: 8, quit: .powerGone)], tested)
      },
      found: [
        "2 of 7 rings in 30 days were interrupted: power gone in 1, no camera in 1. Look at what is wrong: `rouse doctor`."
      ]),
    Case(name: "one interruption", history: { try history([Morning(daysAgo: 6, quit: .noCamera)], tested) }, found: []),
    Case(
      name: "the buzzer stood in",
      history: { try history(mornings(0..<5), tested + [(.buzzerStoodIn, 3, "Work"), (.buzzerStoodIn, 4, "Work")]) },
      found: [
        "The speaker failed in 2 rings of the last 30 days, and the buzzer stood in for it. Hear what it does: "
          + "`rouse test devices`."
      ]),
    Case(
      name: "codes that were not read",
      history: { try history(mornings(0..<5) { $0.unread = $0.daysAgo < 3 ? 21 : 20 }, tested) },
      found: [
        "In 3 of 5 rings a code was in view for over 20 s and could not be read. More light or another distance helps: "
          + "`rouse camera aim`."
      ]),
    Case(
      name: "a wrong card, and another one less often",
      history: {
        let shown = [1, 2, 3].map { (Happening.Kind.wrongCard, daysAgo: $0, String?("door")) }
        return try history(mornings(0..<5), tested + shown + [(.wrongCard, 4, "bed"), (.wrongCard, 31, "bed")])
      },
      found: [
        "The card door was shown 3 times in 30 days to rings that it does not end. See which card ends which alarm: "
          + "`rouse alarm list`."
      ]),
    Case(
      name: "slow Mondays, of which the first five count", history: { try slowMondays(.off) },
      found: [
        "On 4 of 5 Mondays it took you over 3 min. A reminder to go to bed in time helps: `rouse reminder on bedtime`."
      ]),
    Case(
      name: "slow Mondays while all reminders are off", history: { try slowMondays(.allOff) },
      found: [
        "On 4 of 5 Mondays it took you over 3 min. A reminder to go to bed in time helps: `rouse reminder on`."
      ]),
    Case(
      name: "slow Mondays without a bedtime", history: { try slowMondays(.withoutBedtime) },
      found: [
        "On 4 of 5 Mondays it took you over 3 min. With a bedtime the clock reminds you to go to bed in time: "
          + "`rouse settings set bedtime 22:30`."
      ]),
    Case(
      name: "slow Mondays though a reminder comes",
      history: { try slowMondays(.on(try #require(LocalTime(hour: 0, minute: 10)))) },
      found: [
        "On 4 of 5 Mondays it took you over 3 min. An earlier reminder helps: `rouse reminder on bedtime --at 23:40`."
      ]),
    Case(
      name: "three Mondays", history: { try history(mornings([0, 7, 14]) { $0.seconds = 200 }, tested) }, found: []),
    Case(
      name: "slower and slower",
      history: { try history(mornings(0..<6) { $0.seconds = $0.daysAgo < 3 ? 115 : 75 }, tested) },
      found: [
        "Your time to the card rose from 1 min 15 s to 1 min 55 s within 30 days. See how: "
          + "`rouse insight chart waking --range 30d`."
      ]),
    Case(
      name: "not slower by half",
      history: { try history(mornings(0..<6) { $0.seconds = $0.daysAgo < 3 ? 170 : 120 }, tested) },
      found: []),
    Case(
      name: "no test", history: { try history(mornings(0..<3), [(.bedtimePassed, 7, nil)]) },
      found: ["The clock was not tested before the night for 7 days. Test it now: `rouse test bedtime`."]),
    Case(name: "no test, but rings of two days alone", history: { try history(mornings(0..<2)) }, found: []),
    Case(
      name: "skipped each week",
      history: { try history(mornings([1, 8, 15, 22]) { $0.outcome = .skipped } + mornings([0, 2]), tested) },
      found: [
        "The alarm Work was skipped in each of the last 4 weeks. See on which days it rings: `rouse alarm show aaaaaa`."
      ]),
    Case(
      name: "skipped in three weeks", history: { try history(mornings([1, 8, 15]) { $0.outcome = .skipped }, tested) },
      found: []),
    Case(
      name: "one card", history: { try history(mornings(0..<2), tested, cards: [("bath", 2)]) },
      found: [
        "There is one card alone: while it is lost or wet, a ring goes on until it gives up. Make a spare one: "
          + "`rouse setup`."
      ]),
    Case(
      name: "a spare card that was never shown",
      history: { try history(mornings(0..<2), tested, cards: [("bath", 90), ("kitchen", 45)]) },
      found: [
        "The card kitchen was not tried for 45 days. See that it still reads: `rouse card test`."
      ]),
    Case(
      name: "a spare card that was tested, one of the evening, and one that was shown to another ring",
      history: {
        try history(
          mornings(0..<2),
          tested + [(.cardTested, 40, "kitchen"), (.bedtimeFailed, 2, "door"), (.wrongCard, 3, "bed")],
          cards: [("bath", 90), ("kitchen", 45), ("door", 45), ("bed", 45)])
      }, found: []),
    Case(
      name: "a clock that was not certain of its time",
      history: { try history(mornings(0..<4) { $0.isTrusted = $0.daysAgo > 1 }, tested) },
      found: ["In 2 rings of the last 30 days the clock was not certain of its time. See why: `rouse doctor`."]),
  ]

  @Test(arguments: cases.indices)
  func aMorningShowsWhatItIsTo(index: Int) throws {
    let example = Self.cases[index]
    #expect(Finding.all(in: try example.history()).map(\.text) == example.found, "\(example.name)")
  }

  @Test func theWakeTimeIsThatOfTheClockWhenTheCardCame() throws {
    // Due at 02:50 summer time, ten minutes before the clocks in Berlin go back; the card came 15 minutes later.
    let due = try #require(RFC3339.parse("2026-10-25T00:50:00Z"))
    let ring = RingRecord(
      alarmID: "aaaaaa", key: "1", label: "Work", due: due, ended: due + .seconds(900), outcome: .dismissed,
      card: "bath", snoozes: 0, tally: RingTally(began: due), isTrusted: true)
    let history = WakingHistory(
      rings: [ring], happenings: [], cards: [], zone: try Zones.rules("Europe/Berlin"), now: due + .seconds(3600),
      hasProblem: false, bedtimeReminder: .withoutBedtime)
    #expect(history.rings.map(\.wakeMinute) == [2 * 60 + 5])
  }

  @Test func theMostActionableComesFirst() throws {
    let all = try Self.history(
      Self.mornings(0..<5) + [Morning(daysAgo: 6, outcome: .missed), Morning(daysAgo: 7, isTrusted: false)]
        + [Morning(daysAgo: 8, isTrusted: false)], cards: [("bath", 2)])
    #expect(Finding.all(in: all).map(\.rule) == [.missed, .untested, .oneCard, .untrusted])
  }

  // MARK: The leading finding

  /// Five days from a Monday on, and the findings of each.
  @Test func noneLeadsTwiceWithinAWeek() throws {
    func lead(_ day: Int, _ more: [Morning] = []) throws -> Finding.Rule? {
      let history = try Self.history(Self.mornings([-4, -3, -2, -1] + Array(0..<5)) + more, day: day)
      return Finding.lead(of: Finding.all(in: history), in: history)?.rule
    }
    // No test for a week, and a new card on Monday; nothing else.
    #expect(try (0..<7).map { try lead($0) } == [.untested, nil, nil, nil, nil, nil, nil])
    #expect(try lead(7) == .untested)
    // A new finding leads at once, and only once.
    let miss = [Morning(daysAgo: -2, outcome: .missed)]
    #expect(try (0..<7).map { try lead($0, miss) } == [.untested, nil, .missed, nil, nil, nil, nil])
    // Several findings take turns, the most actionable first.
    let slow = Self.mornings(5..<12) { $0.isTrusted = false } + [Morning(daysAgo: 2, outcome: .missed)]
    #expect(try (0..<4).map { try lead($0, slow) } == [.missed, .untested, .untrusted, nil])
  }

  @Test func everyRuleIsTried() throws {
    let found = try Self.cases.flatMap { try Finding.all(in: $0.history()) }.map(\.rule)
    #expect(Set(found) == Set(Finding.Rule.allCases))
  }
}
