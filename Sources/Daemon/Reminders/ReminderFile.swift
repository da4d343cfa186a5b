import AlarmClock
import FoundationEssentials
import Glibc
import Machine
import Reminders

/// The reminders, in a file of the state folder: none comes twice because of a restart.
struct ReminderFile {
  let path: String

  init(stateFolder: String) { path = stateFolder + "/reminders.json" }

  private struct Content: Codable {
    /// Nanoseconds since 1970, UTC, as all times of it.
    var planned: Int64?
    var reminders: [Entry]
  }

  private struct Entry: Codable {
    var id: String
    var kind: String
    var subject: String
    var text: String
    var command: String
    var due: Int64
    var end: Int64
    var shown: Int64?
    /// `nil` if it never came, or if an earlier version has written it.
    var first: Int64?
    /// `nil` in a file of an earlier version, in which the sound came with the display.
    var isHeard: Bool?
    var isRead: Bool
    var done: Int64?
    var gone: Int64?
    var isCleared: Bool?
  }

  /// Returns once they are on the disk.
  func write(_ book: ReminderBook) throws {
    let entries = book.reminders.map { reminder in
      Entry(
        id: reminder.id, kind: reminder.kind.rawValue, subject: reminder.occasion.subject,
        text: reminder.occasion.text, command: reminder.occasion.command, due: reminder.due.nanoseconds,
        end: reminder.end.nanoseconds, shown: reminder.shown?.nanoseconds, first: reminder.first?.nanoseconds,
        isHeard: reminder.isHeard, isRead: reminder.isRead, done: reminder.done?.nanoseconds,
        gone: reminder.gone?.nanoseconds, isCleared: reminder.isCleared)
    }
    let content = Content(planned: book.planned?.nanoseconds, reminders: entries)
    try DurableFile.replace(path, by: [UInt8](try JSONEncoder().encode(content)))
  }

  /// Also where there is none.
  func delete() throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("deleting \(path)", errno) }
  }

  /// Those of before a restart; of a later version whatever this one knows.
  func read() throws -> ReminderBook {
    guard DurableFile.exists(path) else { return ReminderBook() }
    let content = try JSONDecoder().decode(Content.self, from: Data(try Descriptor.contents(of: path)))
    var taken: Set<String> = []
    let reminders = content.reminders.suffix(ReminderBook.most).compactMap { entry -> Reminder? in
      guard let kind = ReminderKind(rawValue: entry.kind), taken.insert(entry.id).inserted else { return nil }
      return Reminder(
        id: entry.id,
        occasion: Occasion(kind, about: entry.subject, entry.text, command: entry.command),
        due: Instant(nanoseconds: entry.due), end: Instant(nanoseconds: entry.end),
        shown: entry.shown.map { Instant(nanoseconds: $0) }, first: entry.first.map { Instant(nanoseconds: $0) },
        isHeard: entry.isHeard ?? (entry.shown != nil), isRead: entry.isRead,
        done: entry.done.map { Instant(nanoseconds: $0) }, gone: entry.gone.map { Instant(nanoseconds: $0) },
        isCleared: entry.isCleared ?? false)
    }
    return ReminderBook(reminders: reminders, planned: content.planned.map { Instant(nanoseconds: $0) })
  }
}
