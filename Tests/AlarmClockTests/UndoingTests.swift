import Testing

@testable import AlarmClock

@Suite struct UndoingTests {
  private static let tea = TimerPreset(name: "tea", length: .seconds(240))

  private static func book(_ alarms: [Alarm] = [alarm()]) -> AlarmBook {
    AlarmBook(alarms: alarms, cards: [.made("bath")], presets: [tea])
  }

  private static func alarm(_ id: String = "daily", _ change: (inout Alarm) -> Void = { _ in }) -> Alarm {
    var alarm = Alarm(id: id, recurrence: .weekly(.daily, at: LocalTime("07:00") ?? .midnight))
    change(&alarm)
    return alarm
  }

  private static func moment(
    lock: AlarmBook.Standing.Lock? = nil, of book: AlarmBook = book(), at now: Instant = saturday
  ) -> AlarmBook.Moment {
    var moment = AlarmBook.Moment(now: now, zone: .utc)
    for alarm in book.alarms {
      let armed = book.next(of: alarm, at: AlarmBook.Moment(now: now, zone: .utc))
      moment.standings[alarm.id] = AlarmBook.Standing(armed: armed, lock: lock)
    }
    return moment
  }

  private static let tomorrow = ZoneRules.utc.local(saturday + .seconds(86_400)).date
  private static let noon = LocalTime("12:00") ?? .midnight

  private static func skipped(_ alarm: inout Alarm) { alarm.skippedKey = Occurrence.Key("2026-11-21T07:00") }

  private static func set(
    _ key: SettingKey, in book: AlarmBook, at moment: AlarmBook.Moment, _ change: (inout Settings) -> Void
  ) throws -> AlarmBook.Change {
    var settings = book.settings
    change(&settings)
    return try book.setting(key, in: settings, isDefault: false, at: moment)
  }

  @Sendable private static func louder(_ book: AlarmBook, at moment: AlarmBook.Moment) throws -> AlarmBook.Change {
    try set(.volume, in: book, at: moment) { $0.volume = 99 }
  }

  typealias Case = (name: String, change: @Sendable (AlarmBook, AlarmBook.Moment) throws -> AlarmBook.Change)

  static let changes: [Case] = [
    ("add", { book, moment in try book.saving(alarm("new"), at: moment) }),
    ("edit", { book, moment in try book.saving(alarm { $0.overrides.volume = 5 }, at: moment) }),
    ("disable", { book, moment in try book.saving(alarm { $0.isEnabled = false }, at: moment) }),
    ("skip", { book, moment in try book.saving(alarm("daily", skipped), at: moment) }),
    ("remove", { book, moment in book.removing(alarm(), at: moment) }),
    ("setting", louder),
    ("pause", { book, moment in try set(.pause, in: book, at: moment) { $0.pausedUntil = LocalDate("2026-12-01") } }),
    ("new preset", { book, _ in try book.saving(TimerPreset(name: "eggs", length: .seconds(360))) }),
    ("other preset", { book, _ in try book.saving(TimerPreset(name: "tea", length: .seconds(60))) }),
    ("no preset", { book, _ in book.removing(tea) }),
  ]

  @Test(arguments: changes)
  func whatIsTakenBackIsAsItWas(_ test: Case) throws {
    let before = Self.book()
    let change = try test.change(before, Self.moment())
    let step = try #require(before.step(of: change))
    let undone = try change.book.undoing(step, at: Self.moment(of: change.book))
    #expect(undone.book == before)
    // Undoing is itself a change that is stored, armed and can be undone.
    #expect(!undone.writes.isEmpty)
    let again = try #require(change.book.step(of: undone))
    #expect(try undone.book.undoing(again, at: Self.moment()).book == change.book)
    // Undoing twice is refused, because the alarm has changed since the step.
    #expect(throws: AlarmBook.Refusal.changedSince(step)) { try undone.book.undoing(step, at: Self.moment()) }
  }

  @Test func ofAnAlarmThatIsTakenBackTheOccurrenceOfBeforeIsArmed() throws {
    let book = Self.book()
    let change = book.removing(Self.alarm(), at: Self.moment())
    let step = try #require(book.step(of: change))
    let undone = try change.book.undoing(step, at: Self.moment(of: change.book))
    #expect(undone.armings.map(\.next) == [Self.moment().standing(of: "daily").armed])
    #expect(undone.armings.first?.next?.occurrence.key.description == "2026-11-21T07:00")
  }

  @Test func aSettingThatWasTheDefaultFollowsTheDefaultAgain() throws {
    let book = Self.book()
    let change = try Self.louder(book, at: Self.moment())
    let step = try #require(book.step(of: change))
    #expect(try change.book.undoing(step, at: Self.moment(of: change.book)).writes.first == .set(.volume, nil))
  }

  @Test func cardsAndWhatChangesNothingLeaveNoStep() throws {
    let book = Self.book()
    let spare = Card.made("spare", digest: 2)
    let enrolled = try book.saving(spare, at: Self.moment())
    #expect(book.step(of: enrolled) == nil)
    #expect(enrolled.book.step(of: try enrolled.book.removing(spare, at: Self.moment())) == nil)
    #expect(book.step(of: try book.saving(Self.alarm(), at: Self.moment())) == nil)
    #expect(book.step(of: try book.setting(.volume, in: book.settings, isDefault: true, at: Self.moment())) == nil)
  }

  /// The alarm before and after, and whether undoing that is refused while it is locked.
  static let locked: [(name: String, was: Alarm?, now: Alarm, isRefused: Bool)] = [
    ("an edit", alarm(), alarm { $0.overrides.volume = 5 }, true), ("an addition", nil, alarm(), true),
    ("an enabling", alarm { $0.isEnabled = false }, alarm(), true),
    ("an unskip", alarm("daily", skipped), alarm(), true),
    // A step that makes the alarm ring again can be undone at any time.
    ("a disabling", alarm(), alarm { $0.isEnabled = false }, false),
    ("a skip", alarm(), alarm("daily", skipped), false),
    ("a lock", alarm(), alarm { $0.overrides.cancelLock = .seconds(28_800) }, true),
    ("a disabling and an edit", alarm(), alarm { ($0.isEnabled, $0.label) = (false, "x") }, true),
    ("a date skipped", alarm(), alarm { $0.days.exceptions[tomorrow] = .skips }, false),
    ("a date no longer skipped", alarm { $0.days.exceptions[tomorrow] = .skips }, alarm(), true),
    ("a move", alarm(), alarm { $0.days.exceptions[tomorrow] = .moves(to: noon) }, true),
    ("a date added", alarm(), alarm { $0.days.exceptions[tomorrow] = .rings }, true),
    (
      "a move of a skipped date", alarm { $0.days.exceptions[tomorrow] = .skips },
      alarm { $0.days.exceptions[tomorrow] = .moves(to: noon) }, true
    ),
  ]

  @Test(arguments: locked)
  func aLockIsNotTakenBackWhileItHolds(name: String, was: Alarm?, now: Alarm, isRefused: Bool) throws {
    let book = Self.book([now])
    let step = AlarmBook.Step.alarm(id: "daily", was: was, now: now)
    for lock in [AlarmBook.Standing.Lock.ringsSoon, .isRinging] {
      let moment = Self.moment(lock: lock, of: book)
      if isRefused {
        #expect(throws: AlarmBook.Refusal.locked(now, lock)) { try book.undoing(step, at: moment) }
      } else {
        #expect(try book.undoing(step, at: moment).book.alarms == [try #require(was)])
      }
    }
    #expect(try book.undoing(step, at: Self.moment(of: book)).book.alarms == (was.map { [$0] } ?? []))
  }

  @Test func aSettingThatALockedAlarmInheritsIsNotTakenBack() throws {
    let book = Self.book()
    var quieter = book.settings
    quieter.volume = 5
    let step = AlarmBook.Step.setting(.volume, was: quieter, now: book.settings)
    #expect(throws: AlarmBook.Refusal.locked(Self.alarm(), .ringsSoon)) {
      try book.undoing(step, at: Self.moment(lock: .ringsSoon))
    }
  }

  @Test func whatChangedByItselfSinceIsLeftAlone() throws {
    let skipping = Self.alarm("daily", Self.skipped)
    let step = AlarmBook.Step.alarm(id: "daily", was: Self.alarm(), now: skipping)
    // Its ring has passed, so the skip is over.
    let ring = try #require(Self.moment().standing(of: "daily").armed)
    let later = Self.book().ending([ring], at: Self.moment()).book
    #expect(throws: AlarmBook.Refusal.changedSince(step)) { try later.undoing(step, at: Self.moment()) }
    // Somebody else has removed the alarm.
    #expect(throws: AlarmBook.Refusal.changedSince(step)) { try Self.book([]).undoing(step, at: Self.moment()) }
  }

  @Test func whatCouldNotRingOrEndDoesNotComeBack() throws {
    let eight = try local("2026-11-21T08:00")
    let once = Self.alarm("once") { $0.recurrence = .once(eight) }
    let foreign = Self.alarm("foreign") { $0.cards = ["gone"] }
    func back(_ alarm: Alarm, at now: Instant = saturday) throws -> AlarmBook {
      try Self.book([]).undoing(.alarm(id: alarm.id, was: alarm, now: nil), at: Self.moment(at: now)).book
    }
    #expect(try back(once).alarms == [once])
    #expect(throws: AlarmBook.Refusal.neverRings(once)) { try back(once, at: saturday + .seconds(7200)) }
    #expect(throws: AlarmBook.Refusal.endless(foreign)) { try back(foreign) }
    let full = Self.book((0..<AlarmBook.mostAlarms).map { Self.alarm("\($0)") })
    #expect(throws: AlarmBook.Refusal.tooManyAlarms) {
      try full.undoing(.alarm(id: "once", was: once, now: nil), at: AlarmBook.Moment(now: saturday, zone: .utc))
    }
  }
}
