import AlarmClock

/// Copies of whole stores, and checks of them.
extension Store {
  /// Writes a copy as a single file without a log (VACUUM INTO). The file must not exist yet; it is not synced.
  public func copy(to path: String) throws(StorageError) {
    try database.run("VACUUM INTO ?", [path])
    // The mark of the store's log does not apply to copies.
    try Database(path: path, readOnly: false)
      .execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA application_id = 0")
  }

  /// Throws `corrupt` if the file is (PRAGMA quick_check or integrity_check).
  ///
  /// Uses its own connection, because an existing one would see its cached pages.
  ///
  /// - Parameters:
  ///   - isStrange: Whether the file comes from somebody else. It must then contain exactly Rouse's tables.
  ///   - isThorough: Whether to compare the indexes with the tables as well, which takes time.
  public static func check(
    fileAt path: String, isStrange: Bool = false, isThorough: Bool = false
  ) throws(StorageError) {
    let database = try Database(path: path, readOnly: true)
    // Otherwise, closing the last connection to a broken file would change it.
    database.keepLog(true)
    // An empty file is a valid database but not a store.
    guard try !Schema.isEmpty(database) else {
      throw StorageError(.corrupt, "checking the store", "its tables are missing")
    }
    if isStrange { try Schema.check(database) }
    let findings = try database.run("PRAGMA \(isThorough ? "integrity_check" : "quick_check")(1)") { $0.text(0) }
    guard findings == ["ok"] else {
      throw StorageError(.corrupt, "checking the store", findings.first ?? "the check reported nothing")
    }
  }

  /// Returns the last event in the file of a store of any version, or `nil` if it has none.
  ///
  /// - Parameter withoutLog: Whether to read the file alone, ignoring its log.
  public static func lastEvent(
    inFileAt path: String, withoutLog: Bool = false
  ) throws(StorageError) -> (sequence: Int64, time: Instant)? {
    let database = try Database(path: path, readOnly: true, withoutLog: withoutLog)
    return try database.run(
      "SELECT sequence, time FROM events WHERE sequence <= \(lastSequence) ORDER BY sequence DESC LIMIT 1"
    ) { ($0.integer(0), $0.instant(1)) }.first
  }

  /// Returns how many events the file, without its log, has ever held, or -1 if it cannot be read.
  public static func eventsEver(inFileAloneAt path: String) -> Int64 {
    do { return try eventsEver(in: Database(path: path, readOnly: true, withoutLog: true)) } catch { return -1 }
  }

  /// Returns how many events the file and its log have ever held, using a separate connection.
  static func eventsEver(inFileAt path: String) throws(StorageError) -> Int64 {
    let database = try Database(path: path, readOnly: true)
    database.keepLog(true)
    return try eventsEver(in: database)
  }

  /// Whether a file and its log together are an intact store with more events than the file alone.
  static func isRicherWithLog(fileAt path: String) -> Bool {
    let alone = eventsEver(inFileAloneAt: path)
    do {
      try check(fileAt: path, isThorough: true)
      return try eventsEver(inFileAt: path) > alone
    } catch {
      return false
    }
  }

  /// Throws `newerVersion` or `olderVersion` if this Rouse cannot read the file, ignoring its log.
  public static func checkVersion(ofFileAloneAt path: String) throws(StorageError) {
    do throws(StorageError) {
      _ = try Schema.isEmpty(Database(path: path, readOnly: true, withoutLog: true))
    } catch {
      if [.newerVersion, .olderVersion].contains(error.kind) { throw error }
    }
  }

  public static func salt(inFileAloneAt path: String) throws(StorageError) -> [UInt8] {
    try salt(in: Database(path: path, readOnly: true, withoutLog: true))
  }

  /// Returns how many events the store has ever held, including erased and pruned ones.
  public func eventsEver() throws(StorageError) -> Int64 { try Self.eventsEver(in: database) }

  private static func eventsEver(in database: Database) throws(StorageError) -> Int64 {
    try database.run("SELECT seq FROM sqlite_sequence WHERE name = 'events'") { $0.integer(0) }.first ?? 0
  }
}
