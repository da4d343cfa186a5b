import AlarmClock
import Insight
import Testing

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

  private static let cards = [("bath", daysAgo: 90), ("kitchen", 2)]

  private static func history(
    _ mornings: [Morning], _ happenings: [(Happening.Kind, daysAgo: Int, String?)] = [],
    cards: [(String, daysAgo: Int)] = cards,
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

  private static let slowMondays =
    mornings([0, 7, 14, 21, 28, 35]) { $0.seconds = $0.daysAgo == 7 ? 180 : 200 } + mornings(1..<5)

  struct Case: Sendable {
    var name: String
    /// The finding and its command, if there is one.
    var finds: String?
    var fix = ""
    var mornings: [Morning]
    var happenings = tested
    var cards = FindingTests.cards
    var reminder = WakingHistory.BedtimeReminder.withoutBedtime

    var history: WakingHistory {
      get throws { try FindingTests.history(mornings, happenings, cards: cards, bedtimeReminder: reminder) }
    }
  }

  static let cases = [
    Case(name: "nothing", mornings: [], happenings: []), Case(name: "all well", mornings: mornings(0..<10)),
    Case(
      name: "a miss of the week", finds: "1 alarm of the last 7 days was missed. See which, and what happened",
      fix: "history --missed --since 7d", mornings: mornings(0..<5) + [Morning(daysAgo: 6, outcome: .missed)]),
    Case(name: "a miss of before", mornings: mornings(0..<5) + [Morning(daysAgo: 7, outcome: .missed)]),
    Case(
      name: "interruptions",
      finds: "2 of 7 rings in 30 days were interrupted: power gone in 1, no camera in 1. Look at what is wrong",
      fix: "doctor",
      mornings: mornings(0..<5) + [Morning(daysAgo: 6, quit: .noCamera), Morning(daysAgo: 8, quit: .powerGone)]),
    Case(name: "one interruption", mornings: [Morning(daysAgo: 6, quit: .noCamera)]),
    Case(
      name: "the buzzer stood in",
      finds: "The speaker failed in 2 rings of the last 30 days, and the buzzer stood in for it. Test the speaker",
      fix: "test devices", mornings: mornings(0..<5),
      happenings: tested + [(.buzzerStoodIn, 3, "Work"), (.buzzerStoodIn, 4, "Work")]),
    Case(
      name: "codes that were not read",
      finds: "In 3 of 5 rings a code was in view for over 20 s and could not be read. More light or another distance "
        + "helps",
      fix: "camera aim", mornings: mornings(0..<5) { $0.unread = $0.daysAgo < 3 ? 21 : 20 }),
    Case(
      name: "a wrong card, and another one less often",
      finds: "The card door was shown 3 times in 30 days to rings that it does not end. See which card ends which "
        + "alarm",
      fix: "alarm list", mornings: mornings(0..<5),
      happenings: tested + [1, 2, 3].map { (.wrongCard, daysAgo: $0, "door") }
        + [(.wrongCard, 4, "bed"), (.wrongCard, 31, "bed")]),
    Case(
      name: "slow Mondays, of which the first five count",
      finds: "On 4 of 5 Mondays it took you over 3 min. A reminder to go to bed on time helps",
      fix: "reminder on bedtime", mornings: slowMondays, reminder: .off),
    Case(
      name: "slow Mondays while all reminders are off",
      finds: "On 4 of 5 Mondays it took you over 3 min. A reminder to go to bed on time helps", fix: "reminder on",
      mornings: slowMondays, reminder: .allOff),
    Case(
      name: "slow Mondays without a bedtime",
      finds: "On 4 of 5 Mondays it took you over 3 min. With a bedtime the clock reminds you to go to bed on time",
      fix: "settings set bedtime 22:30", mornings: slowMondays),
    Case(
      name: "slow Mondays though a reminder comes",
      finds: "On 4 of 5 Mondays it took you over 3 min. An earlier reminder helps",
      fix: "reminder on bedtime --at 23:40", mornings: slowMondays, reminder: .on(LocalTime(secondsOfDay: 600))),
    Case(name: "three Mondays", mornings: mornings([0, 7, 14]) { $0.seconds = 200 }),
    Case(
      name: "slower and slower",
      finds: "Your time to the card rose from 1 min 15 s to 1 min 55 s within 30 days. See how",
      fix: "insight chart waking --range 30d", mornings: mornings(0..<6) { $0.seconds = $0.daysAgo < 3 ? 115 : 75 }),
    Case(name: "not slower by half", mornings: mornings(0..<6) { $0.seconds = $0.daysAgo < 3 ? 170 : 120 }),
    Case(
      name: "no test", finds: "The clock has not been tested at bedtime for 7 days. Test it now", fix: "test bedtime",
      mornings: mornings(0..<3), happenings: [(.bedtimePassed, 7, nil)]),
    Case(name: "no test, but rings of two days alone", mornings: mornings(0..<2), happenings: []),
    Case(
      name: "skipped each week",
      finds: "The alarm Work was skipped in each of the last 4 weeks. See on which days it rings",
      fix: "alarm show aaaaaa", mornings: mornings([1, 8, 15, 22]) { $0.outcome = .skipped } + mornings([0, 2])),
    Case(name: "skipped in three weeks", mornings: mornings([1, 8, 15]) { $0.outcome = .skipped }),
    Case(
      name: "one card",
      finds: "There is only one card: if it is lost or wet, a ring goes on until it gives up. Make a spare",
      fix: "setup", mornings: mornings(0..<2), cards: [("bath", 2)]),
    Case(
      name: "a spare card that was never shown",
      finds: "The card kitchen has not been used for 45 days. Check that it still reads", fix: "card test",
      mornings: mornings(0..<2), cards: [("bath", 90), ("kitchen", 45)]),
    Case(
      name: "a spare card that was tested, one of the evening, and one that was shown to another ring",
      mornings: mornings(0..<2),
      happenings: tested + [(.cardTested, 40, "kitchen"), (.bedtimeFailed, 2, "door"), (.wrongCard, 3, "bed")],
      cards: [("bath", 90), ("kitchen", 45), ("door", 45), ("bed", 45)]),
    Case(
      name: "a clock that was not certain of its time",
      finds: "In 2 rings of the last 30 days the clock was not certain of its time. See why", fix: "doctor",
      mornings: mornings(0..<4) { $0.isTrusted = $0.daysAgo > 1 }),
  ]

  @Test(arguments: cases)
  func aMorningShowsWhatItIsTo(example: Case) throws {
    let expected = example.finds.map { ["\($0): `rouse \(example.fix)`."] } ?? []
    #expect(Finding.all(in: try example.history).map(\.text) == expected, "\(example.name)")
  }

  @Test func theMostActionableComesFirst() throws {
    let all = try Self.history(
      Self.mornings(0..<5) + [Morning(daysAgo: 6, outcome: .missed), Morning(daysAgo: 7, isTrusted: false)]
        + [Morning(daysAgo: 8, isTrusted: false)], cards: [("bath", 2)])
    #expect(Finding.all(in: all).map(\.rule) == [.missed, .untested, .oneCard, .untrusted])
  }

  /// Five days from a Monday on, and the findings of each.
  @Test func noneLeadsTwiceWithinAWeek() throws {
    func lead(_ day: Int, _ more: [Morning] = []) throws -> Finding.Rule? {
      let history = try Self.history(Self.mornings([-4, -3, -2, -1] + Array(0..<5)) + more, day: day)
      return Finding.lead(of: Finding.all(in: history), in: history)?.rule
    }
    // No test for a week, and a new card on Monday; nothing else.
    #expect(try (0..<7).map { try lead($0) } == [.untested, nil, nil, nil, nil, nil, nil])
    #expect(try lead(7) == .untested)
    let miss = [Morning(daysAgo: -2, outcome: .missed)]
    #expect(try (0..<7).map { try lead($0, miss) } == [.untested, nil, .missed, nil, nil, nil, nil])
    let slow = Self.mornings(5..<12) { $0.isTrusted = false } + [Morning(daysAgo: 2, outcome: .missed)]
    #expect(try (0..<4).map { try lead($0, slow) } == [.missed, .untested, .untrusted, nil])
  }

  @Test func everyRuleIsTried() throws {
    let found = try Self.cases.flatMap { try Finding.all(in: $0.history) }.map(\.rule)
    #expect(Set(found) == Set(Finding.Rule.allCases))
  }
}
