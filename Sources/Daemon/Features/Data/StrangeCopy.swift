import AlarmClock
import Glibc
import Machine
import Storage

/// A copy that was uploaded to be restored or imported. The file may contain anything.
struct StrangeCopy: Sendable {
  var book: AlarmBook
  var last: Instant?
  var flaws: [Flaw]
  var sounds: SoundArchive?

  /// Several times as many as anyone has.
  private static let mostCards = 1000

  /// In bytes. Several thousand times the size of a clock's store with its whole log.
  static let largestStore = 64 << 20

  /// Reads a copy and the list of its sounds. `scratch` is a free path for the store alone, which may grow when opened.
  static func read(fileAt path: String, scratch: String) throws -> StrangeCopy {
    let file = try Descriptor(opening: path, O_RDONLY)
    let sounds = try SoundArchive.read(file)
    let size = sounds?.start ?? Int(lseek(file.number, 0, SEEK_END))
    guard size <= largestStore else {
      throw StorageError(
        .corrupt, "reading the file", "its store has \(size) bytes, and one of this clock has \(largestStore) at most")
    }
    if sounds != nil { try DurableFile.copy(path, to: scratch, first: size) }
    var copy = try read(storeAt: sounds == nil ? path : scratch)
    copy.sounds = sounds
    return copy
  }

  /// Reads only Rouse's own tables, whose schema was checked.
  private static func read(storeAt path: String) throws(StorageError) -> StrangeCopy {
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
    return StrangeCopy(book: book, last: last, flaws: store.flaws)
  }
}
