import Storage
import TestSupport
import Testing

@testable import AlarmClock

@Suite struct RoundTripTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(path: folder.file)
  }

  @Test func cardsSettingsAndTheSaltComeBack() throws {
    var cards = (0..<3).map { number in
      CopyTests.card(
        "card0\(number)", "card \(number)", kind: number == 2 ? .snooze : .dismiss, digest: UInt8(number),
        isEnrolled: number > 0)
    }
    for card in cards { try store.save(card) }
    cards[0].isEnrolled = true
    try store.save(cards[0])
    try store.set(.volume, to: "35")
    try store.set(.volume, to: "36")
    try store.set(.timeFormat, to: "12h")
    try store.set(.brightness, to: "off")
    try store.set(.brightness, to: nil)

    let again = try Store(path: folder.file)
    #expect(try again.cards() == cards)
    #expect(try again.settings() == [.volume: "36", .timeFormat: "12h"])
    #expect(again.salt == store.salt)
    #expect(again.salt.count == 16)
    try again.removeCard("card01")
    #expect(try store.cards() == [cards[0], cards[2]])
    let other = try TemporaryFolder()
    #expect(try Store(path: other.file).salt != store.salt)
  }

  @Test func twoCardsOfOneNameOrOneCodeAreRefused() throws {
    let card = CopyTests.card("card01")
    try store.save(card)
    for other in [CopyTests.card("card02", digest: 2), CopyTests.card("card03", "door")] {
      #expect(refusal { try store.save(other) }?.kind == .constraint)
    }
    #expect(try store.cards() == [card])
  }

  static func armed(
    _ alarmID: String, due seconds: Int64, adjustment: TimeAdjustment = .none, isSkipped: Bool = false
  ) throws -> ArmedOccurrence {
    let local = try #require(LocalDateTime("2026-03-29T02:30"))
    return ArmedOccurrence(
      occurrence: Occurrence(key: .local(local), due: Instant(seconds: seconds), adjustment: adjustment),
      plan: RingPlan(
        alarmID: alarmID, label: "work 🚆", sound: "tone",
        values: RingValues {
          ($0.volume, $0.fadeIn, $0.vibration) = (7, .seconds(2), .light)
          ($0.buzzerAfter, $0.silenceAfter) = (.seconds(3), .seconds(120))
        }, cards: ["card01", "card02"]),
      recurrence: .weekly(.workdays, at: local.time), isSkipped: isSkipped)
  }

  @Test func armedOccurrencesComeBackTheEarliestFirst() throws {
    let rings = [
      try Self.armed("bbbbbb", due: 200, adjustment: .movedByGap, isSkipped: true),
      try Self.armed("aaaaaa", due: 300, adjustment: .firstOfOverlap), try Self.armed("cccccc", due: 100),
    ]
    for ring in rings { try store.arm(ring) }
    #expect(try Store(path: folder.file).openRings().map(\.armed) == [rings[2], rings[0], rings[1]])
    var changed = rings[0]
    changed.plan.volume = 99
    changed.plan.softens = true
    changed.plan.vibrationPattern = .escalating
    changed.plan.speaks = true
    changed.isSkipped = false
    try store.arm(changed)
    #expect(try store.openRings().map(\.armed) == [rings[2], changed, rings[1]])
    try store.disarm("bbbbbb", except: [])
    try store.disarm("cccccc", except: [rings[2].occurrence.key])
    #expect(try store.openRings().map(\.armed) == [rings[2], rings[1]])
  }

  static let progress: [RingProgress?] = [
    nil, RingProgress(began: Instant(seconds: 101), isTrusted: true),
    RingProgress(
      began: Instant(seconds: 101), isTrusted: false, snoozes: 2, rest: .snooze(until: Instant(nanoseconds: 7))),
    RingProgress(began: Instant(seconds: -7000), isTrusted: true, rest: .wakeCheck(until: Instant(seconds: 500))),
  ]

  @Test(arguments: progress)
  func howFarARingHasGotComesBackUntilItEnds(progress: RingProgress?) throws {
    let ring = try Self.armed("aaaaaa", due: 100)
    try store.arm(ring)
    if let progress { try store.record(progress, of: ring.id) }
    // Arming the ring again, as at its due time, keeps its progress.
    try store.arm(ring)
    #expect(try Store(path: folder.file).openRings() == [OpenRing(ring, progress: progress)])
    #expect(try store.record(.skipped, of: ring, at: Instant(seconds: 150)))
    #expect(try store.openRings().isEmpty)
  }

  @Test func onlyOutcomesOfAnUntrustedClockOrANewZoneAreProvisional() throws {
    for (id, due, isTrusted) in [("aaaaaa", 100, false), ("bbbbbb", 300, false), ("cccccc", 300, true)] {
      let ring = try Self.armed(id, due: Int64(due))
      #expect(try store.record(.missed(rang: true), of: ring, at: Instant(seconds: 400), isTrusted: isTrusted))
    }
    let other = try Self.armed("dddddd", due: 300)
    try store.record(.missed(rang: true), of: other, at: Instant(seconds: 400), isZoneInDoubt: true)
    let provisional = try store.provisionalOutcomes(dueAfter: Instant(seconds: 200))
    #expect(provisional.map(\.id.alarmID) == ["bbbbbb", "dddddd"])
    #expect(provisional.map(\.isTrusted) == [false, true] && provisional.map(\.isZoneInDoubt) == [false, true])
    for outcome in provisional { try store.forgetOutcome(of: outcome.id) }
    #expect(try Set(store.misses().map(\.alarmID)) == ["aaaaaa", "cccccc"])
  }

  @Test func whatWaitsForAnotherZoneIsArmedAgainOrEnds() throws {
    let ring = try Self.armed("aaaaaa", due: 100)
    try store.arm(ring)
    try store.arm(ring, isPassedOver: true)
    #expect(try Store(path: folder.file).openRings() == [OpenRing(ring, isPassedOver: true)])
    // There is no outcome to forget; arming again makes it an ordinary open ring.
    try store.forgetOutcome(of: ring.id)
    try store.arm(ring)
    #expect(try Store(path: folder.file).openRings() == [OpenRing(ring)])
  }

  static let outcomes: [RingOutcome] = [
    .dismissed(cardID: "card01"), .missed(rang: true), .missed(rang: false), .skipped,
  ]

  @Test(arguments: outcomes)
  func anOutcomeIsRecordedOnceAndStays(outcome: RingOutcome) throws {
    let ring = try Self.armed("aaaaaa", due: 100)
    try store.arm(ring)
    #expect(try store.record(outcome, of: ring, at: Instant(seconds: 150)))
    for second in Self.outcomes { #expect(try !store.record(second, of: ring, at: Instant(seconds: 160))) }
    try store.arm(ring)
    try store.disarm("aaaaaa", except: [])
    #expect(try store.openRings().isEmpty)
    #expect(try store.endedKeys(of: "aaaaaa", dueAfter: Instant(seconds: 99)) == [ring.occurrence.key])
    #expect(try store.endedKeys(of: "aaaaaa", dueAfter: Instant(seconds: 100)).isEmpty)
    #expect(try store.endedKeys(of: "bbbbbb", dueAfter: .min).isEmpty)
    let misses = try store.misses()
    if case .missed(let rang) = outcome {
      #expect(misses.map(\.rang) == [rang])
      #expect(misses.map(\.label) == ["work 🚆"])
      #expect(try store.acknowledgeMisses() == 1)
      #expect(try store.acknowledgeMisses() == 0)
      #expect(try store.misses().isEmpty)
    } else {
      #expect(misses.isEmpty)
      #expect(try store.acknowledgeMisses() == 0)
    }
  }

  @Test func eventsOfEveryKindComeBackInOrder() throws {
    let events = Event.Kind.allCases.enumerated().map { index, kind in
      Event(
        sequence: Int64(index + 1), time: Instant(seconds: Int64(index)), kind: kind,
        alarmID: index % 2 == 0 ? "aaaaaa" : nil, label: index % 3 == 0 ? "work" : nil,
        detail: index % 5 == 0 ? "\(index)\n" : nil)
    }
    for event in events { try store.append(event) }
    let again = try Store(path: folder.file)
    #expect(try again.events(since: nil, limit: 1000) == events)
    #expect(try again.events(since: nil, limit: 3) == events.suffix(3))
    #expect(try again.events(since: Instant(seconds: 10), limit: 1000) == events.filter { $0.time.seconds >= 10 })
    #expect(try again.lastEventSequence() == Int64(events.count))
    var second = events[0]
    second.detail = "another"
    try again.append(second)
    #expect(try again.events(since: nil, limit: 1000) == events)
  }
}
