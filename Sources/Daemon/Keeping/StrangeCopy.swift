import AlarmClock
import Storage

/// What somebody has handed over to be restored: a file that may hold anything.
struct StrangeCopy: Sendable {
  var book: AlarmBook
  /// When the last event of its log was.
  var last: Instant?
  var flaws: [Flaw]

  /// Several times what anybody has.
  private static let mostCards = 1000

  /// Nothing is read of it but what its tables, which are ours, hold.
  static func read(fileAt path: String) -> Result<StrangeCopy, StorageError> {
    do throws(StorageError) {
      try Store.check(fileAt: path, isStrange: true)
      let store = try Store(path: path, isThere: true)
      let book = try store.book()
      for (count, most, what) in [
        (book.alarms.count, AlarmBook.mostAlarms, "alarms"), (book.cards.count, mostCards, "cards"),
        (book.presets.count, Timer.most, "presets"),
      ] where count > most {
        throw StorageError(.corrupt, "reading the \(what)", "there are \(count), and \(most) at most are taken")
      }
      let last = try store.events(since: nil, limit: 1).last?.time
      return .success(StrangeCopy(book: book, last: last, flaws: store.flaws))
    } catch {
      return .failure(error)
    }
  }
}
