import Reminders
import Testing

@testable import AlarmClock

extension ReminderBookTests {
  private static func show(_ book: inout ReminderBook, at now: Instant) {
    for reminder in book.waiting(at: now) {
      book.show(reminder.id, reminder.occasion, at: now)
      book.hear(reminder.id)
    }
  }

  @Test func oneThatNobodyAnsweredYieldsToOneThatNeverCame() {
    var book = ReminderBook()
    let kinds: [[ReminderKind]] = [
      [.test, .readiness, .bedtime], [.test, .calendar, .card], [.test, .readiness, .bedtime],
    ]
    let occasions = [.test, .readiness, .bedtime, .calendar, .card].map { Self.occasion($0) }
    for (day, kinds) in kinds.enumerated() {
      Self.plan(&book, occasions, before: bedtime + days(day), at: evening + days(day))
      #expect(book.waiting(at: evening + days(day)).map(\.kind) == kinds, "day \(day)")
      Self.plan(&book, occasions, before: bedtime + days(day), at: evening + days(day))
      #expect(book.waiting(at: evening + days(day)).map(\.kind) == kinds, "day \(day)")
      if day < 2 { Self.show(&book, at: evening + days(day)) }
    }
    for reminder in book.reminders where reminder.first != nil { book.finish(reminder.id, at: evening + days(1)) }
    Self.plan(&book, occasions, before: bedtime + days(2), at: evening + days(2))
    #expect(book.waiting(at: evening + days(2)).map(\.kind) == [.test, .bedtime])
  }

  @Test func oneThatComesAgainIsSilentAndKeepsItsFirstTime() throws {
    var book = ReminderBook()
    let occasions = [Self.occasion(.readiness), Self.occasion(.test)]
    for day in 0...1 {
      Self.plan(&book, occasions, before: bedtime + days(day), at: evening + days(day))
      for reminder in book.waiting(at: evening + days(day)) {
        book.show(reminder.id, reminder.occasion, at: evening + days(day))
        // The reminder to test is a new one each evening.
        let isAgain = day == 1 && reminder.kind == .readiness
        #expect(book.reminders.last { $0.kind == reminder.kind }?.isHeard == isAgain)
        book.hear(reminder.id)
      }
    }
    let readiness = try #require(book.reminders.last { $0.kind == .readiness })
    #expect(readiness.first == evening && readiness.shown == evening + days(1))
    book.postpone(readiness.id, to: evening + days(1) + .seconds(600))
    book.show(readiness.id, readiness.occasion, at: evening + days(1) + .seconds(600))
    #expect(book.reminders.last { $0.kind == .readiness }?.isHeard == false)
  }

  /// It was to return but yields to others, so it is history and not on the display.
  @Test func oneThatYieldsStaysInTheHistory() throws {
    var book = ReminderBook()
    Self.plan(&book, [Self.occasion(.readiness)])
    Self.show(&book, at: evening)
    let next = evening + days(1) - .seconds(600)
    Self.plan(&book, [Self.occasion(.readiness)], before: bedtime + days(1), most: 1, at: next)
    #expect(book.waiting(at: next).map(\.id) == ["r0"])
    Self.plan(
      &book, [Self.occasion(.readiness), Self.occasion(.card)], before: bedtime + days(1), most: 1, at: next)
    #expect(book.waiting(at: next).map(\.kind) == [.card])
    #expect(book.standing(at: next, ReminderSettings()).isEmpty)
    let readiness = try #require(book.reminders.first { $0.id == "r0" })
    #expect(readiness.shown == evening && !readiness.isDelivered)
    // Its cause disappears before it returns.
    Self.plan(&book, [Self.occasion(.readiness)], before: bedtime + days(1), most: 1, at: next)
    book.drop("r0", at: next)
    #expect(book.reminders.first { $0.id == "r0" }?.gone == next)
  }

  @Test func oneThatWasClearedComesAgainTheNextEvening() {
    var book = ReminderBook()
    Self.plan(&book, [Self.occasion(.card)])
    Self.show(&book, at: evening)
    book.clear("r0")
    Self.plan(&book, [Self.occasion(.card)], at: evening + .seconds(60))
    #expect(book.waiting(at: evening + .seconds(60)).isEmpty)
    Self.plan(&book, [Self.occasion(.card)], before: bedtime + days(1), at: evening + days(1))
    Self.show(&book, at: evening + days(1))
    #expect(book.standing(at: evening + days(1), ReminderSettings()).map(\.id) == ["r0"])
  }

  /// The minutes by which the clock is set back after a reminder came, and whether it is still displayed.
  @Test(arguments: [(60, true), (61, false), (2 * 1440, false)])
  func aClockThatStepsBackHidesWhatCame(minutes: Int64, stands: Bool) {
    var book = ReminderBook()
    Self.plan(&book, [Self.occasion(.test)])
    Self.show(&book, at: evening)
    let now = evening - .seconds(minutes * 60)
    #expect(book.standing(at: now, ReminderSettings()).isEmpty != stands)
    // It does not take up a place of the new evening either.
    guard minutes > 1440 else { return }
    Self.plan(&book, [Self.occasion(.test)], before: bedtime - days(2), most: 1, at: now)
    #expect(book.waiting(at: now).count == 1)
  }
}
