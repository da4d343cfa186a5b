import AlarmClock
import Machine
import Reminders
import Synchronization

/// The reminders as they are at this moment, for all who ask for them or answer them. What is kept of them on the disk,
/// `ReminderRunner` and `ReminderCommands` see to.
final class ReminderDesk: Sendable {
  private struct State {
    var book: ReminderBook
    var stored: ReminderBook
    var lastRing: Instant?
    /// Why they could not be stored when that was tried last.
    var problem: String?
    /// What the history gave occasion for when that was worked out last, and of what.
    var past: (basis: PastBasis, found: PastOccasions)?
    /// What may make another reminder has changed since somebody looked.
    var isChanged = false
  }

  private let state: Mutex<State>
  private let time: any TimeSource
  private let nap: Nap

  /// - Parameter kept: those of before a restart.
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

  /// Somebody has answered a reminder by taking it off the display; any other message is none.
  func wasTaken(_ id: String) {
    change { $0.finish(id, at: time.now) }
    nap.end()
  }

  /// Somebody has cleared the display, which answers no reminder.
  func wereCleared(_ ids: [String]) {
    change { book in for id in ids { book.clear(id) } }
    nap.end()
  }

  // MARK: What the history gives occasion for

  /// nil: it is to be worked out anew.
  func past(of basis: PastBasis) -> PastOccasions? {
    state.withLock { state in state.past.flatMap { $0.basis == basis ? $0.found : nil } }
  }

  func keep(_ past: PastOccasions, of basis: PastBasis) { state.withLock { $0.past = (basis, past) } }

  // MARK: What changes elsewhere

  /// By a card that ended a ring.
  func personWoke(at moment: Instant) {
    state.withLock { $0.lastRing = moment }
    nap.end()
  }

  /// Alarms, settings or the clock are others than before.
  func refresh() {
    state.withLock { $0.isChanged = true }
    nap.end()
  }

  /// Whether that was so since this was asked last.
  func takeChange() -> Bool {
    state.withLock { state in
      defer { state.isChanged = false }
      return state.isChanged
    }
  }

  /// One was answered or put off, or nothing rings any more.
  func wake() { nap.end() }

  func sleep(for duration: Duration) async { await nap.sleep(for: duration) }

  // MARK: The disk

  /// What is to be stored; nil: the disk has it.
  var unstored: ReminderBook? { state.withLock { $0.book == $0.stored ? nil : $0.book } }

  private func isStored(_ book: ReminderBook) {
    state.withLock { ($0.stored, $0.problem) = (book, nil) }
  }

  /// Whether it is another problem than when they could not be stored before: a full disk is news once.
  func isNews(_ problem: String) -> Bool {
    state.withLock { state in
      defer { state.problem = problem }
      return state.problem != problem
    }
  }
}

extension ReminderDesk: SettingsFollower {
  func settingsChanged() { refresh() }
}

/// Where the ledger runs, which may wait for a disk.
extension ReminderDesk {
  /// Returns once they are on the disk; or what people are told where it takes nothing.
  @discardableResult
  func keep(in ledger: isolated Ledger) -> String? {
    guard let book = unstored else { return nil }
    let problem = KeptReminders.file(in: ledger.folder.path).keep(KeptReminders(book), in: ledger)
    if problem == nil { isStored(book) }
    return problem
  }

  /// Forgets them all, on the disk too.
  func deleteAll(in ledger: isolated Ledger) throws {
    let none = ReminderBook(planned: book.planned)
    change { $0 = none }
    // Not written anew: a full disk has no room for that.
    try KeptReminders.file(in: ledger.folder.path).delete()
    isStored(none)
  }

  /// Those of before a restart.
  static func kept(in stateFolder: String, _ events: EventLog) -> ReminderBook {
    do { return try KeptReminders.file(in: stateFolder).read()?.book ?? ReminderBook() } catch {
      let why = error is DecodingError ? "their file is damaged, and begins anew" : "\(error)"
      events.append(.storageFailed, detail: "the reminders of before cannot be read: \(why)")
      return ReminderBook()
    }
  }
}
