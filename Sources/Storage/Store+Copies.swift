import AlarmClock

/// Copies of whole stores, and what tells a good one.
extension Store {
  /// Writes a copy that is one file without a log (VACUUM INTO). There must be no file of that name; it is not synced.
  public func copy(to path: String) throws(StorageError) { try database.run("VACUUM INTO ?", [.text(path)]) }

  /// Throws `corrupt` when the file is (PRAGMA quick_check, or integrity_check).
  ///
  /// Through a connection of its own: another one would look at what it remembers of the file.
  ///
  /// - Parameters:
  ///   - isStrange: somebody has handed it over: it has to hold the tables that a version of Rouse has made, and nothing
  ///     else.
  ///   - isThorough: also that the indexes hold what the tables do, which takes its time.
  public static func check(
    fileAt path: String, isStrange: Bool = false, isThorough: Bool = false
  ) throws(StorageError) {
    let database = try Database(path: path, readOnly: true)
    // Else closing the last connection to a broken file would change it.
    database.keepLog(true)
    // An empty file is a good database, and no store.
    guard try Schema.version(of: database) > 0 else {
      throw StorageError(.corrupt, "checking the store", "it has no tables any more")
    }
    if isStrange { try Schema.check(database) }
    let findings = try database.run("PRAGMA \(isThorough ? "integrity_check" : "quick_check")(1)") { $0.text(0) }
    guard findings == ["ok"] else {
      throw StorageError(.corrupt, "checking the store", findings.first ?? "the check says nothing")
    }
  }

  /// The last event in a store's file of whatever version; nil: it has none.
  public static func lastEvent(inFileAt path: String) throws(StorageError) -> (sequence: Int64, time: Instant)? {
    let database = try Database(path: path, readOnly: true)
    return try database.run(
      "SELECT sequence, time FROM events WHERE sequence <= \(lastSequence) ORDER BY sequence DESC LIMIT 1"
    ) { ($0.integer(0), Instant(nanoseconds: $0.integer(1))) }.first
  }
}
