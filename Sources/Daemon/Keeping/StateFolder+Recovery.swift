import AlarmClock
import Control
import Glibc
import Machine
import Storage

extension StateFolder {
  struct Recovery: Hashable, Sendable {
    var reason: String
    var broken: String
    /// The backup or the file without its log that replaced the store; `nil` if neither was usable and it is empty.
    var backup: Backups.Backup?
    /// Whether the intact data in the daemon's memory was written into it.
    var isFromMemory = false
    /// Whether the backup had a planned erasure, which may have been canceled since and was dropped.
    var forgotErasure = false

    func text(in zone: ZoneRules) -> String {
      let upTo = backup?.time.map { " (up to \(RFC3339.format($0, in: zone)))" } ?? ""
      let place =
        switch (backup, isFromMemory) {
        case (let backup?, true):
          "the history of \(backup.name)\(upTo) took its place, with the current alarms, cards and settings; at most the "
            + "history after that is lost"
        case (let backup?, false):
          "\(backup.name)\(upTo) took its place: check your alarms, as changes after that are lost"
        case (nil, true): "a new store took its place, with the current alarms, cards and settings, and no history"
        case (nil, false): "no usable backup was found, so the clock started empty: set cards and alarms again"
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
      return Opened(store: try openStore(file, isOfAnyVersion: isMinimal))
    } catch  where error.kind == .corrupt {
      return try replace(folder, because: error)
    } catch let first {
      if let refusal = ofOtherVersion(folder, first) { throw refusal }
      do {
        return try readCopy(of: file, isOfAnyVersion: isMinimal, problem: problem(first))
      } catch  where error.kind == .corrupt {
        return try replace(folder, because: error)
      } catch {
        throw ofOtherVersion(folder, error) ?? unusable(folder, "\(first); a copy of it: \(error)")
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

  private static func openStore(_ file: String, isOfAnyVersion: Bool = false) throws(StorageError) -> Store {
    guard DurableFile.exists(file) else { return try createStore(file) }
    return try withLog(of: file) { () throws(StorageError) in
      try Store(path: file, isThere: true, isOfAnyVersion: isOfAnyVersion)
    }
  }

  /// Opens a store with its log. Throws `corrupt` if the file alone is the better choice.
  private static func withLog(
    of file: String, _ open: () throws(StorageError) -> Store
  ) throws(StorageError) -> Store {
    guard let log = LeftLog(besideFileAt: file) else { return try open() }
    if let problem = log.problem { throw try refusal(of: file, problem) }
    // Must come first, while nobody has the file open.
    let alone = Store.eventsEver(inFileAloneAt: file)
    let store = try open()
    let both = try store.eventsEver()
    guard alone < both || alone == both && !log.hasGarbage else {
      store.abandon()
      throw try refusal(
        of: file,
        log.hasGarbage ? "a part of its write-ahead log cannot be read" : "its write-ahead log is older than the file")
    }
    return store
  }

  /// Returns the refusal of a log. Throws `newerVersion` or `olderVersion` if the file alone cannot replace both.
  private static func refusal(of file: String, _ problem: String) throws(StorageError) -> StorageError {
    try Store.checkVersion(ofFileAloneAt: file)
    return StorageError(.corrupt, "opening the store", problem)
  }

  /// Creates the store under another name first, so that a file of the store's name is always a complete store.
  private static func createStore(_ file: String) throws(StorageError) -> Store {
    try makeReady(file) { new throws(StorageError) in _ = try Store(path: new) }
    try StorageError.from { () throws(SystemError) in
      // A log left by a store that was removed does not belong to the new one.
      for ending in ["-wal", "-shm"] { unlink(file + ending) }
      try DurableFile.rename(file + ".new", to: file)
      try DurableFile.sync(folder(of: file))
    }
    return try Store(path: file, isThere: true)
  }

  /// Opens a read-only copy of the store, or of a backup in its place, if the store cannot be written.
  private static func readCopy(
    of file: String, hasLog: Bool = true, isOfAnyVersion: Bool = false, problem: String
  ) throws(StorageError) -> Opened {
    let copy = try TemporaryCopy(of: file, hasLog: hasLog, isOfAnyVersion: isOfAnyVersion)
    let open = { () throws(StorageError) in
      try Store(readingCopyAt: copy.path, isOfAnyVersion: isOfAnyVersion)
    }
    let store = try hasLog ? withLog(of: file, open) : open()
    if !hasLog { try Store.check(fileAt: copy.path, isThorough: true) }
    if store.isOfOwnVersion { _ = try contents(of: store) }
    return Opened(store: store, copy: copy, problem: problem)
  }

  // MARK: Replacing

  /// Replaces the corrupt store, whose contents can then no longer be read.
  func recover(because error: StorageError) throws(ControlError) {
    store.abandon()
    let salt = store.salt
    do {
      // The connection must be closed before its files are moved.
      store = try Store(path: ":memory:")
    } catch {
      throw Self.unusable(path, "\(error)")
    }
    (copy, file, problem) = (nil, nil, "the store is broken (\(error.reason))")
    adopt(try Self.replace(path, because: error, salt: salt))
  }

  private func adopt(_ opened: Opened) {
    (store, copy, problem) = (opened.store, opened.copy, opened.problem)
    recovery = opened.recovery ?? recovery
    file = copy == nil ? FileIdentity(storePath) : nil
  }

  /// Retries a store that accepted no changes. Returns whether it accepts them now.
  func reopen() -> Bool {
    guard !isWritable else { return false }
    do throws(StorageError) {
      adopt(Opened(store: try Self.openStore(storePath)))
    } catch  where error.kind == .corrupt {
      do throws(ControlError) {
        let opened = try Self.replace(path, because: error)
        if opened.problem == nil { adopt(opened) } else { problem = opened.problem }
      } catch {
        problem = error.why
      }
    } catch {
      problem = Self.problem(error)
    }
    return isWritable
  }

  /// Returns the backups and the store without its log, newest first. A file with another `salt` is of another clock.
  private static func candidates(_ folder: String, salt: [UInt8]?) -> [Backups.Backup] {
    let (file, all) = (storePath(folder), backups(folder).all())
    do throws(StorageError) {
      let last = try Store.lastEvent(inFileAt: file, withoutLog: true)
      if let salt, try Store.salt(inFileAloneAt: file) != salt { return all }
      let rank = last?.sequence ?? 0
      let alone = Backups.Backup(name: "rouse.sqlite without its log", path: file, rank: rank, time: last?.time)
      return all.filter { $0.rank > rank } + [alone] + all.filter { $0.rank <= rank }
    } catch {
      return all
    }
  }

  /// Replaces the store with the newest good backup, or an empty one. If nothing can be written, reads from a backup.
  private static func replace(
    _ folder: String, because error: StorageError, salt: [UInt8]? = nil
  ) throws(ControlError) -> Opened {
    let file = storePath(folder)
    let all = candidates(folder, salt: salt)
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
            of: backup.path, hasLog: backup.path != file,
            problem: "the store is broken (\(error.reason)), and \(backup.name) cannot take its place: "
              + Self.problem(refusal))
        } catch {
          // The next backup may be better.
        }
      }
      throw unusable(folder, "\(error); putting another in its place: \(refusal)")
    }
  }

  /// Prepares the new store. Returns the backup it was made from, and whether that had a planned erasure.
  private static func prepare(
    _ file: String, from backups: [Backups.Backup]
  ) throws(StorageError) -> (backup: Backups.Backup?, forgotErasure: Bool) {
    for backup in backups {
      do throws(StorageError) {
        var forgotErasure = false
        try makeReady(file) { new throws(StorageError) in
          try StorageError.from { () throws(SystemError) in try DurableFile.copy(backup.path, to: new) }
          let store = try Store(path: new, isThere: true)
          forgotErasure = try store.forgetErasure()
          try Store.check(fileAt: new, isThorough: true)
          _ = try contents(of: store)
        }
        return (backup, forgotErasure)
      } catch  where error.kind == .full || error.kind == .readOnly {
        throw error
      } catch {
        // It is corrupt too, or of another version: try the one before it.
      }
    }
    try makeReady(file) { new throws(StorageError) in _ = try Store(path: new) }
    return (nil, false)
  }

  private static func makeReady(
    _ file: String, _ make: (String) throws(StorageError) -> Void
  ) throws(StorageError) {
    let new = file + ".new"
    for ending in ["", "-wal", "-shm"] { unlink(new + ending) }
    try make(new)
    try StorageError.from { () throws(SystemError) in try DurableFile.sync(new) }
  }

  private static let mostBroken = 5

  /// Keeps the corrupt store and its log under a unique name, then moves the prepared store into its place.
  /// A power cut in between leaves the corrupt store, which is found corrupt again.
  private static func setAside(_ file: String) throws(StorageError) -> String {
    let numbers = brokenNumbers(file)
    let kept = "\(file).broken-\((numbers.last ?? 0) + 1)"
    try StorageError.from { () throws(SystemError) in
      try DurableFile.link(file, to: kept)
      // Before the new store gets the name, because SQLite would take the old log for its own.
      for ending in ["-wal", "-shm"] where DurableFile.exists(file + ending) {
        try DurableFile.rename(file + ending, to: kept + ending)
      }
      try DurableFile.sync(folder(of: file))
      try DurableFile.rename(file + ".new", to: file)
      try DurableFile.sync(folder(of: file))
    }
    // A failing SD card must not fill up with corrupt stores.
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

final class TemporaryCopy {
  let path: String
  private let folder: ScratchFolder

  /// Throws `corrupt` if the copied store is corrupt. `hasLog` says whether the log beside the file belongs to it.
  init(of file: String, hasLog: Bool, isOfAnyVersion: Bool) throws(StorageError) {
    do throws(SystemError) {
      folder = try ScratchFolder()
      path = folder.path + "/rouse.sqlite"
      try DurableFile.copy(file, to: path)
      if hasLog, DurableFile.exists(file + "-wal") { try DurableFile.copy(file + "-wal", to: path + "-wal") }
    } catch {
      throw StorageError(error)
    }
    _ = try Store(path: path, isThere: true, isOfAnyVersion: isOfAnyVersion)
  }
}

extension StorageError {
  init(_ error: SystemError) {
    let kind: Kind =
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .readOnly
      default: .other
      }
    self.init(kind, error.operation, error.reason)
  }

  /// Runs `body`, and throws the error of a system call as one of the store.
  static func from(_ body: () throws(SystemError) -> Void) throws(StorageError) {
    do { try body() } catch { throw StorageError(error) }
  }
}
