import AlarmClock
import Control
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// The log as `rouse-mqtt` reads it: in order, no event twice with different content, and gaps are reported.
struct HomeLogTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(path: folder.path + "/rouse.sqlite")
  }

  private func add(_ numbers: ClosedRange<Int64>, second: Int64 = 0) throws {
    for number in numbers {
      try store.append(
        Event(sequence: number, time: Instant(seconds: 1_795_000_000 + number + second * 1000), kind: .fired))
    }
  }

  private func cursor(_ number: Int64, second: Int64 = 0) -> HomeCursor {
    HomeCursor(sequence: number, time: Instant(seconds: 1_795_000_000 + number + second * 1000))
  }

  private func page(_ cursor: HomeCursor?, limit: Int = 100) throws -> HomePage {
    try HomePage.read(store, after: cursor, limit: limit)
  }

  @Test func whoComesForTheFirstTimeIsToldFromNowOn() throws {
    #expect(try page(nil) == HomePage(cursor: .beginning))
    try add(1...3)
    #expect(try page(.beginning).lines.map(\.sequence) == [1, 2, 3])
    #expect(try page(nil) == HomePage(cursor: cursor(3)))
    try add(4...4)
    #expect(try page(cursor(3)).lines.map(\.sequence) == [4])
    #expect(try page(cursor(4)).isEmpty)
  }

  @Test func aPageIsBoundedAndSaysHowManyAreLeft() throws {
    try add(1...7)
    let first = try page(cursor(1), limit: 4)
    #expect(first.lines.map(\.sequence) == [2, 3, 4, 5] && first.left == 2 && first.gap == nil)
    let second = try page(first.cursor, limit: 4)
    #expect(second.lines.map(\.sequence) == [6, 7] && second.left == 0 && second.cursor == cursor(7))
  }

  @Test func whatWasPrunedMeanwhileIsSaid() throws {
    try add(1...9)
    _ = try store.pruneEvents(before: nil, keeping: 4, batch: 100)
    #expect(try page(cursor(3)).gap == .pruned)
    #expect(try page(cursor(3)).lines.map(\.sequence) == [6, 7, 8, 9])
    // No line after this cursor was pruned.
    #expect(try page(cursor(5)).gap == nil)
    #expect(try page(cursor(6)).gap == nil)
  }

  @Test func aLogInThePlaceOfTheOldOneIsToldFromItsBeginning() throws {
    try add(1...3, second: 1)
    for old in [cursor(2), cursor(3), cursor(50)] {
      let page = try page(old)
      #expect(page.gap == .anotherLog && page.lines.map(\.sequence) == [1, 2, 3])
      #expect(page.cursor == cursor(3, second: 1))
    }
  }

  @Test func anEmptyLogSaysSoOnceAndIsFollowedFromItsBeginning() throws {
    let page = try page(cursor(50))
    #expect(page.gap == .anotherLog && page.cursor == .beginning && !page.isEmpty)
    #expect(try self.page(page.cursor).isEmpty)
  }

  @Test func anIDTellsTheSameEventAndNoOther() throws {
    try add(1...2)
    let line = try #require(try page(.beginning).lines.first)
    let event = try #require(line.event)
    let id = HomeEvent(event, of: line, in: .utc).id
    #expect(HomeCursor(id) == cursor(1) && id.utf8.count <= 40)
    #expect(id != cursor(1, second: 1).text && id != cursor(2).text)
    for text in ["", "-", "1", "1-", "-1-1", "1-A", "1-é", "99999999999999999999-1", "01-1", "+1-1", "1-1 ", "1--1-"] {
      #expect(HomeCursor(text) == nil, "\(text)")
    }
  }

  @Test func detailsThatAreNobodysBusinessStayInTheClock() throws {
    for kind in [Event.Kind.settingsChanged, .storageFailed, .evidenceKept, .cardCreated, .soundAdded, .deviceFailed] {
      #expect(!kind.isForTheHouse)
    }
    let words = Event.Kind.allCases.compactMap { HomeHappening($0) }
    #expect(Set(words) == Set(HomeHappening.allCases) && words.count == HomeHappening.allCases.count)
  }

  @Test func whoWaitsIsToldOnceMoreIsStored() async throws {
    let events = EventLog(time: SystemTime(), log: try quietLog())
    let stored = events.followStored()
    events.append(.fired)
    events.stored(upTo: 1)
    var news = stored.makeAsyncIterator()
    #expect(await news.next() != nil)
  }
}
