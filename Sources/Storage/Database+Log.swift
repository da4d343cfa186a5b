import CSQLite

/// The write-ahead log of a connection that others may take away, and a file that others may write over.
extension Database {
  /// Notes in the file which log is its own, so that the log of another store is told from it (`LeftLog`).
  func noteLog() throws(StorageError) {
    let noted = try run("PRAGMA application_id") { UInt32(truncatingIfNeeded: $0.integer(0)) }.first ?? 0
    log?.note = noted
    if let salt = log?.salt, LeftLog.isNoted(noted, for: salt) { return isLogNoted = true }
    // The first change makes the log.
    for _ in 1...2 {
      let note = log?.salt ?? ~noted
      try execute("PRAGMA application_id = \(Int32(bitPattern: note))")
      log?.note = note
      try confirm()
    }
    isLogNoted = true
    emptyLog()
  }

  /// Makes sure that what was committed is found by the next one that opens the file, after a death too: when the log
  /// was taken away or cut, what is in it is moved into the file at once. Throws `corrupt` where that cannot be had, or where
  /// the file was written over.
  ///
  /// - Parameter changes: how many changes were stored since the last time; `nil` before a change. A stored change is not
  ///   refused because another program prevents looking at the file.
  func settle(after changes: UInt32? = nil) throws(StorageError) {
    try log?.check(after: changes)
    guard let watched = log, !watched.isWhole else { return }
    var (frames, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_FULL, &frames, &moved)
    log?.noteFile()
    // SQLITE_IOERR_SHORT_READ, a macro that Swift does not import.
    if code == SQLITE_IOERR | 2 << 8 {
      throw StorageError(.corrupt, "storing", "the write-ahead log was cut while it was open")
    }
    guard code == SQLITE_OK else { throw failure("saving what is in the write-ahead log") }
    guard frames == moved else {
      throw StorageError(.other, "saving what is in the write-ahead log", "another program reads it")
    }
    try watched.putStrangerAside()
    log?.noteCheckpoint()
  }

  /// Moves what is in the log into the file, so that it is in two places until the log is written again.
  ///
  /// Nothing is lost where that fails: what was committed is in the log, on the disk.
  func emptyLog() {
    // Not into another store's file: the next change reports it.
    do { try settle() } catch { return }
    _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    log?.noteCheckpoint()
  }

  /// Rewrites the file with what is in its tables alone, and empties the log: nothing of what was deleted is left in
  /// either. Throws where another program reads the file: then the log still has some of it.
  func rewrite() throws(StorageError) {
    try settle()
    // Not in a file of its own, which a full disk would have no room for.
    try execute("PRAGMA temp_store = MEMORY; VACUUM; PRAGMA temp_store = DEFAULT")
    var (frames, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, &frames, &moved)
    log?.noteCheckpoint()
    guard code == SQLITE_OK else { throw failure("emptying the write-ahead log") }
  }
}
