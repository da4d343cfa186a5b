import AlarmClock

/// All persistent data: alarms, cards, settings, rings and events, in one SQLite file.
///
/// When a call returns, its changes are on the disk (WAL with synchronous=FULL, one fsync for each commit). Calls
/// block. Not thread-safe.
public final class Store {
  let database: Database
  /// Whether the tables are those of this version. In other versions, the history and erasures are not used.
  public let isOfOwnVersion: Bool
  /// The salt of the card digests, 16 bytes, generated once for each store.
  public internal(set) var salt: [UInt8]
  /// The invalid rows found when reading, until they are rewritten.
  public internal(set) var flaws: [Flaw] = []

  /// Opens or creates the store.
  ///
  /// Throws `newerVersion`, `olderVersion`, `readOnly`, `full` or `corrupt`, having changed nothing.
  ///
  /// - Parameters:
  ///   - isThere: Whether the store was created before. If it has no tables, it has lost them and is corrupt.
  ///   - isOfAnyVersion: Whether to accept a store of any version unchanged, for a start that must not fail.
  public init(path: String, isThere: Bool = false, isOfAnyVersion: Bool = false) throws(StorageError) {
    database = try Database(path: path, readOnly: false)
    // A store that turns out to be broken is kept unchanged for inspection.
    database.keepLog(true)
    if !isOfAnyVersion, try Schema.isEmpty(database), isThere {
      throw StorageError(.corrupt, "opening the store", "its tables are missing")
    }
    // A negative cache size is in KiB. Little is read twice, and small boards are short of memory.
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256")
    // Deleted data is overwritten, so that it cannot be recovered from the file. Only `Database` moves the log into the
    // file, after checking the file.
    try database.execute("PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0")
    if !isOfAnyVersion {
      try Schema.checkTables(database)
      try Schema.create(in: database)
    }
    isOfOwnVersion = try Schema.isOwn(database)
    salt = try Self.salt(in: database)
    database.keepLog(false)
    database.log = OpenLog(of: path, database.handle)
    if !isOfAnyVersion {
      database.log?.lastEvent = try eventsEver()
      noteLog()
    }
  }

  /// Opens a copy of a store for reading, when nothing can be written.
  public init(readingCopyAt path: String, isOfAnyVersion: Bool = false) throws(StorageError) {
    database = try Database(path: path, readOnly: true)
    if !isOfAnyVersion { try Schema.checkTables(database) }
    isOfOwnVersion = try Schema.isOwn(database)
    salt = try Self.salt(in: database)
  }

  /// Leaves a broken store's file and write-ahead log unchanged when the store is closed.
  public func abandon() { database.keepLog(true) }

  /// Whether the write-ahead log was removed or replaced while open. Commits then go into the file at once.
  public var isLogAstray: Bool { database.log.map { !$0.isInPlace } ?? false }

  /// Ensures that committed data survives a crash. Throws `corrupt` if some of it is lost.
  public func settle() throws(StorageError) { try database.settle() }

  /// Does the same after a change. The change is stored, so it does not fail because another program prevents checking
  /// the file.
  public func confirm() throws(StorageError) { try database.settle(after: 0) }

  /// Marks the file with the identity of its log, if necessary. Failures are ignored and can be retried, because alarms
  /// must ring even on a full disk.
  public func noteLog() {
    guard database.log != nil, !database.isLogNoted else { return }
    do { try database.noteLog() } catch {}
  }

  /// Moves committed data from the log into the file, so that it does not depend on the log.
  public func emptyLog() { database.emptyLog() }

  private static let saltLength = 16

  static func salt(in database: Database) throws(StorageError) -> [UInt8] {
    guard let salt = try database.run("SELECT value FROM salt", row: { $0.blob(0) }).first else {
      throw StorageError(.corrupt, "reading the cards' salt", "it is missing")
    }
    // With another salt, no card would be recognized.
    guard salt.count == saltLength else {
      throw StorageError(.corrupt, "reading the cards' salt", "it has \(salt.count) bytes instead of \(saltLength)")
    }
    return salt
  }

  /// Runs `body` in a transaction, which is rolled back if `body` throws. Then `flaws` is restored as well.
  public func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    let before = flaws
    do { return try database.transaction(body) } catch {
      flaws = before
      throw error
    }
  }

  // MARK: Settings

  /// Returns the settings that differ from the defaults, as user input.
  public func settings() throws(StorageError) -> [SettingKey: String] {
    let rows = try rows(of: .settings, "SELECT key, value, rowid FROM settings") { row, reading throws(Flaw) in
      guard let key = SettingKey(rawValue: reading.key) else { throw reading.flaw("key", "there is no such setting") }
      let text = row.text(1)
      try reading.needed("value", text) { text throws(InvalidValue) in
        var settings = Settings()
        try settings.take(key, stored: text)
      }
      return (key, text)
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// Stores a setting; `nil` restores the default.
  public func set(_ key: SettingKey, to value: String?) throws(StorageError) {
    guard let value else { return try delete(key.rawValue, from: .settings, "key") }
    try put(in: .settings, ["key": key.rawValue, "value": value])
  }

  // MARK: Cards

  public func cards() throws(StorageError) -> [Card] {
    try rows(
      of: .cards, "SELECT id, name, digest, enrolled, created, kind, rowid FROM cards ORDER BY created, id", Self.card()
    )
  }

  /// Returns a function that reads one card after another and finds duplicates.
  static func card() -> (borrowing SQLRow, inout RowReading) throws(Flaw) -> Card {
    var (ids, names, digests): (Set<String>, Set<String>, Set<[UInt8]>) = ([], [], [])
    return { row, reading throws(Flaw) in
      let (id, digest) = (try reading.id(&ids), row.blob(2))
      guard digest.count == Card.digestLength else {
        throw reading.flaw("digest", "it has \(digest.count) bytes instead of \(Card.digestLength), so no code matches")
      }
      guard digests.insert(digest).inserted else { throw reading.flaw("digest", "another card has this code") }
      // A card ends rings whatever its name is.
      var name = reading.value("name", row.text(1), or: id) { name throws(InvalidValue) in
        try checkedName(name, field: "name", mayBeEmpty: false)
      }
      if !names.insert(name).inserted {
        reading.note(ColumnText.refusal("name", name, "another card has this name"))
        name = id
      }
      return Card(
        id: id, name: name, kind: try reading.needed("kind", row.text(5), ColumnText.cardKind), digest: digest,
        isEnrolled: row.flag(3), created: row.instant(4))
    }
  }

  public func save(_ card: Card) throws(StorageError) {
    try put(
      in: .cards,
      [
        "id": card.id, "name": card.name, "digest": card.digest, "enrolled": card.isEnrolled, "created": card.created,
        "kind": card.kind.rawValue,
      ])
  }

  public func removeCard(_ id: String) throws(StorageError) { try delete(id, from: .cards) }
}
