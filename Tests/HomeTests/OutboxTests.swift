import AlarmClock
import Control
import TestSupport
import Testing

@testable import Home

struct OutboxTests {
  private func page(_ numbers: [Int64], cursor: String? = nil, left: Int = 0) -> HomeEventPage {
    let events = numbers.map { HomeEvent.sample($0) }
    return HomeEventPage(events: events, cursor: cursor ?? events.last?.id ?? "0-abc", left: left)
  }

  @Test func aFirstStartBeginsNowAndHowManyOfThoseThatWaitHaveArrivedIsCounted() {
    var outbox = Outbox(cursor: "0-abc")
    #expect(outbox.sent == nil)
    outbox.take(page([1, 2], left: 1))
    var sent: [Int?] = [outbox.sent]
    for _ in 1...2 {
      _ = outbox.acknowledged()
      sent.append(outbox.sent)
    }
    outbox.take(page([3]))
    sent.append(outbox.sent)
    _ = outbox.acknowledged()
    #expect(sent == [0, 1, 2, 2] && outbox.sent == nil)
    outbox.take(page([4]))
    #expect(outbox.sent == 0)
    outbox = Outbox(cursor: nil)
    outbox.take(page([], cursor: "7-abc"))
    #expect(outbox.cursor == "7-abc" && outbox.isEmpty && outbox.next == nil)
  }

  @Test func whatIsRefusedThreeTimesIsPutAside() {
    var outbox = Outbox(cursor: nil)
    outbox.take(page([1, 2]))
    for _ in 1...2 {
      outbox.offered()
      #expect(outbox.refused() == nil && outbox.next?.event.id == "1-abc")
    }
    outbox.offered()
    #expect(outbox.refused()?.id == "1-abc")
    #expect(outbox.cursor == "1-abc" && outbox.next?.event.id == "2-abc")
    outbox.offered()
    #expect(outbox.refused() == nil)
  }

  @Test func aPageThatIsReadAgainForgetsNothingAndOneThatBeginsWithAnotherEventOffersThat() {
    var outbox = Outbox(cursor: nil)
    outbox.take(page([1]))
    for _ in 1...2 { _ = outbox.refused() }
    outbox.offered()
    outbox.take(page([1, 2]))
    #expect(outbox.next == nil && outbox.waiting == 2)
    #expect(outbox.refused()?.id == "1-abc")
    outbox = Outbox(cursor: nil)
    outbox.take(page([1]))
    outbox.offered()
    outbox.take(page([2, 3]))
    #expect(outbox.next?.event.id == "2-abc")
    for _ in 1...2 {
      outbox.offered()
      #expect(outbox.refused() == nil)
    }
  }

  @Test func aGapIsToldWithTheEventBehindItOrTheFirstThereIs() {
    var outbox = Outbox(cursor: "0-abc")
    outbox.take(HomeEventPage(events: [.sample(8), .sample(9)], cursor: "9-abc", left: 0, gap: .pruned))
    #expect(outbox.next?.gap == .pruned)
    outbox.offered()
    _ = outbox.acknowledged()
    #expect(outbox.next?.event.id == "9-abc" && outbox.next?.gap == nil)
    outbox = Outbox(cursor: "5-abc")
    outbox.take(HomeEventPage(events: [], cursor: "0-0", left: 0, gap: .anotherLog))
    #expect(outbox.cursor == "0-0" && outbox.next == nil)
    outbox.take(page([1, 2]))
    #expect(outbox.next?.gap == .anotherLog)
    outbox.offered()
    _ = outbox.acknowledged()
    #expect(outbox.next?.gap == nil)
  }

  /// Whatever happens to the connection and to either program, each event arrives in order, and no id has two contents.
  @Test(arguments: 0..<UInt64(TestSize.number("ROUSE_OUTBOX_HISTORIES", usual: 100)))
  func everyEventArrivesInOrder(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let log = (1...30).map { HomeEvent.sample(Int64($0)) }
    var stored: String? = "0-abc"
    var outbox = Outbox(cursor: stored)
    var arrived: [HomeEvent] = []
    var steps = 0
    while outbox.cursor != "30-abc" || stored != "30-abc" {
      steps += 1
      guard steps < 10_000 else {
        Issue.record("it stands still")
        return
      }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: outbox.lost()
      case 1: outbox = Outbox(cursor: stored)
      case 2...4:
        guard outbox.isEmpty || Int.random(in: 0..<8, using: &generator) == 0 else { continue }
        let from = outbox.cursor.flatMap { Int($0.dropLast(4)) } ?? 0
        let events = Array(log.dropFirst(from).prefix(Int.random(in: 1...5, using: &generator)))
        outbox.take(HomeEventPage(events: events, cursor: events.last?.id ?? outbox.cursor ?? "", left: 0))
      default:
        guard let next = outbox.next else { continue }
        outbox.offered()
        arrived.append(next.event)
        if Int.random(in: 0..<4, using: &generator) == 0 { outbox.lost() } else { _ = outbox.acknowledged() }
        if Bool.random(using: &generator) { stored = outbox.cursor }
      }
      if outbox.cursor == "30-abc" { stored = outbox.cursor }
    }
    var seen = Set<String>()
    #expect(arrived.filter { seen.insert($0.id).inserted } == log)
  }

  @Test(arguments: [(0, true), (60, true), (61, false), (-60, true), (-61, false), (3600, false)])
  func homeAssistantHearsOfNothingOlderThanAMinute(age: Int64, isLive: Bool) throws {
    let messages = EventMessages(Topics(try HomeConfiguration.sample()))
    let live = messages.live(.sample(1, at: 1_000_000), at: Instant(seconds: 1_000_000 + age))
    #expect((live != nil) == isLive)
    #expect(live.map { $0.topic == "rouse/bedroom/event" } ?? true)
    #expect(try live.map { try JSON.parse($0.payload).object["event_type"]?.text == "fired" } ?? true)
  }

  @Test func whatHomeAssistantHasNoWordForIsInTheLogAlone() throws {
    let messages = EventMessages(Topics(try HomeConfiguration.sample()))
    let event = HomeEvent.sample(5, kind: "camera_opened", happening: nil, label: "\u{7}bell")
    #expect(messages.live(event, at: Instant(seconds: 1_000_000)) == nil)
    let logged = try JSON.parse(messages.logged(event, gap: .pruned).payload).object
    #expect(logged["kind"]?.text == "camera_opened" && logged["id"]?.text == "5-abc")
    #expect(logged["label"]?.text == "?bell" && logged["gap"]?.text == "pruned")
    #expect(logged["time"]?.text == "1970-01-12T13:46:40+00:00")
  }

  @Test func memoryComesBackAsItWasWithTheLastEventsOnceEachAndTheLastThatWerePutAside() throws {
    var memory = BridgeMemory()
    memory.cursor = "5-abc"
    for number in 1...25 as ClosedRange<Int64> { memory.put(aside: .sample(number), "no") }
    #expect(memory.aside.count == 20 && memory.aside.last?.id == "25-abc")
    #expect(try BridgeMemory(file: try memory.file()) == memory)
    #expect(throws: (any Error).self) { try BridgeMemory(file: Array("{".utf8)) }
    memory = BridgeMemory()
    for number in 1...12 { for _ in 1...2 { memory.put(recent: .sample(Int64(number))) } }
    #expect(memory.recentEvents.map(\.sequence) == Array(3...12))
    #expect(try BridgeMemory(file: memory.file()) == memory)
    let before = #"{"components":{"shown":{},"gone":{}},"aside":[],"cursor":"7-abc"}"#
    #expect(try BridgeMemory(file: Array(before.utf8)).cursor == "7-abc")
  }
}
