import TestSupport
import Testing

@testable import AlarmClock
@testable import Storage

/// The history of rings and other happenings, which is kept longer than the rings themselves and the log.
@Suite struct HistoryTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(path: folder.file)
  }

  private static func query(
    since: Int64? = nil, until: Int64? = nil, alarm: AlarmFilter? = nil, isMissed: Bool = false, limit: Int = 100
  ) -> RingQuery {
    var query = RingQuery(since: since.map { Instant(seconds: $0) }, limit: limit)
    (query.until, query.alarm, query.isMissed) = (until.map { Instant(seconds: $0) }, alarm, isMissed)
    return query
  }

  private func record(
    _ id: String, _ outcome: RingOutcome, due: Int64, ended: Int64? = nil, _ progress: RingProgress? = nil
  ) throws {
    let armed = try RoundTripTests.armed(id, due: due)
    #expect(try store.record(outcome, of: armed, at: Instant(seconds: ended ?? due + 60)))
    try store.keepHistory(of: armed.id, progress)
  }

  private static let tally = RingTally(
    began: Instant(seconds: 105), wrongCodes: 3, unread: .milliseconds(12_345), checks: 2, failedChecks: 1)

  @Test func daysWithoutAMissAreReadSinceTheLastOne() throws {
    #expect(try store.unmissed(most: 10) == Unmissed())
    for (due, outcome) in [
      (100, RingOutcome.dismissed(cardID: "card01")), (200, .missed(rang: true)), (300, .dismissed(cardID: "card01")),
      (400, .skipped), (500, .dismissed(cardID: "card01")),
    ] as [(Int64, RingOutcome)] { try record("alarm\(due)", outcome, due: due) }
    let whole = Unmissed(
      lastMiss: Instant(seconds: 200), dues: [Instant(seconds: 300), Instant(seconds: 500)], isCutOff: false)
    #expect(try store.unmissed(most: 2) == whole)
    let part = Unmissed(lastMiss: Instant(seconds: 200), dues: [Instant(seconds: 500)], isCutOff: true)
    #expect(try store.unmissed(most: 1) == part)
  }

  @Test func ofWhatHappenedTheLatestAreReadWhereThatIsEnough() throws {
    for second in 1...5 {
      let moment = Instant(seconds: Int64(second))
      let happening = Happening(.cardTested, began: moment, ended: moment, label: "\(second)")
      try store.append(Event(time: moment, kind: .cardTested, happening: happening))
    }
    let latest = try store.happenings(Happening.telling, from: .min, to: .max, most: 2)
    #expect(latest.map(\.label) == ["4", "5"])
    #expect(try store.happenings([.cardTested], from: .min, to: .max).count == 5)
  }

  @Test func aRingIsThereFromItsBeginningAndKeepsWhatWasCounted() throws {
    try store.save(CopyTests.card("card01"))
    let ring = try RoundTripTests.armed("aaaaaa", due: 100)
    try store.arm(ring)
    #expect(try store.ringRecords(Self.query()).isEmpty)
    let progress = RingProgress(began: Instant(seconds: 110), isTrusted: true, snoozes: 1, tally: Self.tally)
    try store.record(progress, of: ring.id)
    try store.keepHistory(of: ring.id, progress)
    let open = try #require(try store.ringRecords(Self.query()).first)
    #expect(open.outcome == nil && open.ended == nil && open.tally == Self.tally && open.snoozes == 1)
    #expect(try Store(path: folder.file).openRings().map(\.progress) == [progress])

    // The ring ends after a restart, by a daemon that knows only the record.
    try store.record(.dismissed(cardID: "card01"), of: ring, at: Instant(seconds: 200))
    try store.keepHistory(of: ring.id, nil)
    try store.removeCard("card01")
    let ended = try store.ringRecords(Self.query())
    let whole = RingRecord(
      alarmID: "aaaaaa", key: ring.occurrence.key.description, label: "work 🚆", due: Instant(seconds: 100),
      ended: Instant(seconds: 200), outcome: .dismissed, card: "bath", snoozes: 1, tally: Self.tally)
    #expect(ended == [whole])
    // Pruning removes the record but not the history.
    while try store.pruneRings(before: Instant(seconds: 5000), batch: 10) > 0 {}
    #expect(try store.ringRecords(Self.query()) == ended)
  }

  @Test func whetherTheClockWasTrustedIsKept() throws {
    for (id, isTrusted) in [("aaaaaa", true), ("bbbbbb", false)] {
      let armed = try RoundTripTests.armed(id, due: 100)
      try store.record(.missed(rang: true), of: armed, at: Instant(seconds: 200), isTrusted: isTrusted)
      try store.keepHistory(of: armed.id, nil)
    }
    #expect(try store.ringRecords(Self.query()).map(\.isTrusted) == [true, false])
  }

  /// Queries and the ids of the alarms that they find.
  static let queries: [(RingQuery, [String])] = [
    (query(), ["aaaaaa", "bbbbbb", "cccccc", "dddddd"]),
    (query(since: 200), ["bbbbbb", "cccccc", "dddddd"]),
    (query(since: 200, until: 400), ["bbbbbb", "cccccc"]),
    (query(isMissed: true), ["bbbbbb", "cccccc"]),
    (query(limit: 2), ["cccccc", "dddddd"]),
    (query(alarm: AlarmFilter(ids: ["dddddd"], label: "x")), ["dddddd"]),
    (query(alarm: AlarmFilter(ids: [], label: "dddddd")), ["dddddd"]),
    (query(alarm: AlarmFilter(ids: [], label: "WORK 🚆")), ["aaaaaa", "bbbbbb", "cccccc", "dddddd"]),
    (query(alarm: AlarmFilter(ids: ["dd"], label: "nobody")), []),
  ]

  @Test(arguments: queries)
  func ringsAreFoundByTimeAlarmAndOutcome(wanted: RingQuery, found: [String]) throws {
    try record("aaaaaa", .dismissed(cardID: "c"), due: 100)
    try record("bbbbbb", .missed(rang: true), due: 200)
    try record("cccccc", .missed(rang: false), due: 300)
    try record("dddddd", .skipped, due: 400)
    let rings = try store.ringRecords(wanted)
    #expect(rings.map(\.alarmID) == found)
    let all = try store.ringRecords(Self.query())
    var unbounded = wanted
    unbounded.limit = 100
    #expect(try store.ringRecords(unbounded) == all.filter(wanted.wants), "what waits for the disk is found alike")
  }

  @Test func anOutcomeThatIsTakenBackIsForgotten() throws {
    try record("aaaaaa", .missed(rang: true), due: 100)
    try store.forgetOutcome(of: try RoundTripTests.armed("aaaaaa", due: 100).id)
    #expect(try store.ringRecords(Self.query()).isEmpty)
  }

  @Test func thatACardEndedARingStaysWhenItRingsAgain() throws {
    let ring = try RoundTripTests.armed("aaaaaa", due: 100)
    for ended in [110, 120] {
      try record("aaaaaa", .dismissed(cardID: "bath"), due: 100, ended: Int64(ended))
      #expect(try store.forgetOutcome(of: ring.id))
    }
    try store.arm(ring)
    #expect(try !store.forgetOutcome(of: ring.id))
    #expect(try store.ringRecords(Self.query()).map(\.ended) == [Instant(seconds: 110), Instant(seconds: 120)])
    #expect(try store.openRings().map(\.armed) == [ring])
  }

  @Test func aCardIsDecidedOnOnceAndInItsStartOfTheMachineAlone() throws {
    let ring = try RoundTripTests.armed("aaaaaa", due: 100)
    let reading = ClockReading(now: Instant(seconds: 110), sinceBoot: .seconds(7), boot: "first")
    func end() throws {
      try store.record(.dismissed(cardID: "bath"), of: ring, at: reading.now, isTrusted: false)
      try store.keepHistory(of: ring.id, nil)
      try store.noteCard(of: ring.id, at: reading)
    }
    try end()
    #expect(try store.earlierCards(of: "second").isEmpty)
    let card = try #require(try store.earlierCards(of: "first").first)
    #expect(card.id == ring.id && card.card == "bath" && card.sinceBoot == .seconds(7))
    // A card that does not count leaves the outcome to the clock.
    try store.settle(card, counts: false, isOutcome: false)
    #expect(try store.earlierCards(of: "first").isEmpty)
    #expect(try store.provisionalOutcomes(dueAfter: .min).count == 1)
    try store.noteCard(of: ring.id, at: reading)
    try store.settle(card, counts: true, isOutcome: false)
    #expect(try store.provisionalOutcomes(dueAfter: .min).isEmpty)
    // An outcome that is forgotten before the decision is still known, and can become the outcome again.
    try store.forgetOutcome(of: ring.id)
    try end()
    try store.forgetOutcome(of: ring.id)
    let again = try #require(try store.earlierCards(of: "first").first)
    #expect(again.id == ring.id)
    try store.settle(again, counts: true, isOutcome: true)
    try store.record(.dismissed(cardID: "bath"), of: ring, at: Instant(seconds: 99))
    try store.keepHistory(of: ring.id, nil)
    #expect(try store.ringRecords(Self.query()).map(\.ended) == [Instant(seconds: 99)])
  }

  @Test func whatWentOnIsFoundByKindAndTime() throws {
    let all = [
      Happening(.powerGone, began: Instant(seconds: 10), ended: Instant(seconds: 20)),
      Happening(.noise, began: Instant(seconds: 15), ended: Instant(seconds: 90), label: "rain"),
      Happening(.noCamera, began: Instant(seconds: 50), ended: Instant(seconds: 60)),
    ]
    for (index, happening) in all.enumerated() {
      let event = Event(
        sequence: Int64(index + 1), time: happening.ended, kind: .serviceAway, happening: happening)
      try store.append(event)
      // Stored only once, however often it is appended.
      try store.append(event)
    }
    let kinds = Happening.Kind.allCases
    func found(_ kinds: [Happening.Kind], _ first: Int64, _ last: Int64) throws -> [Happening] {
      try store.happenings(kinds, from: Instant(seconds: first), to: Instant(seconds: last))
    }
    #expect(try found(kinds, 0, 100) == all)
    #expect(try found(Happening.interruptions, 0, 100) == [all[0], all[2]])
    #expect(try found(kinds, 20, 49) == [all[0], all[1]])
    #expect(try found(kinds, 91, 100).isEmpty && found(kinds, 0, 9).isEmpty)
  }

  @Test(arguments: [1, 500])
  func whatIsOlderThanItsTimeGoesAndTheLogHasNoPartInIt(batch: Int) throws {
    for (id, due) in [("aaaaaa", 100), ("bbbbbb", 200), ("cccccc", 300)] {
      try record(id, .skipped, due: Int64(due))
      let moment = Instant(seconds: Int64(due))
      try store.append(
        Event(time: moment, kind: .noiseEnded, happening: Happening(.noise, began: moment, ended: moment)))
    }
    while try store.pruneEvents(before: Instant(seconds: 1000), keeping: 1, batch: 10) > 0 {}
    #expect(try store.ringRecords(Self.query()).count == 3)
    while try store.pruneHistory(before: Instant(seconds: 290), batch: batch) > 0 {}
    #expect(try store.ringRecords(Self.query()).map(\.alarmID) == ["cccccc"])
    #expect(try store.happenings([.noise], from: .min, to: .max).map(\.began.seconds) == [300])
  }

  /// Whether the daemon was told to stop, the boot of its next start, and the resulting happening.
  static let absences: [(Bool, String, Happening.Kind)] = [
    (true, "a", .serviceStopped), (true, "b", .serviceStopped), (false, "a", .serviceDied), (false, "b", .powerGone),
  ]

  @Test(arguments: absences)
  func whyTheServiceWasNotThereIsToldByTheBootAndTheLastMark(isStopped: Bool, boot: String, kind: Happening.Kind) throws
  {
    #expect(try store.attendance() == nil)
    try store.set(Attendance(boot: "x", seen: Instant(seconds: 1), isStopped: false))
    let last = Attendance(boot: "a", seen: Instant(seconds: 100), isStopped: isStopped)
    try store.set(last)
    #expect(try store.attendance() == last)
    #expect(last.absence(in: boot) == kind)
    // An event after the last mark also counts as a sign of life.
    try store.append(Event(time: Instant(seconds: 130), kind: .fired))
    #expect(try store.attendance()?.seen.seconds == (isStopped ? 100 : 130))
  }
}

@Suite struct EventFilterTests {
  private static let events: [Event] = [
    Event(sequence: 1, time: Instant(seconds: 1), kind: .fired, alarmID: "aaaaaa", label: "Work"),
    Event(sequence: 2, time: Instant(seconds: 2), kind: .deviceFailed, detail: "camera: opening: ENODEV (gone)"),
    Event(sequence: 3, time: Instant(seconds: 3), kind: .deviceRecovered, detail: "camera"),
    Event(sequence: 4, time: Instant(seconds: 4), kind: .deviceFailed, detail: "speaker: opening: EBUSY (busy)"),
    Event(sequence: 5, time: Instant(seconds: 5), kind: .cameraOpened, detail: "for ring"),
    Event(sequence: 6, time: Instant(seconds: 6), kind: .missed, alarmID: "bbbbbb", label: "work"),
    Event(sequence: 7, time: Instant(seconds: 7), kind: .settingsChanged, detail: "camera: no device"),
  ]

  static let filters: [(EventFilter, [Int64])] = [
    (EventFilter(), [1, 2, 3, 4, 5, 6, 7]),
    (EventFilter(kinds: [.fired, .missed]), [1, 6]),
    (EventFilter(device: "camera"), [2, 3, 5]), (EventFilter(device: "speaker"), [4]),
    (EventFilter(device: "lamp"), []),
    (EventFilter(alarm: AlarmFilter(ids: [], label: "WORK")), [1, 6]),
    (EventFilter(alarm: AlarmFilter(ids: ["bbbbbb"], label: "bbbbbb")), [6]),
    (EventFilter(alarm: AlarmFilter(ids: [], label: "aaaaaa"), kinds: [.missed]), []),
    (EventFilter(kinds: [.deviceFailed], device: "camera"), [2]),
  ]

  @Test(arguments: filters)
  func thoseInTheStoreAndThoseToComeAreFoundAlike(filter: EventFilter, found: [Int64]) throws {
    let folder = try TemporaryFolder()
    let store = try Store(path: folder.file)
    for event in Self.events { try store.append(event) }
    #expect(try store.events(since: nil, filter, limit: 100).compactMap(\.sequence) == found)
    #expect(Self.events.filter(filter.wants).compactMap(\.sequence) == found)
    #expect(try store.events(since: nil, filter, limit: 1).compactMap(\.sequence) == Array(found.suffix(1)))
  }
}
