import Control

/// Brings the daemon's events to the broker: one at a time, in order, each until the broker has acknowledged it.
///
/// The daemon's log is what waits. This holds one page of it, and the cursor behind which everything is done.
package struct Outbox: Sendable {
  /// An event that the broker will not have.
  package struct Aside: Codable, Hashable, Sendable {
    package var id: String
    package var kind: String
    package var why: String
  }

  /// Where to read on; nil: nothing was ever read.
  package private(set) var cursor: String?
  private var events: [HomeEvent] = []
  /// Behind the events that are held.
  private var pageCursor: String?
  private var gap: HomeEventPage.Gap?
  private var left = 0
  /// How many the broker has taken since there was none left to send.
  private var done = 0
  private var refusals = 0
  private var isUnderWay = false

  /// So often an event is offered.
  package static let mostRefusals = 3

  package init(cursor: String?) { self.cursor = cursor }

  /// The page that comes after the cursor. It takes the place of what was held of an earlier look.
  package mutating func take(_ page: HomeEventPage) {
    let first = events.first
    events = page.events
    pageCursor = page.cursor
    left = page.left
    // A page without events may have told of it, and the next one does not.
    gap = page.gap ?? gap
    // The same event is still the first: what is known of it holds.
    if events.first != first { (isUnderWay, refusals) = (false, 0) }
    if events.isEmpty { (cursor, done) = (page.cursor, 0) }
  }

  /// There is room for a page.
  package var wantsPage: Bool { events.isEmpty }

  /// What to offer the broker now.
  package var next: (event: HomeEvent, gap: HomeEventPage.Gap?)? {
    isUnderWay ? nil : events.first.map { ($0, gap) }
  }

  package mutating func offered() { isUnderWay = true }

  /// The line is gone, and with it whatever was under way: it may have arrived.
  package mutating func lost() { isUnderWay = false }

  /// The broker has it. Returns the event that is done with.
  package mutating func acknowledged() -> HomeEvent? { finish() }

  /// The broker will not have it: it is offered again, or after three times put aside, and then returned.
  package mutating func refused() -> HomeEvent? {
    refusals += 1
    isUnderWay = false
    return refusals < Self.mostRefusals ? nil : finish()
  }

  private mutating func finish() -> HomeEvent? {
    guard !events.isEmpty else { return nil }
    let event = events.removeFirst()
    (isUnderWay, refusals, gap) = (false, 0, nil)
    done = waiting == 0 ? 0 : done + 1
    cursor = events.isEmpty ? pageCursor : event.id
    return event
  }

  /// How many are known to wait, and since when the oldest does.
  package var waiting: Int { events.count + left }
  /// Of those that wait together so many have arrived; nil: none wait.
  package var sent: Int? { waiting == 0 ? nil : done }
  package var oldest: String? { events.first?.time }

  /// All that is held was brought: a good moment to keep the cursor.
  package var isEmpty: Bool { events.isEmpty }
}
