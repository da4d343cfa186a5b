import AlarmClock

/// Everything that outlives the daemon: alarms, cards, settings, rings, events, in one SQLite file.
///
/// What a call has returned from is on the disk (WAL with synchronous=FULL: an fsync a commit). Calls block; one
/// thread at a time.
public final class Store {
  let database: Database
  /// The salt of the card digests, made once for each store; 16 bytes.
  public internal(set) var salt: [UInt8]

  /// Opens or creates the store, and migrates one of an earlier version.
  ///
  /// Throws `newerVersion`, `readOnly`, `full`, `corrupt`, with nothing changed.
  ///
  /// - Parameters:
  ///   - isThere: it was made before: one without tables has lost them, and is corrupt.
  ///   - isMigrated: false takes a store of any version as it is, for a start that must not fail at that.
  public init(path: String, isThere: Bool = false, isMigrated: Bool = true) throws(StorageError) {
    database = try Database(path: path, readOnly: false)
    // One that turns out to be broken stays as it is, for those who look into it.
    database.keepLog(true)
    if isMigrated, try Schema.version(of: database) == 0, isThere {
      throw StorageError(.corrupt, "opening the store", "it has no tables any more")
    }
    // The cache in KiB, as it is negative: what is read twice is little, and memory is short on small boards.
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256")
    if isMigrated { try Schema.migrate(database) }
    salt = try Self.salt(in: database)
    database.keepLog(false)
  }

  /// Opens a copy of a store, to read what is stored where nothing can be written.
  public init(readingCopyAt path: String) throws(StorageError) {
    database = try Database(path: path, readOnly: true)
    _ = try Schema.version(of: database)
    salt = try Self.salt(in: database)
  }

  /// Leaves the file and its write-ahead log as they are when the store is let go: it is broken.
  public func abandon() { database.keepLog(true) }

  private static func salt(in database: Database) throws(StorageError) -> [UInt8] {
    guard let salt = try database.run("SELECT value FROM salt", row: { $0.blob(0) }).first else {
      throw StorageError(.corrupt, "reading the salt of the cards", "there is none")
    }
    return salt
  }

  /// All or nothing.
  public func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    try database.transaction(body)
  }

  // MARK: Settings

  /// The settings that differ from the first-run defaults, as typed.
  public func settings() throws(StorageError) -> [SettingKey: String] {
    let rows = try database.run("SELECT key, value FROM settings") { ($0.text(0), $0.text(1)) }
    var settings: [SettingKey: String] = [:]
    for (key, value) in rows {
      if let key = SettingKey(rawValue: key) { settings[key] = value }
    }
    return settings
  }

  /// nil reverts to the first-run default.
  public func set(_ key: SettingKey, to value: String?) throws(StorageError) {
    if let value {
      try database.run(
        "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [.text(key.rawValue), .text(value)])
    } else {
      try database.run("DELETE FROM settings WHERE key = ?", [.text(key.rawValue)])
    }
  }

  // MARK: Cards

  public func cards() throws(StorageError) -> [Card] {
    try database.run("SELECT id, name, digest, enrolled, created, kind FROM cards ORDER BY created, id") {
      row throws(StorageError) in
      Card(
        id: row.text(0), name: row.text(1), kind: try ColumnText.cardKind(row.text(5)), digest: row.blob(2),
        isEnrolled: row.integer(3) != 0, created: Instant(nanoseconds: row.integer(4)))
    }
  }

  public func save(_ card: Card) throws(StorageError) {
    try database.run(
      """
      INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, digest = excluded.digest, enrolled = excluded.enrolled
      """,
      [
        .text(card.id), .text(card.name), .blob(card.digest), .integer(card.isEnrolled ? 1 : 0),
        .integer(card.created.nanoseconds), .text(card.kind.rawValue),
      ])
  }

  public func removeCard(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM cards WHERE id = ?", [.text(id)])
  }
}
