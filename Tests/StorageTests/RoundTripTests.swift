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
      let error = #expect(throws: StorageError.self) { try store.save(other) }
      #expect(error?.kind == .constraint)
    }
    #expect(try store.cards() == [card])
  }

  static func armed(_ alarmID: String, due seconds: Int64) throws -> ArmedOccurrence {
    let local = try #require(LocalDateTime("2026-03-29T02:30"))
    return ArmedOccurrence(
      occurrence: Occurrence(key: .local(local), due: Instant(seconds: seconds), adjustment: .none),
      plan: RingPlan(
        alarmID: alarmID, label: "work 🚆", sound: "tone",
        values: RingValues {
          ($0.volume, $0.fadeIn, $0.vibration) = (7, .seconds(2), .light)
          ($0.buzzerAfter, $0.silenceAfter) = (.seconds(3), .seconds(120))
        }, cards: ["card01", "card02"]),
      recurrence: .weekly(.workdays, at: local.time), isSkipped: false)
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
