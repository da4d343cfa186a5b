import AlarmClock
import Machine
import Reminders
import Synchronization

/// The current reminders, for everybody who reads or answers them. `ReminderRunner` and `ReminderCommands` store them.
final class ReminderDesk: Hook {
  private struct State {
    var book: ReminderBook
    var stored: ReminderBook
    var lastRing: Instant?
    var problem: String?
    /// The last findings from the history, and what they are based on.
    var past: (basis: PastBasis, found: PastOccasions)?
    /// Whether something that could cause another reminder has changed since the last look.
    var isChanged = false
  }

  private let state: Mutex<State>
  private let time: any TimeSource
  private let nap: Nap

  /// - Parameter kept: the reminders from before the restart.
  init(kept: ReminderBook = ReminderBook(), time: any TimeSource) {
    state = Mutex(State(book: kept, stored: kept))
    self.time = time
    nap = Nap(time: time)
  }

  var book: ReminderBook { state.withLock { $0.book } }
  var lastRing: Instant? { state.withLock { $0.lastRing } }

  func change<Result: Sendable>(_ body: (inout ReminderBook) -> Result) -> Result {
    state.withLock { body(&$0.book) }
  }

  /// Answers a reminder that somebody took off the display. Ignores other messages.
  func wasTaken(_ id: String) {
    change { $0.finish(id, at: time.now) }
    nap.end()
  }

  /// Notes that somebody has cleared the display, which answers no reminder.
  func wereCleared(_ ids: [String]) {
    change { book in for id in ids { book.clear(id) } }
    nap.end()
  }

  // MARK: Findings from the history

  func past(of basis: PastBasis) -> PastOccasions? {
    state.withLock { state in state.past.flatMap { $0.basis == basis ? $0.found : nil } }
  }

  func keep(_ past: PastOccasions, of basis: PastBasis) { state.withLock { $0.past = (basis, past) } }

  // MARK: Changes elsewhere

  func note(_ news: EngineNews) {
    switch news {
    case .ended(let ring): if case .dismissed = ring.outcome { personWoke(at: ring.ended) }
    case .nextRingChanged, .clock: refresh()
    case .allEnded: wake()
    default: break
    }
  }

  /// Called after a card has ended a ring.
  func personWoke(at moment: Instant) {
    state.withLock { $0.lastRing = moment }
    nap.end()
  }

  /// Called after a change of alarms, settings or the clock.
  func refresh() {
    state.withLock { $0.isChanged = true }
    nap.end()
  }

  /// Returns whether `refresh` was called since the last time.
  func takeChange() -> Bool {
    state.withLock { state in
      defer { state.isChanged = false }
      return state.isChanged
    }
  }

  /// Called after a reminder was answered or postponed, and after the last ring has ended.
  func wake() { nap.end() }

  func sleep(for duration: Duration) async { await nap.sleep(for: duration) }

  // MARK: The disk

  var unstored: ReminderBook? { state.withLock { $0.book == $0.stored ? nil : $0.book } }

  private func isStored(_ book: ReminderBook) {
    state.withLock { ($0.stored, $0.problem) = (book, nil) }
  }

  /// Returns whether the problem differs from the last one: a full disk is reported once.
  func isNews(_ problem: String) -> Bool {
    state.withLock { state in
      defer { state.problem = problem }
      return state.problem != problem
    }
  }

  func settingsChanged() { refresh() }

  // MARK: On the ledger's thread, which may wait for a disk

  /// Stores the reminders. Returns the problem if that failed.
  @discardableResult
  func keep(in ledger: isolated Ledger) -> String? {
    guard let book = unstored else { return nil }
    let problem = KeptReminders.file(in: ledger.folder.path).keep(KeptReminders(book), in: ledger)
    if problem == nil { isStored(book) }
    return problem
  }

  func deleteAll(in ledger: isolated Ledger) throws {
    let none = ReminderBook(planned: book.planned)
    change { $0 = none }
    // Not rewritten, because a full disk has no room for that.
    try KeptReminders.file(in: ledger.folder.path).delete()
    isStored(none)
  }

  static func kept(in stateFolder: String, _ events: EventLog) -> ReminderBook {
    do { return try KeptReminders.file(in: stateFolder).read()?.book ?? ReminderBook() } catch {
      let why = error is DecodingError ? "their file is damaged, and begins anew" : "\(error)"
      events.append(.storageFailed, detail: "the reminders of before cannot be read: \(why)")
      return ReminderBook()
    }
  }
}

/// The reminders in a file of the state folder, so that a restart repeats none.
struct KeptReminders: Codable, Sendable {
  private var planned: Instant?
  private var reminders: [Entry]

  static func file(in stateFolder: String) -> StateFile<Self> { StateFile("reminders", in: stateFolder) }

  init(_ book: ReminderBook) { (planned, reminders) = (book.planned, book.reminders.map(Entry.init)) }

  /// The reminders of a kind that this version knows.
  var book: ReminderBook {
    var taken: Set<String> = []
    let known = reminders.suffix(ReminderBook.most).compactMap(\.reminder).filter { taken.insert($0.id).inserted }
    return ReminderBook(reminders: known, planned: planned)
  }

  private struct Entry: Codable {
    var id: String
    var kind: String
    var subject: String
    var text: String
    var command: String
    var due: Instant
    var end: Instant
    var shown: Instant?
    /// `nil` if it never came, or in a file of an earlier version.
    var first: Instant?
    /// `nil` in a file of an earlier version, in which the sound came with the display.
    var isHeard: Bool?
    var isRead: Bool
    var done: Instant?
    var gone: Instant?
    var isCleared: Bool?

    init(_ reminder: Reminder) {
      (id, kind, due, end) = (reminder.id, reminder.kind.rawValue, reminder.due, reminder.end)
      (subject, text, command) = (reminder.occasion.subject, reminder.occasion.text, reminder.occasion.command)
      (shown, first, isHeard, isRead) = (reminder.shown, reminder.first, reminder.isHeard, reminder.isRead)
      (done, gone, isCleared) = (reminder.done, reminder.gone, reminder.isCleared)
    }

    var reminder: Reminder? {
      guard let kind = ReminderKind(rawValue: kind) else { return nil }
      return Reminder(
        id: id, occasion: Occasion(kind, about: subject, text, command: command), due: due, end: end, shown: shown,
        first: first, isHeard: isHeard ?? (shown != nil), isRead: isRead, done: done, gone: gone,
        isCleared: isCleared ?? false)
    }
  }
}
