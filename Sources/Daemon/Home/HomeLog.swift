import AlarmClock
import Control
import Storage

struct HomePage: Hashable, Sendable {
  var lines: [Store.LogLine] = []
  var cursor: HomeCursor
  var left = 0
  var gap: HomeEventPage.Gap?

  var isEmpty: Bool { lines.isEmpty && gap == nil }

  /// Reads what is stored after a cursor; without a cursor, returns the current end of the log. Blocks.
  static func read(_ store: Store, after cursor: HomeCursor?, limit: Int) throws(StorageError) -> HomePage {
    guard let cursor else {
      let last = try store.lastEventSequence()
      let line = try store.logLines(after: last - 1, limit: 1).first
      return HomePage(cursor: line.map { HomeCursor($0) } ?? .beginning)
    }
    var (after, gap): (Int64, HomeEventPage.Gap?) = (cursor.sequence, nil)
    if cursor != .beginning, let found = try Self.gap(store, at: cursor) {
      gap = found
      if found == .anotherLog { after = 0 }
    }
    let lines = try store.logLines(after: after, limit: limit)
    guard let last = lines.last else {
      // An empty log has only a beginning.
      return HomePage(cursor: gap == .anotherLog ? .beginning : cursor, gap: gap)
    }
    return HomePage(
      lines: lines, cursor: HomeCursor(last), left: try store.countLogLines(after: last.sequence), gap: gap)
  }

  /// Returns what is missing between a cursor and the lines after it, or `nil` if nothing is.
  private static func gap(_ store: Store, at cursor: HomeCursor) throws(StorageError) -> HomeEventPage.Gap? {
    let here = try store.logLines(after: cursor.sequence - 1, limit: 1).first
    if let here, here.sequence == cursor.sequence { return here.time == cursor.time ? nil : .anotherLog }
    // The line is gone. Lines are deleted from the beginning on, so an older one that remains is from another log.
    guard let first = try store.logLines(after: 0, limit: 1).first, first.sequence > cursor.sequence else {
      return .anotherLog
    }
    return first.sequence == cursor.sequence + 1 ? nil : .pruned
  }
}

extension HomeEvent {
  init(_ event: Event, of line: Store.LogLine, in zone: ZoneRules) {
    self.init(
      EventView(event, in: zone), id: HomeCursor(line).text, sequence: line.sequence, HomeHappening(event.kind),
      isDetailForTheHouse: event.kind.isForTheHouse)
  }
}

extension HomeHappening {
  init?(_ kind: Event.Kind) {
    switch kind {
    case .fired: self = .fired
    case .dismissSuccess: self = .dismissed
    case .snoozed: self = .snoozed
    case .missed: self = .missed
    case .skipped: self = .skipped
    case .wakeCheckStarted: self = .wakeCheck
    case .dismissFail: self = .wrongCard
    case .timerEnded: self = .timerEnded
    case .reminder: self = .reminder
    default: return nil
    }
  }
}

extension Event.Kind {
  /// Whether its details may leave the clock: no paths, no settings (one is the clock's location), no stored data.
  var isForTheHouse: Bool {
    [
      .scheduled, .fired, .resumed, .dismissSuccess, .missed, .skipped, .snoozed, .snoozeEnded, .wakeCheckStarted,
      .wakeCheckPassed, .wakeCheckFailed, .missesAcknowledged, .timerStarted, .timerPaused, .timerResumed,
      .timerExtended, .timerCancelled, .timerEnded, .timerChimed, .timerStopped, .reminder, .reminderAnswered,
      .homeCommand, .homeRefused, .serviceAway,
    ].contains(self)
  }
}
