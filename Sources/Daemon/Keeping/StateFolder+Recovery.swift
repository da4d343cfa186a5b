import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// How a store is opened, and what takes the place of one that is broken.
extension StateFolder {
  /// A broken store was set aside.
  struct Recovery: Hashable, Sendable {
    var reason: String
    /// The file that the broken store is now.
    var broken: String
    /// What took its place; nil: no backup was good, and an empty one did.
    var backup: Backups.Backup?
    /// What the daemon had in memory was whole, and was written into it.
    var isFromMemory = false
    /// The backup had an erasure planned, which may have been taken back since.
    var forgotErasure = false

    /// For people.
    func text(in zone: ZoneRules) -> String {
      let upTo = backup?.time.map { " (up to \(RFC3339.format($0, in: zone)))" } ?? ""
      let place =
        switch (backup, isFromMemory) {
        case (let backup?, true):
          "the history of \(backup.name)\(upTo) took its place, with the alarms, cards and settings of now"
        case (let backup?, false): "\(backup.name)\(upTo) took its place: check your alarms"
        case (nil, true): "a new store took its place, with the alarms, cards and settings of now, and no history"
        case (nil, false): "no backup was good, so the clock began anew: set cards and alarms again"
        }
      let erasure =
        forgotErasure ? "; an erasure that was planned in it is forgotten: plan it again (`rouse data`)" : ""
      return "the store was broken (\(reason)) and is kept as \(broken); \(place)\(erasure)"
    }
  }

  struct Opened {
    var store: Store
    var copy: TemporaryCopy?
    var problem: String?
    var recovery: Recovery?
  }

  // MARK: Opening

  static func open(_ folder: String, isMinimal: Bool) throws(ControlError) -> Opened {
    let file = storePath(folder)
    do {
      return Opened(store: try openStore(file, isMigrated: !isMinimal))
    } catch  where error.kind == .newerVersion {
      throw ControlError(
        .badConfiguration, "the store in \(folder) is of a newer Rouse",
        why: "\(error.reason); this version could misread it, so nothing was touched",
        fix: "install that version again, or move \(file) away to begin anew")
    } catch  where error.kind == .corrupt {
      return try replace(folder, because: error)
    } catch let first {
      do { return try readCopy(of: file, problem: problem(first)) } catch  where error.kind == .corrupt {
        return try replace(folder, because: error)
      } catch {
        throw unusable(folder, "\(first); a copy of it: \(error)")
      }
    }
  }

  private static func problem(_ error: StorageError) -> String {
    switch error.kind {
    case .full: "the disk is full"
    case .readOnly: "the folder is read-only"
    default: error.description
    }
  }

  private static func openStore(_ file: String, isMigrated: Bool = true) throws(StorageError) -> Store {
    guard DurableFile.exists(file) else { return try createStore(file) }
    if hasBrokenLog(file) { throw StorageError(.corrupt, "opening the store", "its write-ahead log is none") }
    return try Store(path: file, isThere: true, isMigrated: isMigrated)
  }

  /// Made under another name, so that a file of the store's name always holds one.
  private static func createStore(_ file: String) throws(StorageError) -> Store {
    try makeReady(file) { new throws(StorageError) in _ = try Store(path: new) }
    do throws(SystemError) {
      // The log of a store that was taken away is not this one's.
      for ending in ["-wal", "-shm"] { unlink(file + ending) }
      try DurableFile.rename(file + ".new", to: file)
      try DurableFile.sync(folder(of: file))
    } catch {
      throw StorageError(error)
    }
    return try Store(path: file, isThere: true)
  }

  /// A log that SQLite began starts with its number (https://sqlite.org/fileformat2.html#walformat); one that the power
  /// failed before has zeros.
  private static func hasBrokenLog(_ file: String) -> Bool {
    let number = Glibc.open(file + "-wal", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return false }
    let log = Descriptor(number)
    var start: [UInt8] = [0, 0, 0, 0]
    guard read(log.number, &start, 4) == 4, start != [0, 0, 0, 0] else { return false }
    return start[..<3] != [0x37, 0x7F, 0x06] || start[3] & 0xFE != 0x82
  }

  /// Opens a store where it cannot be written, by a copy of it or of another in its place.
  private static func readCopy(of file: String, problem: String) throws(StorageError) -> Opened {
    let copy = try TemporaryCopy(of: file)
    let store = try Store(readingCopyAt: copy.path)
    _ = try contents(of: store)
    return Opened(store: store, copy: copy, problem: problem)
  }

  // MARK: Replacing

  /// Puts another store in the place of the broken one. What it held before can be read no more.
  func recover(because error: StorageError) throws(ControlError) {
    store.abandon()
    do {
      // The connection has to be closed before its files are moved.
      store = try Store(path: ":memory:")
    } catch {
      throw Self.unusable(path, "\(error)")
    }
    (copy, file, problem) = (nil, nil, "the store is broken (\(error.reason))")
    adopt(try Self.replace(path, because: error))
  }

  private func adopt(_ opened: Opened) {
    (store, copy, problem) = (opened.store, opened.copy, opened.problem)
    recovery = opened.recovery ?? recovery
    file = copy == nil ? FileIdentity(storePath) : nil
  }

  /// Tries a store again that took no changes. True: from now on it takes them.
  func reopen() -> Bool {
    guard !isWritable else { return false }
    do throws(StorageError) {
      adopt(Opened(store: try Self.openStore(storePath)))
      return true
    } catch  where error.kind == .corrupt {
      do throws(ControlError) {
        let opened = try Self.replace(path, because: error)
        guard opened.problem == nil else {
          problem = opened.problem
          return false
        }
        adopt(opened)
        return true
      } catch {
        problem = error.why
      }
    } catch {
      problem = Self.problem(error)
    }
    return false
  }

  /// The newest good backup becomes the store, or an empty one does; where nothing can be written, a backup is read.
  private static func replace(_ folder: String, because error: StorageError) throws(ControlError) -> Opened {
    let file = storePath(folder)
    let all = backups(folder).all()
    do throws(StorageError) {
      let (backup, forgotErasure) = try prepare(file, from: all)
      let broken = try setAside(file)
      return Opened(
        store: try Store(path: file, isThere: true),
        recovery: Recovery(
          reason: error.reason, broken: broken, backup: backup, forgotErasure: forgotErasure))
    } catch let refusal {
      unlink(file + ".new")
      for backup in all {
        do throws(StorageError) {
          return try readCopy(
            of: backup.path,
            problem: "the store is broken (\(error.reason)), and \(backup.name) cannot take its place: "
              + Self.problem(refusal))
        } catch {
          // The next one may be better.
        }
      }
      throw unusable(folder, "\(error); putting another in its place: \(refusal)")
    }
  }

  /// Makes the store to come ready beside the broken one; returns the backup it was made of, and whether an erasure was
  /// planned in that.
  private static func prepare(
    _ file: String, from backups: [Backups.Backup]
  ) throws(StorageError) -> (backup: Backups.Backup?, forgotErasure: Bool) {
    for backup in backups {
      do throws(StorageError) {
        var forgotErasure = false
        try makeReady(file) { new throws(StorageError) in
          do throws(SystemError) { try DurableFile.copy(backup.path, to: new) } catch { throw StorageError(error) }
          let store = try Store(path: new, isThere: true)
          forgotErasure = try store.forgetErasure()
          try Store.check(fileAt: new)
          _ = try contents(of: store)
        }
        return (backup, forgotErasure)
      } catch  where error.kind == .full || error.kind == .readOnly {
        throw error
      } catch {
        // Broken as well, or of a newer version: the one before it.
      }
    }
    try makeReady(file) { new throws(StorageError) in _ = try Store(path: new) }
    return (nil, false)
  }

  /// Makes a store under a name of its own, closed and on the disk.
  private static func makeReady(
    _ file: String, _ make: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let new = file + ".new"
    for ending in ["", "-wal", "-shm"] { unlink(new + ending) }
    try make(new)
    do { try DurableFile.sync(new) } catch { throw StorageError(error) }
  }

  private static let mostBroken = 5

  /// Keeps the broken store under a name of its own, its log with it, and gives its name to the one made ready.
  ///
  /// A power cut in between leaves the broken one, which is found broken again.
  private static func setAside(_ file: String) throws(StorageError) -> String {
    let numbers = brokenNumbers(file)
    let kept = "\(file).broken-\((numbers.last ?? 0) + 1)"
    do throws(SystemError) {
      try DurableFile.link(file, to: kept)
      // Before the new one has the name: the log of another store would be taken for its own.
      for ending in ["-wal", "-shm"] where DurableFile.exists(file + ending) {
        try DurableFile.rename(file + ending, to: kept + ending)
      }
      try DurableFile.sync(folder(of: file))
      try DurableFile.rename(file + ".new", to: file)
      try DurableFile.sync(folder(of: file))
    } catch {
      throw StorageError(error)
    }
    // A card that goes on failing is not to be filled with them.
    for number in numbers.dropLast(mostBroken - 1) {
      for ending in ["", "-wal", "-shm"] { unlink("\(file).broken-\(number)\(ending)") }
    }
    return kept
  }

  private static func brokenNumbers(_ file: String) -> [Int] {
    let start = file[file.index(after: file.lastIndex(of: "/") ?? file.startIndex)...] + ".broken-"
    return DurableFile.names(in: folder(of: file)).filter { $0.hasPrefix(start) }
      .compactMap { Int($0.dropFirst(start.count)) }.sorted()
  }

  private static func folder(of file: String) -> String { String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]) }
}
