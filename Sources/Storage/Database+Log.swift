import CSQLite

/// Protects the write-ahead log against programs that remove it, and the file against programs that overwrite it.
extension Database {
  /// Marks the file with the identity of its log, so that the log of another store is recognized (`LeftLog`).
  func noteLog() throws(StorageError) {
    let noted = try run("PRAGMA application_id") { UInt32(truncatingIfNeeded: $0.integer(0)) }.first ?? 0
    log?.note = noted
    if let salt = log?.salt, LeftLog.isNoted(noted, for: salt) { return isLogNoted = true }
    // The first change creates the log, and the second one notes its salt.
    for _ in 1...2 {
      let note = log?.salt ?? ~noted
      try execute("PRAGMA application_id = \(Int32(bitPattern: note))")
      log?.note = note
      try confirm()
    }
    isLogNoted = true
    emptyLog()
  }

  /// Ensures that the next program that opens the file, even after a crash, finds everything that was committed. If the
  /// log was removed or cut, its contents are moved into the file at once. Throws `corrupt` if that is impossible or
  /// the file was overwritten.
  ///
  /// - Parameter changes: The number of changes stored since the last call, or `nil` before a change. A stored change
  ///   does not fail because another program prevents checking the file.
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
    guard code == SQLITE_OK else { throw failure("saving the write-ahead log") }
    guard frames == moved else {
      throw StorageError(.other, "saving the write-ahead log", "another program is reading it")
    }
    try watched.putStrangerAside()
    log?.noteCheckpoint()
  }

  /// Copies the contents of the log into the file, so that they are in two places until the log is overwritten.
  ///
  /// Failures are ignored: everything committed is in the log, on the disk.
  func emptyLog() {
    // The file may be another store's. The next change reports that.
    do { try settle() } catch { return }
    _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    log?.noteCheckpoint()
  }

  /// Rewrites the file from its tables and empties the log, so that neither contains deleted data. Throws if another
  /// program is reading the file, because the log then still has some of it.
  func rewrite() throws(StorageError) {
    try settle()
    // In memory, because a full disk has no room for a temporary file.
    try execute("PRAGMA temp_store = MEMORY; VACUUM; PRAGMA temp_store = DEFAULT")
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    log?.noteCheckpoint()
    guard code == SQLITE_OK else { throw failure("emptying the write-ahead log") }
  }
}
