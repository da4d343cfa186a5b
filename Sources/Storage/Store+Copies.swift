import AlarmClock

/// Copies of whole stores, and what tells a good one.
extension Store {
  /// Writes a copy that is one file without a log (VACUUM INTO). There must be no file of that name; it is not synced.
  public func copy(to path: String) throws(StorageError) {
    try database.run("VACUUM INTO ?", [.text(path)])
    // The log of a store is not that of its copies.
    try Database(path: path, readOnly: false)
      .execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA application_id = 0")
  }

  /// Throws `corrupt` when the file is (PRAGMA quick_check, or integrity_check).
  ///
  /// Through a connection of its own: another one would look at what it remembers of the file.
  ///
  /// - Parameters:
  ///   - isStrange: somebody has handed it over: it has to hold the tables that Rouse has made, and nothing else.
  ///   - isThorough: also that the indexes hold what the tables do, which takes its time.
  public static func check(
    fileAt path: String, isStrange: Bool = false, isThorough: Bool = false
  ) throws(StorageError) {
    let database = try Database(path: path, readOnly: true)
    // Else closing the last connection to a broken file would change it.
    database.keepLog(true)
    // An empty file is a good database, and no store.
    guard try !Schema.isEmpty(database) else {
      throw StorageError(.corrupt, "checking the store", "it has no tables any more")
    }
    if isStrange { try Schema.check(database) }
    let findings = try database.run("PRAGMA \(isThorough ? "integrity_check" : "quick_check")(1)") { $0.text(0) }
    guard findings == ["ok"] else {
      throw StorageError(.corrupt, "checking the store", findings.first ?? "the check says nothing")
    }
  }

  /// The last event in a store's file of whatever version; nil: it has none.
  ///
  /// - Parameter withoutLog: reads the file alone, whatever its log says.
  public static func lastEvent(
    inFileAt path: String, withoutLog: Bool = false
  ) throws(StorageError) -> (sequence: Int64, time: Instant)? {
    let database = try Database(path: path, readOnly: true, withoutLog: withoutLog)
    return try database.run(
      "SELECT sequence, time FROM events WHERE sequence <= \(lastSequence) ORDER BY sequence DESC LIMIT 1"
    ) { ($0.integer(0), Instant(nanoseconds: $0.integer(1))) }.first
  }

  /// How many events the file alone has ever held, whatever its log says; -1 if it cannot be read.
  public static func eventsEver(inFileAloneAt path: String) -> Int64 {
    do { return try eventsEver(in: Database(path: path, readOnly: true, withoutLog: true)) } catch { return -1 }
  }

  /// The same of the file together with its log, by a connection of its own.
  static func eventsEver(inFileAt path: String) throws(StorageError) -> Int64 {
    let database = try Database(path: path, readOnly: true)
    database.keepLog(true)
    return try eventsEver(in: database)
  }

  /// Whether a file and its log make a whole store together, with more events than the file alone.
  static func isRicherWithLog(fileAt path: String) -> Bool {
    let alone = eventsEver(inFileAloneAt: path)
    do {
      try check(fileAt: path, isThorough: true)
      return try eventsEver(inFileAt: path) > alone
    } catch {
      return false
    }
  }

  /// Throws `newerVersion` or `olderVersion` if this Rouse does not read the file, whatever its log says.
  public static func checkVersion(ofFileAloneAt path: String) throws(StorageError) {
    do throws(StorageError) {
      _ = try Schema.isEmpty(Database(path: path, readOnly: true, withoutLog: true))
    } catch {
      if [.newerVersion, .olderVersion].contains(error.kind) { throw error }
    }
  }

  /// The salt in the file alone, whatever its log says.
  public static func salt(inFileAloneAt path: String) throws(StorageError) -> [UInt8] {
    try salt(in: Database(path: path, readOnly: true, withoutLog: true))
  }

  /// How many events the store has ever held. Pruning and erasing do not change that.
  public func eventsEver() throws(StorageError) -> Int64 { try Self.eventsEver(in: database) }

  private static func eventsEver(in database: Database) throws(StorageError) -> Int64 {
    try database.run("SELECT seq FROM sqlite_sequence WHERE name = 'events'") { $0.integer(0) }.first ?? 0
  }
}
