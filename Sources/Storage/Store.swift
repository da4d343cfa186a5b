import AlarmClock

/// Everything that outlives the daemon: alarms, cards, settings, rings, events, in one SQLite file.
///
/// What a call has returned from is on the disk (WAL with synchronous=FULL: an fsync a commit). Calls block; one
/// thread at a time.
public final class Store {
  let database: Database
  /// Whether the tables are those of this version. In other versions the history and erasures are left alone.
  public let isOfOwnVersion: Bool
  /// The salt of the card digests, made once for each store; 16 bytes.
  public internal(set) var salt: [UInt8]
  /// What was found to be no good where rows were read, until it is written anew.
  public internal(set) var flaws: [Flaw] = []

  /// Opens or creates the store.
  ///
  /// Throws `newerVersion`, `olderVersion`, `readOnly`, `full`, `corrupt`, with nothing changed.
  ///
  /// - Parameters:
  ///   - isThere: it was made before: one without tables has lost them, and is corrupt.
  ///   - isOfAnyVersion: takes a store of any version as it is, for a start that must not fail at that.
  public init(path: String, isThere: Bool = false, isOfAnyVersion: Bool = false) throws(StorageError) {
    database = try Database(path: path, readOnly: false)
    // One that turns out to be broken stays as it is, for those who look into it.
    database.keepLog(true)
    if !isOfAnyVersion, try Schema.isEmpty(database), isThere {
      throw StorageError(.corrupt, "opening the store", "it has no tables any more")
    }
    // The cache in KiB, as it is negative: what is read twice is little, and memory is short on small boards. What is
    // deleted is written over, so that none of it can be read in the file.
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256")
    // The log is moved into the file by `Database` alone, which looks at the file before.
    try database.execute("PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0")
    if !isOfAnyVersion {
      try Schema.checkTables(database)
      try Schema.create(in: database)
    }
    isOfOwnVersion = try Schema.isOwn(database)
    salt = try Self.salt(in: database)
    database.keepLog(false)
    database.watchLog(of: path)
    if !isOfAnyVersion {
      database.log?.lastEvent = try eventsEver()
      noteLog()
    }
  }

  /// Opens a copy of a store, to read what is stored where nothing can be written.
  public init(readingCopyAt path: String, isOfAnyVersion: Bool = false) throws(StorageError) {
    database = try Database(path: path, readOnly: true)
    if !isOfAnyVersion {
      _ = try Schema.isEmpty(database)
      try Schema.checkTables(database)
    }
    isOfOwnVersion = try Schema.isOwn(database)
    salt = try Self.salt(in: database)
  }

  /// Leaves the file and its write-ahead log as they are when the store is let go: it is broken.
  public func abandon() { database.keepLog(true) }

  /// Whether the write-ahead log was removed or replaced beneath this. What is committed goes into the file at once.
  public var isLogAstray: Bool { database.isLogAstray }

  /// Makes sure that what was committed is found after a death. Throws `corrupt` where some of it is lost.
  public func settle() throws(StorageError) { try database.settle() }

  /// The same after a change. The change is stored, so another program that prevents a look at the file does not refuse it.
  public func confirm() throws(StorageError) { try database.settle(after: 0) }

  /// Notes in the file which log is its own, unless it says so. A full disk takes no note, and its alarms ring all the
  /// same: to be tried again.
  public func noteLog() {
    guard database.log != nil, !database.isLogNoted else { return }
    do { try database.noteLog() } catch {}
  }

  /// Moves what was committed from the log into the file, so that whoever takes the log away takes nothing with it.
  public func emptyLog() { database.emptyLog() }

  private static let saltLength = 16

  static func salt(in database: Database) throws(StorageError) -> [UInt8] {
    guard let salt = try database.run("SELECT value FROM salt", row: { $0.blob(0) }).first else {
      throw StorageError(.corrupt, "reading the salt of the cards", "there is none")
    }
    // With another one no card would be known.
    guard salt.count == saltLength else {
      throw StorageError(.corrupt, "reading the salt of the cards", "it has \(salt.count) bytes, and not \(saltLength)")
    }
    return salt
  }

  /// All or nothing.
  public func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    let before = flaws
    do { return try database.transaction(body) } catch {
      flaws = before
      throw error
    }
  }

  // MARK: Settings

  /// The settings that differ from the first-run defaults, as typed.
  public func settings() throws(StorageError) -> [SettingKey: String] {
    let rows = try rows(of: .settings, "SELECT key, value, rowid FROM settings") { row, reading throws(Flaw) in
      guard let key = SettingKey(rawValue: reading.key) else { throw reading.flaw("key", "there is no such setting") }
      let text = row.text(1)
      try reading.needed("value") { () throws(InvalidValue) in
        var settings = Settings()
        try settings.take(key, stored: text)
      }
      return (key, text)
    }
    return Dictionary(rows) { first, _ in first }
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
    flaws.removeAll { $0.table == .settings && $0.key == key.rawValue }
  }

  // MARK: Cards

  public func cards() throws(StorageError) -> [Card] {
    try rows(
      of: .cards, "SELECT id, name, digest, enrolled, created, kind, rowid FROM cards ORDER BY created, id", Self.card()
    )
  }

  /// Reads one card after another.
  static func card() -> (borrowing SQLRow, inout RowReading) throws(Flaw) -> Card {
    var (ids, names, digests): (Set<String>, Set<String>, Set<[UInt8]>) = ([], [], [])
    return { row, reading throws(Flaw) in
      let (id, digest) = (try reading.id(&ids), row.blob(2))
      guard digest.count == Card.digestLength else {
        throw reading.flaw("digest", "it has \(digest.count) bytes, and not \(Card.digestLength): no code has it")
      }
      guard digests.insert(digest).inserted else { throw reading.flaw("digest", "another card has this code too") }
      let (stored, kind) = (row.text(1), row.text(5))
      // Whatever it is called, it ends rings.
      var name = reading.value("name", or: id) { () throws(InvalidValue) in
        try checkedName(stored, field: "name", mayBeEmpty: false)
      }
      if !names.insert(name).inserted {
        reading.note(ColumnText.refusal("name", name, "another card is called that too"))
        name = id
      }
      return Card(
        id: id, name: name,
        kind: try reading.needed("kind") { () throws(InvalidValue) in try ColumnText.cardKind(kind) },
        digest: digest, isEnrolled: row.integer(3) != 0, created: Instant(nanoseconds: row.integer(4)))
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
    mend(.cards, card.id)
  }

  public func removeCard(_ id: String) throws(StorageError) {
    try database.run("DELETE FROM cards WHERE id = ?", [.text(id)])
    mend(.cards, id)
  }
}
