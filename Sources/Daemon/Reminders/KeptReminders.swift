import AlarmClock
import Machine
import Reminders

/// The reminders in a file of the state folder: none comes twice because of a restart.
struct KeptReminders: Codable, Sendable {
  private var planned: Instant?
  private var reminders: [Entry]

  static func file(in stateFolder: String) -> StateFile<Self> { StateFile("reminders", in: stateFolder) }

  init(_ book: ReminderBook) { (planned, reminders) = (book.planned, book.reminders.map(Entry.init)) }

  /// The reminders that this version knows.
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
    /// `nil` if it never came, or if an earlier version has written it.
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
