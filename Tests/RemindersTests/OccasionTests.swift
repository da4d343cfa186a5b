import AlarmClock
import Insight
import Reminders
import Testing

@Suite struct OccasionTests {
  @Test func nothingSetThoughItUsuallyIs() {
    var past = Past()
    // Three Wednesdays of four.
    for weeks in [1, 2, 4] { past.ring(at("2026-11-25 06:30") - days(7 * weeks)) }
    #expect(
      past.texts(.tomorrow) == [
        "No alarm is set for Wednesday. On 3 of the last 4 Wednesdays one rang. `rouse alarm add 06:30`"
      ])
    var set = past
    set.book.add("07:00")
    #expect(set.texts(.tomorrow).isEmpty)
    // If a ring is skipped or paused, someone has thought of it.
    set.book = AlarmBook()
    set.book.add("07:00", skipping: "2026-11-25")
    #expect(set.texts(.tomorrow).isEmpty)
    set.book.alarms[0].isEnabled = false
    #expect(set.texts(.tomorrow).count == 1)
    set.book.alarms[0].isEnabled = true
    set.book.settings.pausedUntil = LocalDate("2026-12-24")
    #expect(set.texts(.tomorrow).isEmpty)
    set.book = AlarmBook()
    set.book.add("07:00", Weekdays([.friday]))
    #expect(set.texts(.tomorrow).count == 1)
    past.rings.removeLast()
    past.ring(at("2026-11-25 06:30") - days(28), .skipped)
    #expect(past.texts(.tomorrow).isEmpty)
  }

  @Test func aHolidaySkipsWhatWouldRing() {
    var past = Past()
    past.book.add("07:00")
    past.book.add("06:30")
    past.book.alarms[1].days.ringsOnHolidays = true
    let day = HolidayCalendar.Day(ZoneRules.utc.local(bedtime + .seconds(86_400)).date, "a day off")
    past.book.holidays = Holidays([HolidayCalendar(name: "home", days: [day])])
    #expect(past.texts(.tomorrow).isEmpty)
    past.book.alarms[1].isEnabled = false
    #expect(
      past.texts(.tomorrow)
        == ["Work does not ring on Wednesday at 07:00: a day off. `rouse alarm unskip alarm0 --on \(day.date)`"])
    #expect(past.texts(.bedtime).isEmpty && ReminderKind.tomorrow.word == "no alarm")
    past.book.alarms[0].days.exceptions[day.date] = .rings
    #expect(past.texts(.tomorrow).isEmpty && !past.texts(.bedtime).isEmpty)
  }

  @Test func aTestThatIsMissingOrFailed() {
    var past = Past()
    #expect(past.texts(.test).isEmpty)
    past.book.add("06:30")
    #expect(past.texts(.test).isEmpty)
    past.test = nil
    #expect(past.texts(.test) == ["The clock has not been tested for a day. Work rings at 06:30. `rouse test bedtime`"])
    past.test = (time: evening - .seconds(26 * 3600), problems: [])
    #expect(past.texts(.test).count == 1)
    past.test = (time: evening - .seconds(3600), problems: ["no camera", "no speaker"])
    #expect(
      past.texts(.test) == [
        "The last test of the clock found a problem: no camera (and 1 more). Work rings at 06:30. `rouse test bedtime`"
      ])
    past.book.alarms = []
    #expect(past.texts(.test).isEmpty)
  }

  @Test(arguments: [
    ("06:30", "20:30", "Work rings at 06:30. In bed by 22:30 you have 8 h until then. `rouse next`"),
    ("09:00", "20:30", "Work rings at 09:00. In bed by 22:30 you have 10 h 30 min until then. `rouse next`"),
    ("05:15", "20:30", "Work rings at 05:15. In bed by 21:15 you have 8 h until then. `rouse next`"),
    ("05:15", "21:50", "Work rings at 05:15. In bed now you have 7 h 25 min until then. `rouse next`"),
  ])
  func itIsTimeForBed(ring: String, now: String, text: String) {
    var past = Past()
    #expect(past.texts(.bedtime).isEmpty)
    past.book.add(ring)
    #expect(past.texts(.bedtime, at: at("2026-11-24 \(now)")) == [text])
    past.book.settings.timeFormat = .hours12
    #expect(past.texts(.bedtime)[0].contains("am. In bed by "))
    past.book.settings.pausedUntil = LocalDate("2026-12-24")
    #expect(past.texts(.bedtime).isEmpty)
  }

  @Test func aRingOfTheEveningIsNotThatOfTheNight() {
    var book = AlarmBook()
    book.add("21:00")
    #expect(OccasionFacts.ComingRing.first(after: bedtime, in: book, zone: .utc) == nil)
    book.add("07:00", skipping: "2026-11-25")
    #expect(OccasionFacts.ComingRing.first(after: bedtime, in: book, zone: .utc) == nil)
    book.add("08:00")
    let ring = OccasionFacts.ComingRing.first(after: bedtime, in: book, zone: .utc)
    #expect(ring?.due == at("2026-11-25 08:00"))
  }

  @Test func readinessIsLow() {
    var past = Past()
    for day in 1...3 { past.ring(at("2026-11-24 06:30") - days(day)) }
    past.hasProblem = true
    past.cards = [WakingHistory.EnrolledCard(name: "bath", created: evening - days(90))]
    #expect(
      past.texts(.readiness) == [
        "Readiness is 25 of 100. The weakest part: tests at bedtime. `rouse insight score --explain`"
      ])
    past.cards.append(WakingHistory.EnrolledCard(name: "spare", created: evening - days(90)))
    #expect(past.texts(.readiness).isEmpty)
    #expect(Past().texts(.readiness).isEmpty)
  }

  @Test func aCardWasNotTriedForAMonth() {
    var past = Past()
    past.cards = ["bath", "spare", "new"].map { name in
      WakingHistory.EnrolledCard(name: name, created: evening - days(name == "new" ? 29 : 90))
    }
    #expect(past.texts(.card).isEmpty)
    past.ring(evening - days(29), card: "bath")
    past.ring(evening - days(31), card: "spare")
    #expect(
      past.texts(.card) == [
        "The card spare has not been used for 30 days. Check that it still reads. `rouse card test`"
      ])
    // The suggested command counts, and so does a bedtime test.
    for kind in [Happening.Kind.cardTested, .bedtimePassed] {
      var tried = past
      tried.happenings = [Happening(kind, began: evening - days(1), ended: evening - days(1), label: "spare")]
      #expect(tried.texts(.card).isEmpty, "\(kind)")
    }
  }

  @Test(arguments: [(6, nil), (7, 7), (13, 7), (14, nil), (30, 30), (36, 30), (37, nil), (100, 100), (107, nil)])
  func daysWithoutAMiss(count: Int, milestone: Int?) {
    var past = Past()
    past.ring(evening - days(count + 1), .missed)
    for day in 1...count {
      past.ring(evening - days(day))
      past.ring(evening - days(day) + .seconds(3600))
    }
    past.ring(evening - days(3), .skipped)
    #expect(ReminderKind.milestone.occasions(past.facts()).map(\.subject) == (milestone.map { ["\($0)"] } ?? []))
  }

  /// Alarms on one day a week reach a hundred days too, and no milestone is repeated months later.
  @Test(arguments: [1, 3, 7, 20])
  func aMilestoneIsToldOnceHoweverSeldomAlarmsRing(every: Int) {
    let dues = (0...110).map { at("2024-01-01 06:30") + days($0 * every) }
    var told: [String] = []
    var last: String?
    for day in 0...(110 * every) {
      let now = at("2024-01-01 20:30") + days(day)
      let unmissed = dues.filter { $0 <= now }.map { ZoneRules.utc.local($0).date }
      let history = WakingHistory(rings: [], happenings: [], cards: [], zone: .utc, now: now, hasProblem: false)
      let found = PastOccasions(history, unmissed: unmissed, bedtime: now + .seconds(7200))
      let facts = OccasionFacts(past: found, book: AlarmBook(), bedtime: now, test: nil, now: now, zone: .utc)
      let subject = ReminderKind.milestone.occasions(facts).first?.subject
      if let subject, subject != last { told.append(subject) }
      last = subject
    }
    #expect(told == ["7", "30", "100"])
  }

  @Test func findingsAreTold() {
    var past = Past()
    past.ring(evening - days(1), .missed)
    #expect(
      past.texts(.finding).contains(
        "1 alarm of the last 7 days was missed. See which, and what happened. "
          + "`rouse history --missed --since 7d`"))
    #expect(ReminderKind.allCases.allSatisfy { $0 == .finding || past.texts($0).isEmpty })
  }

  @Test func theMostImportantComesFirst() {
    var past = Past()
    for weeks in 1...4 { past.ring(at("2026-11-25 06:30") - days(7 * weeks)) }
    past.cards = [WakingHistory.EnrolledCard(name: "spare", created: evening - days(90))]
    let kinds = Occasion.all(past.facts()).map(\.kind)
    #expect(kinds.first == .tomorrow && kinds == kinds.sorted { rank($0) < rank($1) } && Set(kinds).count > 2)
  }

  private func rank(_ kind: ReminderKind) -> Int { ReminderKind.allCases.firstIndex(of: kind) ?? 0 }

  @Test(arguments: [
    ("2026-12-20", "ends on 2026-12-20"), ("2026-11-24", "ends on 2026-11-24"), ("2026-11-23", "ended on 2026-11-23"),
    ("2026-12-24", nil),
  ])
  func aCalendarThatEndsIsToldOf(last: String, words: String?) throws {
    var past = Past()
    let day = HolidayCalendar.Day(try #require(LocalDate(last)), "Last")
    past.book.holidays = Holidays([HolidayCalendar(name: "holidays", days: [day])])
    let texts = words.map {
      ["The calendar holidays \($0): add next year's, or alarms will ring on holidays. `rouse calendar list`"]
    }
    #expect(past.texts(.calendar) == texts ?? [])
  }
}
