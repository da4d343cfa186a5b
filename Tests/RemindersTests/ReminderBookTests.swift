import Reminders
import Testing

@testable import AlarmClock

@Suite struct ReminderBookTests {
  static func plan(
    _ book: inout ReminderBook, _ occasions: [Occasion], before night: Instant = bedtime, most: Int = 3,
    _ settings: ReminderSettings = ReminderSettings(), at now: Instant = evening
  ) {
    let evening = Evening(
      bedtime: night, ring: night + .seconds(8 * 3600), zone: .utc, settings: settings,
      answered: book.habits(at: now, in: .utc))
    book.plan(occasions, before: evening, at: now, most: most) { "r\(Set($0).count)" }
  }

  static func occasion(_ kind: ReminderKind, _ subject: String = "") -> Occasion {
    Occasion(kind, about: subject, "It is so.", command: "rouse status")
  }

  private static let all = ReminderKind.allCases.map { occasion($0) }

  @Test func noMoreThanSoManyADayTheMostImportantFirst() {
    var book = ReminderBook()
    Self.plan(&book, Self.all.reversed())
    #expect(book.reminders.map(\.kind) == [.tomorrow, .test, .readiness] && book.planned == bedtime)
    #expect(book.waiting(at: evening).map(\.due) == [evening, bedtime - .seconds(1800), evening])
    Self.plan(&book, Self.all)
    #expect(book.reminders.count == 3)
    Self.plan(&book, Self.all, most: 8)
    #expect(book.waiting(at: evening).map(\.kind) == ReminderKind.allCases)
    #expect(Set(book.reminders.map(\.id)).count == ReminderKind.allCases.count)
  }

  /// Future reminders follow a change of bedtime and keep their id; past ones do not come again.
  @Test(arguments: [-3600, -60, 60, 3600] as [Int64])
  func anotherBedtimeMovesThoseToComeAndRepeatsNone(seconds: Int64) {
    var book = ReminderBook()
    Self.plan(&book, [Self.occasion(.test), Self.occasion(.bedtime)])
    book.show("r1", Self.occasion(.bedtime), at: evening)
    let other = bedtime + .seconds(seconds)
    Self.plan(&book, [Self.occasion(.test), Self.occasion(.bedtime)], before: other, at: evening + .seconds(60))
    #expect(Set(book.reminders.map(\.id)) == ["r0", "r1"])
    #expect(book.waiting(at: evening).map(\.due) == [other - .seconds(1800)])
    book.finish("r0", at: evening)
    Self.plan(&book, [Self.occasion(.test), Self.occasion(.bedtime)], at: evening + .seconds(120))
    #expect(book.waiting(at: evening).isEmpty)
    Self.plan(&book, [Self.occasion(.test)], before: bedtime + days(1), at: evening + days(1))
    #expect(book.waiting(at: evening + days(1)).map(\.kind) == [.test])
  }

  @Test func thoseThatAreOffDoNotCome() throws {
    var settings = Settings()
    try settings.set(.reminders, to: "card,bedtime=21:00", knownSounds: [])
    var book = ReminderBook()
    Self.plan(&book, Self.all, settings.reminders)
    #expect(book.reminders.map(\.kind) == [.bedtime, .card])
    #expect(book.reminders[0].due == at("2026-11-24 21:00"))
  }

  private enum Answer: CaseIterable { case none, gone, done }

  /// - Parameters: A kind, and the days until it returns after its cause was gone and after it was answered. An
  ///   unanswered one returns the next evening.
  @Test(arguments: [
    (ReminderKind.tomorrow, 1, 1), (.test, 1, 1), (.bedtime, 1, 1), (.readiness, 7, 7), (.finding, 7, 7),
    (.card, 7, 31), (.calendar, 7, 31), (.milestone, 30, 30),
  ])
  func noneComesTooSoonAgain(kind: ReminderKind, afterGone: Int, afterDone: Int) {
    for (answer, wanted) in [(Answer.none, 1), (.gone, afterGone), (.done, afterDone)] {
      var book = ReminderBook()
      Self.plan(&book, [Self.occasion(kind, "a")])
      book.show("r0", Self.occasion(kind, "a"), at: evening)
      switch answer {
      case .none: break
      case .gone: book.drop("r0", at: evening)
      case .done: book.finish("r0", at: evening)
      }
      let day = (1...40).first { day in
        var later = book
        later.prune(at: evening + days(day))
        Self.plan(&later, [Self.occasion(kind, "a")], before: bedtime + days(day), at: evening + days(day))
        return !later.waiting(at: evening + days(day)).isEmpty
      }
      #expect(day == wanted, "\(kind) \(answer)")
    }
  }

  @Test func ofFindingsOneAWeekComesAndAnotherOneThanBefore() {
    let (one, other) = (Self.occasion(.finding, "one"), Self.occasion(.finding, "other"))
    var book = ReminderBook()
    Self.plan(&book, [one, other])
    book.show("r0", one, at: evening)
    book.finish("r0", at: evening)
    #expect(book.reminders.map(\.occasion) == [one])
    Self.plan(&book, [one, other], before: bedtime + days(7), at: evening + days(7))
    #expect(book.waiting(at: evening + days(7)).map(\.occasion) == [other])
    book.show("r1", other, at: evening + days(7))
    book.finish("r1", at: evening + days(7))
    Self.plan(&book, [one], before: bedtime + days(14), at: evening + days(14))
    #expect(book.waiting(at: evening + days(14)).map(\.occasion) == [one])
  }

  @Test func aReminderIsAnsweredPutOffOrForgotten() {
    var book = ReminderBook()
    Self.plan(&book, Self.all)
    book.show("r0", Self.occasion(.tomorrow), at: evening)
    #expect(book.waiting(at: evening).map(\.id) == ["r1", "r2"])
    book.postpone("r0", to: evening + .seconds(1800))
    #expect(book.waiting(at: evening).map(\.id) == ["r0", "r1", "r2"])
    book.drop("r0", at: evening)
    book.drop("r1", at: evening)
    #expect(book.reminders.map(\.id) == ["r0", "r2"] && book.waiting(at: evening).map(\.id) == ["r2"])
    book.finish("r0", at: evening + .seconds(60))
    book.finish("r0", at: evening + .seconds(120))
    #expect(book.reminders[0].isRead && book.reminders[0].done == evening + .seconds(60))
    // A readiness reminder stays useful until the next evening.
    book.prune(at: bedtime)
    #expect(book.reminders.count == 2)
    book.prune(at: bedtime + days(1))
    #expect(book.reminders.map(\.id) == ["r0"])
    book.prune(at: evening + days(30))
    #expect(book.reminders.count == 1)
    book.prune(at: evening + days(31))
    #expect(book.reminders.isEmpty)
  }

  /// The fate of a reminder from 20:30 or 22:00, the minutes after 20:30 of the look, and whether it is on the
  /// display then. Bedtime is 22:30.
  private static let standings: [(ReminderKind, came: Int64, change: String, at: Int64, stands: Bool)] = [
    (.test, 0, "", -1, false), (.test, 0, "", 0, true), (.test, 0, "", 119, true), (.test, 0, "", 120, false),
    (.test, 0, "done", 10, false), (.test, 0, "gone", 10, false), (.test, 0, "snoozed", 10, false),
    (.test, 0, "cleared", 10, false),
    (.test, 0, "kind off", 10, false), (.test, 0, "off", 10, false), (.test, 0, "read", 10, true),
    (.test, 0, "later bedtime", 130, true), (.test, 0, "later bedtime", 180, false),
    // Other kinds stay useful the next day, but not during the night.
    (.readiness, 0, "", 119, true), (.readiness, 0, "", 120, false), (.readiness, 0, "gone", 10, false),
    (.readiness, 150, "", 179, true), (.readiness, 150, "", 180, false),
  ]

  @Test(arguments: standings)
  func itStandsUntilItIsAnsweredOrItIsTimeForBed(
    kind: ReminderKind, came: Int64, change: String, at minute: Int64, stands: Bool
  ) {
    var (book, settings) = (ReminderBook(), ReminderSettings())
    let occasion = Self.occasion(kind)
    Self.plan(&book, [occasion])
    let (moment, shown) = (evening + .seconds(minute * 60), evening + .seconds(came * 60))
    if moment >= shown { book.show("r0", occasion, at: shown) }
    switch change {
    case "done": book.finish("r0", at: moment)
    case "gone": book.drop("r0", at: moment)
    case "cleared": book.clear("r0")
    case "snoozed": book.postpone("r0", to: moment + .seconds(60))
    case "kind off": settings.times[kind] = nil
    case "off": settings.isOn = false
    case "read": book.read("r0")
    case "later bedtime": Self.plan(&book, [occasion], before: bedtime + .seconds(3600), at: shown)
    default: break
    }
    #expect(book.standing(at: moment, settings).map(\.id) == (stands ? ["r0"] : []))
  }

  @Test func oneThatNobodyAnsweredComesAgainAsTheSame() {
    var book = ReminderBook()
    let occasions = [Self.occasion(.readiness), Self.occasion(.test)]
    Self.plan(&book, occasions)
    for id in ["r0", "r1"] {
      book.show(id, book.reminders.first { $0.id == id }?.occasion ?? occasions[0], at: evening)
    }
    Self.plan(&book, occasions, at: evening + .seconds(60))
    #expect(book.waiting(at: evening).isEmpty && book.reminders.count == 2)
    Self.plan(&book, occasions, before: bedtime + days(1), at: evening + days(1))
    #expect(book.reminders.map(\.kind) == [.test, .test, .readiness] && Set(book.reminders.map(\.id)).count == 3)
  }

  /// The minutes to its end and to bedtime when it is snoozed without a time, and the length of the snooze.
  @Test(arguments: [(30, 30, 900), (120, 120, 1800), (60, 60, 1800), (1, 1, 60), (1470, 20, 600), (1470, nil, 1800)])
  func itIsPutOffForHalfOfTheTimeLeft(end: Int64, bedtime: Int64?, seconds: Int64) {
    let reminder = Reminder(id: "a", occasion: Self.occasion(.test), due: evening, end: evening + .seconds(end * 60))
    let span = reminder.usualSnooze(at: evening, before: bedtime.map { evening + .seconds($0 * 60) })
    #expect(span == .seconds(seconds))
  }

  @Test func aClockThatWasYearsAheadLeavesNothing() {
    var book = ReminderBook()
    Self.plan(&book, Self.all, before: bedtime + days(4000), at: evening + days(4000))
    book.show("r0", Self.occasion(.tomorrow), at: evening + days(4000))
    book.prune(at: evening)
    #expect(book == ReminderBook())
  }

  @Test func whenTheyAreAnsweredIsLearned() {
    var book = ReminderBook()
    for (day, time) in ["23:50", "00:10", "00:20"].enumerated() {
      Self.plan(&book, [Self.occasion(.test)], before: bedtime + days(day), at: evening + days(day))
      book.show("r\(day)", Self.occasion(.test), at: evening + days(day))
      #expect(book.habits(at: evening + days(day), in: .utc).isEmpty)
      book.finish("r\(day)", at: at("2026-11-\(24 + day) \(time)") + (time < "12" ? days(1) : .zero))
    }
    #expect(book.habits(at: evening + days(4), in: .utc).mapValues(\.description) == [.test: "00:10"])
    #expect(book.habits(at: evening + days(30), in: .utc).isEmpty)
  }

  // MARK: Reminders that return

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
