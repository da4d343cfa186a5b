import AlarmClock
import Glibc
import Machine
import Storage

/// The backups beside the store: one per day, of which the newest seven are kept.
struct Backups {
  /// May not exist yet.
  let folder: String

  static let mostKept = 7

  struct Backup: Hashable, Sendable {
    var name: String
    var path: String
    /// The sequence number of its last event, which no clock can turn back; -1 if the file cannot be read.
    var rank: Int64
    var time: Instant?
  }

  /// Returns all backups, newest first.
  func all() -> [Backup] {
    let names = DurableFile.names(in: folder).filter { $0.hasPrefix("rouse-") && $0.hasSuffix(".sqlite") }
    return names.map { name in
      let path = folder + "/" + name
      do throws(StorageError) {
        let last = try Store.lastEvent(inFileAt: path)
        return Backup(name: name, path: path, rank: last?.sequence ?? 0, time: last?.time)
      } catch {
        // An unreadable backup sorts last and is deleted first.
        return Backup(name: name, path: path, rank: -1)
      }
    }.sorted { ($0.rank, $0.name) > ($1.rank, $1.name) }
  }

  /// Backs up as `rouse-NAME.sqlite`, replacing a file of that name, and deletes the oldest. Returns the file name.
  @discardableResult
  func make(of store: Store, named name: String) throws(StorageError) -> String {
    let (partial, file) = (folder + "/partial", "rouse-\(name).sqlite")
    try StorageError.from { () throws(SystemError) in try DurableFile.makeFolder(folder) }
    unlink(partial)
    do { try store.copy(to: partial) } catch {
      unlink(partial)
      throw error
    }
    try StorageError.from { () throws(SystemError) in
      try DurableFile.sync(partial)
      let path = folder + "/" + file
      Self.removeLog(of: path)
      try DurableFile.rename(partial, to: path)
      try DurableFile.sync(folder)
    }
    for old in all().dropFirst(Self.mostKept) {
      Self.removeLog(of: old.path)
      unlink(old.path)
    }
    return file
  }

  /// A program that looked into the old backup may have left a log, which does not belong to the new file.
  private static func removeLog(of path: String) { for ending in ["-wal", "-shm"] { unlink(path + ending) } }
}
