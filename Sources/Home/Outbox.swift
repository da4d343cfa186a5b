import Control

/// Brings the daemon's events to the broker: one at a time, in order, each until the broker acknowledges it.
///
/// Events wait in the daemon's log. This holds one page of them, and the cursor up to which all are done.
package struct Outbox: Sendable {
  /// Where to continue; `nil` if nothing was ever read.
  package private(set) var cursor: String?
  private var events: [HomeEvent] = []
  /// Cursor after the events held.
  private var pageCursor: String?
  private var gap: HomeEventPage.Gap?
  private var left = 0
  /// Events accepted since the last time that none was left.
  private var done = 0
  private var refusals = 0
  private var isUnderWay = false

  /// Number of attempts for an event.
  package static let mostRefusals = 3

  package init(cursor: String?) { self.cursor = cursor }

  /// Replaces the events held by the page after the cursor.
  package mutating func take(_ page: HomeEventPage) {
    let first = events.first
    events = page.events
    pageCursor = page.cursor
    left = page.left
    // A page without events may have reported the gap, which the next page does not repeat.
    gap = page.gap ?? gap
    // If the first event is still the same, its state remains valid.
    if events.first != first { (isUnderWay, refusals) = (false, 0) }
    if events.isEmpty { (cursor, done) = (page.cursor, 0) }
  }

  package var next: (event: HomeEvent, gap: HomeEventPage.Gap?)? {
    isUnderWay ? nil : events.first.map { ($0, gap) }
  }

  package mutating func offered() { isUnderWay = true }

  /// Handles a lost connection: the event under way may or may not have arrived.
  package mutating func lost() { isUnderWay = false }

  /// Handles a refusal. The event is sent again; the third time it is finished and returned instead.
  package mutating func refused() -> HomeEvent? {
    refusals += 1
    isUnderWay = false
    return refusals < Self.mostRefusals ? nil : acknowledged()
  }

  /// Finishes the event that the broker has accepted, and returns it.
  package mutating func acknowledged() -> HomeEvent? {
    guard !events.isEmpty else { return nil }
    let event = events.removeFirst()
    (isUnderWay, refusals, gap) = (false, 0, nil)
    done = waiting == 0 ? 0 : done + 1
    cursor = events.isEmpty ? pageCursor : event.id
    return event
  }

  /// Number of events known to wait.
  package var waiting: Int { events.count + left }
  /// Number of events already sent of those that waited together; `nil` if none wait.
  package var sent: Int? { waiting == 0 ? nil : done }
  package var oldest: String? { events.first?.time }

  /// Whether all events held are done, which is the time to store the cursor and to read the next page.
  package var isEmpty: Bool { events.isEmpty }
}
