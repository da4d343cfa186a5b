import Testing

@testable import AlarmClock

/// The book's changes. Now is Saturday, 2026-11-21, 06:00 UTC.
@Suite struct AlarmBookTests {
  private static let bath = Card.made("bath")
  private static let hall = Card.made("hall", kind: .snooze, digest: 2)

  private let daily: Alarm
  private let once: Alarm
  private let book: AlarmBook

  init() throws {
    daily = Alarm(id: "daily", recurrence: .weekly(.daily, at: try time("07:00")))
    once = Alarm(id: "once", recurrence: .once(try local("2026-11-21T08:00")))
    book = AlarmBook(alarms: [daily, once], cards: [Self.bath])
    #expect(ZoneRules.utc.local(saturday) == (try local("2026-11-21T06:00")))
  }

  private func moment(_ standings: [String: AlarmBook.Standing] = [:], at now: Instant = saturday) -> AlarmBook.Moment {
    AlarmBook.Moment(now: now, zone: .utc, standings: standings)
  }

  private func armed(_ alarm: Alarm, in book: AlarmBook? = nil) throws -> ArmedOccurrence {
    try #require((book ?? self.book).next(of: alarm, at: moment()))
  }

  // MARK: Alarms

  @Test func anAlarmIsKeptInItsPlaceAndItsNextOccurrenceIsArmed() throws {
    var changed = daily
    changed.label = "Work"
    let change = try book.saving(changed, at: moment())
    #expect(change.book.alarms == [changed, once])
    let next = try armed(changed, in: change.book)
    #expect(next.occurrence.key == (try key("2026-11-21T07:00")) && next.plan.label == "Work")
    #expect(
      change.writes == [
        .save(changed), .arm(AlarmBook.Arming(alarmID: "daily", next: next, passedOver: [], staying: [])),
      ])
    #expect(try book.saving(Alarm(id: "new", recurrence: daily.recurrence), at: moment()).book.alarms.last?.id == "new")
  }

  @Test func whatHasEndedOrRingsOrWaitsIsNotArmedAgain() throws {
    let first = try key("2026-11-21T07:00")
    var passedOver = try armed(daily)
    passedOver.occurrence.key = first
    for standing in [
      AlarmBook.Standing(open: [first]), AlarmBook.Standing(ended: [first]),
      AlarmBook.Standing(passedOver: [passedOver]),
    ] {
      let change = try book.saving(daily, at: moment(["daily": standing]))
      let arming = try #require(change.armings.first)
      #expect(arming.next?.occurrence.key == (try key("2026-11-22T07:00")))
      // The open record stays, and the ring that waits follows the changed alarm.
      #expect(
        arming.staying == standing.open
          && arming.passedOver?.map(\.occurrence.key) == standing.passedOver.map(\.occurrence.key))
    }
  }

  @Test func whatWaitsIsForgottenWhenTheAlarmRingsAtAnotherTime() throws {
    let passedOver = try armed(daily)
    var later = daily
    later.recurrence = .weekly(.daily, at: try time("09:00"))
    let change = try book.saving(later, at: moment(["daily": AlarmBook.Standing(passedOver: [passedOver])]))
    #expect(change.armings.map(\.passedOver) == [[]])
  }

  @Test func anAlarmThatNobodyCouldEndOrThatNeverRingsIsRefused() throws {
    var foreign = daily
    foreign.cards = ["gone"]
    var over = once
    over.recurrence = .once(try local("2026-11-20T08:00"))
    var off = over
    off.isEnabled = false
    let ringing = moment(["once": AlarmBook.Standing(open: [try key("2026-11-20T08:00")])])
    #expect(try refused { try book.saving(foreign, at: moment()) } == .endless(foreign))
    #expect(try refused { try book.saving(over, at: moment()) } == .neverRings(over))
    #expect(try refused { try book.saving(over, at: ringing) } == nil)
    #expect(try refused { try book.saving(off, at: moment()) } == nil)
  }

  @Test func aRemovedAlarmLeavesWhatRings() throws {
    let rings = try key("2026-11-21T05:59")
    let standing = AlarmBook.Standing(armed: try armed(daily), open: [rings])
    let change = book.removing(daily, at: moment(["daily": standing]))
    #expect(change.book.alarms == [once])
    #expect(
      change.writes == [
        .remove(alarmID: "daily"),
        .arm(AlarmBook.Arming(alarmID: "daily", next: nil, passedOver: [], staying: [rings])),
      ])
  }

  @Test func aSkipIsOfWhatIsArmed() throws {
    let standing = AlarmBook.Standing(armed: try armed(daily))
    let skipped = try book.skipping(daily, at: moment(["daily": standing]))
    #expect(skipped.skippedKey == (try key("2026-11-21T07:00")))
    #expect(try book.saving(skipped, at: moment()).armings.first?.next?.isSkipped == true)
    #expect(try refused { try book.skipping(daily, at: moment()) } == .nothingToSkip(daily))
  }

  @Test func enabledAgainAOneOffThatHasPassedIsSetForItsNextTime() throws {
    let late = moment(at: try instant("2026-11-21T08:30:00Z"))
    #expect(book.enabling(once, at: late).recurrence == .once(try local("2026-11-22T08:00")))
    #expect(book.enabling(once, at: moment()).recurrence == once.recurrence)
    // While it rings, the alarm keeps the time that the ring was set for.
    var ringing = late
    ringing.standings["once"] = AlarmBook.Standing(open: [try key("2026-11-21T08:00")])
    #expect(book.enabling(once, at: ringing).recurrence == once.recurrence)
  }

  @Test func anEndDisablesAOneOffAndEndsASkip() throws {
    var (skipped, edited) = (daily, once)
    skipped.skippedKey = try key("2026-11-21T07:00")
    edited.recurrence = .once(try local("2026-11-21T09:00"))
    let ends = [try armed(daily), try armed(once)]
    let change = AlarmBook(alarms: [skipped, once], cards: [Self.bath]).ending(ends, at: moment())
    #expect(
      change.book.alarms.map(\.skippedKey) == [nil, nil] && change.book.alarms.map(\.isEnabled) == [true, false])
    #expect(change.writes == change.book.alarms.map { .save($0) })
    // An alarm that was given another time during its ring stays enabled and rings then.
    #expect(AlarmBook(alarms: [edited]).ending(ends, at: moment()).writes.isEmpty)
    let ids = ends.map(\.id)
    let revived = try #require(change.book.reviving(ids[1], once.recurrence))
    #expect(revived.book.alarms.last == once && revived.writes == [.save(once)])
    #expect(book.reviving(ids[1], once.recurrence) == nil && book.reviving(ids[0], daily.recurrence) == nil)
  }

  @Test func onlyWhatDiffersIsRearmed() throws {
    let standings = ["daily": AlarmBook.Standing(armed: try armed(daily))]
    #expect(book.rearming(daily, at: moment(standings)) == nil)
    let arming = book.rearming(once, at: moment(standings))
    // A ring that waits is kept.
    #expect(arming == AlarmBook.Arming(alarmID: "once", next: try armed(once), passedOver: nil, staying: []))
  }

  // MARK: The zone

  @Test func whatAZonePassesOverIsFoundWithAllThatFollowsIt() throws {
    let (west, east) = (try Zones.rules("Etc/GMT+12"), try Zones.rules("Pacific/Kiritimati"))
    let now = try instant("2026-11-20T18:30:00Z")
    let armed = try #require(book.next(of: daily, at: AlarmBook.Moment(now: now, zone: west)))
    #expect(armed.occurrence.key == (try key("2026-11-20T07:00")))
    func passed(_ zone: ZoneRules, ended: Set<Occurrence.Key> = []) -> [String] {
      let standing = AlarmBook.Standing(armed: armed, ended: ended)
      return book.passedOver(daily, at: AlarmBook.Moment(now: now, zone: zone, standings: ["daily": standing]))
        .map(\.occurrence.key.description)
    }
    #expect(passed(west).isEmpty)
    #expect(passed(east) == ["2026-11-20T07:00", "2026-11-21T07:00"])
    #expect(passed(east, ended: [try key("2026-11-21T07:00")]) == ["2026-11-20T07:00"])
  }

  // MARK: Settings

  @Test func aSettingReplansWhatInheritsIt() throws {
    var own = once
    own.overrides.volume = 5
    let book = AlarmBook(alarms: [daily, own], cards: [Self.bath])
    let standings = [
      "daily": AlarmBook.Standing(armed: try armed(daily, in: book)),
      "once": AlarmBook.Standing(armed: try armed(own, in: book)),
    ]
    var louder = book.settings
    louder.volume = 99
    let change = try book.setting(.volume, in: louder, isDefault: false, at: moment(standings))
    #expect(change.book.settings.volume == 99)
    #expect(change.writes.first == .set(.volume, "99"))
    #expect(change.armings.map(\.alarmID) == ["daily"] && change.armings.first?.next?.plan.volume == 99)
    #expect(
      try book.setting(.volume, in: Settings(), isDefault: true, at: moment(standings)).writes == [.set(.volume, nil)])
  }

  /// A locked alarm inherits the setting or has its own value; the change is refused or not.
  @Test(arguments: [
    (SettingKey.volume, "5", false, true), (.volume, "5", true, false), (.flash, "off", true, true),
    (.pause, "2026-12-01", false, true), (.brightness, "1", false, false),
  ])
  func aLockedAlarmKeepsWhatItRingsWith(key: SettingKey, value: String, hasOwn: Bool, isRefused: Bool) throws {
    var alarm = daily
    if hasOwn { (alarm.overrides.volume, alarm.overrides.flashes) = (50, true) }
    let book = AlarmBook(alarms: [alarm], cards: [Self.bath])
    let locked = moment(["daily": AlarmBook.Standing(armed: try armed(alarm, in: book), lock: .ringsSoon)])
    var changed = book.settings
    try changed.set(key, to: value, knownSounds: [])
    let refusal = try refused { try book.setting(key, in: changed, isDefault: false, at: locked) }
    #expect(refusal == (isRefused ? .locked(alarm, .ringsSoon) : nil))
    #expect(try refused { try book.setting(key, in: book.settings, isDefault: false, at: locked) } == nil)
  }

  // MARK: Cards and presets

  @Test func theLastCardOfAnAlarmStays() throws {
    var book = book
    #expect(try refused { try book.removing(Self.bath, at: moment()) } == .lastCard(Self.bath, of: daily))
    book.cards.append(.made("door", digest: 3))
    let change = try book.removing(Self.bath, at: moment())
    #expect(change.book.cards.map(\.id) == ["door"] && change.writes == [.removeCard(id: "bath")])
  }

  @Test func aCardThatDecidesOverALockedAlarmStaysAsItIs() throws {
    var snoozing = daily
    snoozing.overrides.snoozes = 2
    let locked = moment(["daily": AlarmBook.Standing(lock: .isRinging)])
    for (alarm, isRefused) in [(daily, false), (snoozing, true)] {
      let book = AlarmBook(alarms: [alarm], cards: [Self.bath])
      #expect(try refused { try book.saving(Self.hall, at: locked) } == (isRefused ? .locked(alarm, .isRinging) : nil))
    }
    #expect(try refused { try book.saving(Self.bath, at: locked) } == .locked(daily, .isRinging))
    // A card that the camera has not seen yet ends nothing, so it may change.
    var unseen = Self.bath
    unseen.isEnrolled = false
    #expect(try refused { try book.saving(unseen, at: locked) } == nil)
  }

  @Test func presetsStandByNameAndOneNameOnce() throws {
    let tea = TimerPreset(name: "tea", length: .seconds(240))
    let eggs = TimerPreset(name: "eggs", length: .seconds(360))
    let change = try book.saving(tea).book.saving(eggs)
    #expect(change.book.presets == [eggs, tea] && change.writes == [.savePreset(eggs)])
    #expect(try change.book.saving(TimerPreset(name: "tea", length: .seconds(60))).book.presets.count == 2)
    #expect(change.book.removing(tea).book.presets == [eggs])
    let full = AlarmBook(presets: (0..<Timer.most).map { TimerPreset(name: "p\($0)", length: .seconds(60)) })
    #expect(try refused { try full.saving(tea) } == .tooManyPresets)
    #expect(try refused { try full.saving(full.presets[0]) } == nil)
  }

  // MARK: Backups

  @Test func ofACopyWhatIsOverOrEndlessIsDisabled() throws {
    var (over, endless) = (once, daily)
    over.recurrence = .once(try local("2026-11-20T08:00"))
    endless.cards = ["gone"]
    var book = AlarmBook(alarms: [over, endless, once], cards: [Self.bath])
    let disabled = book.disableWhatIsOver(at: saturday, in: .utc)
    #expect(disabled.map(\.alarm) == [over, endless])
    #expect(disabled.map(\.passed) == [try local("2026-11-20T08:00"), nil])
    #expect(book.alarms.map(\.isEnabled) == [false, false, true])
  }

  @Test(arguments: [("07:00", false), ("05:30", true), (nil, true)])
  func anAlarmWhoseLastRingWasMovedIsOverWhenThatHasPassed(moved: String?, isOver: Bool) throws {
    let today = ZoneRules.utc.local(saturday).date
    let rule = DatedRule(.weeks(.daily, every: 1, at: try time("05:00")), until: today.adding(days: 1))
    var alarm = Alarm(id: "moved1", recurrence: .dated(rule))
    if let moved { alarm.days.exceptions[today] = .moves(to: try time(moved)) }
    var book = AlarmBook(alarms: [alarm], cards: [Self.bath])
    let disabled = book.disableWhatIsOver(at: saturday, in: .utc)
    #expect(disabled.map(\.passed) == (isOver ? [LocalDateTime(date: today, time: try time(moved ?? "05:00"))] : []))
    #expect(book.alarms.map(\.isEnabled) == [!isOver])
  }
}

@Suite struct ErasedBookTests {
  private func book() throws -> AlarmBook {
    var settings = Settings()
    for (key, value) in [
      (SettingKey.volume, "33"), (.flash, "off"), (.pause, "2030-01-01"), (.clockSource, "battery"), (.guidance, "off"),
      (.location, "1,2"), (.brightness, "3"), (.chimeFor, "2m"), (.history, "forever"), (.bedtime, "21:30"),
    ] { try settings.set(key, to: value, knownSounds: []) }
    var alarm = Alarm(id: "aaaaaa", recurrence: .weekly(.daily, at: try time("07:30")))
    alarm.overrides.sound = "owl"
    return AlarmBook(
      alarms: [alarm], cards: [.made("cccccc", "bath")], presets: [TimerPreset(name: "tea", length: .seconds(180))],
      settings: settings,
      salt: [7])
  }

  @Test func alarmsThatStayRingAsBeforeAndWithoutThemNoSettingStays() throws {
    let book = try book()
    let left = book.erased(alarms: false, cards: false)
    #expect(left.alarms == book.alarms && left.cards == book.cards && left.presets.isEmpty && left.salt == book.salt)
    #expect(left.settings.plan(for: book.alarms[0]) == book.settings.plan(for: book.alarms[0]))
    #expect(left.settings.pausedUntil == book.settings.pausedUntil && left.settings.clockSource == .battery)
    let kept = SettingKey.allCases.filter { left.settings.text(of: $0) != Settings().text(of: $0) }
    #expect(kept == [.volume, .flash, .guidance, .pause, .clockSource])
    #expect(left.namedSounds == ["owl"])
    #expect(book.erased(alarms: true, cards: true) == AlarmBook(salt: [7]))
    #expect(book.erased(alarms: true, cards: false).cards.count == 1)
  }
}
