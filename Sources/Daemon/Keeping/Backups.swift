import AlarmClock
import Glibc
import Machine
import Storage

/// The copies of the store beside it: one a day, the latest seven.
struct Backups {
  /// The folder they are in, which need not exist yet.
  let folder: String

  static let mostKept = 7

  struct Backup: Hashable, Sendable {
    var name: String
    var path: String
    /// The number of the last event in it, which no clock can turn back; -1: it cannot be read.
    var rank: Int64
    var time: Instant?
  }

  /// The newest first.
  func all() -> [Backup] {
    let names = DurableFile.names(in: folder).filter { $0.hasPrefix("rouse-") && $0.hasSuffix(".sqlite") }
    return names.map { name in
      var backup = Backup(name: name, path: folder + "/" + name, rank: -1)
      do throws(StorageError) {
        let last = try Store.lastEvent(inFileAt: backup.path)
        backup.rank = last?.sequence ?? 0
        backup.time = last?.time
      } catch {
        // A broken one stands last, and is the first to go.
      }
      return backup
    }.sorted { ($0.rank, $0.name) > ($1.rank, $1.name) }
  }

  /// Copies the store under a day's name, in place of what had that name, and lets the oldest go.
  ///
  /// - Returns: the name of the file.
  @discardableResult
  func make(of store: Store, named name: String) throws(StorageError) -> String {
    let (partial, file) = (folder + "/partial", "rouse-\(name).sqlite")
    do {
      try DurableFile.makeFolder(folder)
      unlink(partial)
      do { try store.copy(to: partial) } catch {
        unlink(partial)
        throw error
      }
      try DurableFile.sync(partial)
      let path = folder + "/" + file
      Self.removeLog(of: path)
      try DurableFile.rename(partial, to: path)
      try DurableFile.sync(folder)
    } catch let error as SystemError {
      throw StorageError(error)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.other, "making a backup", "\(error)")
    }
    for old in all().dropFirst(Self.mostKept) {
      Self.removeLog(of: old.path)
      unlink(old.path)
    }
    return file
  }

  /// Deletes all files in the folder but for one backup, for good. A folder in it is none of ours.
  func removeAll(except kept: String?) throws(SystemError) {
    for name in DurableFile.names(in: folder) where name != kept {
      guard unlink(folder + "/" + name) == 0 || [ENOENT, EISDIR].contains(errno) else {
        throw SystemError("deleting \(folder)/\(name)", errno)
      }
    }
    if DurableFile.exists(folder) { try DurableFile.sync(folder) }
  }

  /// Somebody who looked into a backup may have left one, which is not that of the file to come.
  private static func removeLog(of path: String) { for ending in ["-wal", "-shm"] { unlink(path + ending) } }
}
