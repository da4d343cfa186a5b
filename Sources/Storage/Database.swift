import AlarmClock
import CSQLite

/// An SQLite connection and its prepared statements. Not thread-safe.
///
/// The file may be damaged or malicious: nothing in its schema is executed, and every statement is stopped eventually.
final class Database {
  private(set) var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  /// The calls of the progress handler in the current statement.
  private var questions = 0
  /// The number of statements run, which measures the cost of a change independently of the machine's load.
  private(set) var runs = 0
  /// If set, a change counts as stored only if the next program that opens the file will find it. `nil` for a database
  /// that is only read.
  var log: OpenLog?
  /// Whether the file is marked with the identity of its log.
  var isLogNoted = false

  /// In steps of SQLite's virtual machine (sqlite3_progress_handler).
  private static let stepsBetweenQuestions: Int32 = 10_000
  /// With `stepsBetweenQuestions`, ten times the cost of checking a store with all the events that are kept; a few
  /// seconds at most.
  private static let mostQuestions = 5_000
  /// The most rows of one statement, several times as many as a store holds of anything.
  private static let mostRows = 200_000
  /// Far beyond the needs of our own statements and tables.
  private static let limits: [(id: Int32, most: Int32)] = [
    (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 100),
    (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_TRIGGER_DEPTH, 10), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// Opens or creates a database file (sqlite3_open_v2).
  ///
  /// - Parameter withoutLog: Whether to read the file alone, ignoring its log, and leave both unchanged.
  init(path: String, readOnly: Bool, withoutLog: Bool = false) throws(StorageError) {
    let flags =
      (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      | (withoutLog ? SQLITE_OPEN_URI : 0)
    // A URI makes SQLite ignore the log (https://sqlite.org/uri.html).
    let escaped = path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
    let name = withoutLog ? "file:\(escaped)?immutable=1" : path
    guard sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
      let error = failure("opening \(path)")
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 2000)
    guard rouse_sqlite_distrust(handle) == SQLITE_OK else { throw failure("opening \(path)") }
    for limit in Self.limits { sqlite3_limit(handle, limit.id, limit.most) }
    sqlite3_progress_handler(
      handle, Self.stepsBetweenQuestions,
      { context in
        guard let context else { return 1 }
        let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        database.questions += 1
        return database.questions > Database.mostQuestions ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
  }

  deinit {
    // The log must not be written into another store's file.
    do { try log?.check() } catch { keepLog(true) }
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Sets whether closing leaves the write-ahead log alone, instead of moving it into the file and deleting it.
  func keepLog(_ keeps: Bool) { _ = rouse_sqlite_keep_log(handle, keeps ? 1 : 0) }

  func execute(_ sql: String) throws(StorageError) {
    questions = 0
    runs += 1
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Runs one statement, keeps it prepared, and passes each row to `row`.
  @discardableResult
  func run<Row>(
    _ sql: String, _ values: [(any SQLValue)?] = [], row: (borrowing SQLRow) throws(StorageError) -> Row
  ) throws(StorageError) -> [Row] {
    let statement = try prepared(sql)
    let isChange = sqlite3_stmt_readonly(statement) == 0 && sqlite3_get_autocommit(handle) != 0
    if isChange { try settle() }
    questions = 0
    runs += 1
    var rows: [Row] = []
    do {
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      for (index, value) in values.enumerated() {
        let number = Int32(index + 1)
        let code = value?.bind(to: statement, at: number) ?? sqlite3_bind_null(statement, number)
        guard code == SQLITE_OK else { throw failure(sql) }
      }
      var code = sqlite3_step(statement)
      while code == SQLITE_ROW {
        guard rows.count < Self.mostRows else { throw StorageError(.corrupt, sql, "it has too many rows") }
        rows.append(try row(SQLRow(statement: statement)))
        code = sqlite3_step(statement)
      }
      guard code == SQLITE_DONE else { throw failure(sql) }
    }
    if isChange { try confirm() }
    return rows
  }

  func run(_ sql: String, _ values: [(any SQLValue)?] = []) throws(StorageError) {
    try run(sql, values) { _ in }
  }

  /// Runs `body` in a transaction, which is rolled back if `body` throws.
  func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    try settle()
    try execute("BEGIN IMMEDIATE")
    let lastEvent = log?.lastEvent
    let result: Result
    do {
      result = try body()
      try execute("COMMIT")
    } catch {
      // A failed COMMIT may already have rolled back (sqlite3_get_autocommit).
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      if let lastEvent { log?.lastEvent = lastEvent }
      throw error
    }
    try confirm()
    return result
  }

  /// The number of frames at which the log is moved into the file, SQLite's own default (wal_autocheckpoint).
  private static let mostFrames: UInt32 = 1000

  /// Checks and measures the log after a commit.
  func confirm() throws(StorageError) {
    try settle(after: 1)
    log?.measure()
    if log?.waiting ?? 0 > Self.mostFrames { emptyLog() }
  }

  private func prepared(_ sql: String) throws(StorageError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure(sql)
    }
    statements[sql] = statement
    return statement
  }

  func failure(_ operation: String) -> StorageError {
    let kind: StorageError.Kind =
      switch sqlite3_errcode(handle) & 0xFF {
      case SQLITE_FULL: .full
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: .readOnly
      // The progress handler has stopped the statement (SQLITE_INTERRUPT).
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_INTERRUPT: .corrupt
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_CONSTRAINT: .constraint
      default: .other
      }
    let isEndless = sqlite3_errcode(handle) & 0xFF == SQLITE_INTERRUPT
    return StorageError(
      kind, operation, isEndless ? "it never ends" : String(cString: sqlite3_errmsg(handle)))
  }
}

/// A value that can be bound to a statement.
protocol SQLValue {
  /// Returns a result code of SQLite.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension SQLValue where Self: BinaryInteger {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, Int64(self)) }
}

extension Int: SQLValue {}
extension Int64: SQLValue {}

extension Bool: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { (self ? 1 : 0).bind(to: statement, at: index) }
}

extension Instant: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { nanoseconds.bind(to: statement, at: index) }
}

extension Duration: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { wholeNanoseconds.bind(to: statement, at: index) }
}

/// SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes at once.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

extension String: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_text(statement, index, self, Int32(utf8.count), copied)
  }
}

extension [UInt8]: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_blob(statement, index, self, Int32(count), copied)
  }
}

extension StoredValue: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .integer(let number): number.bind(to: statement, at: index)
    case .text(let text): text.bind(to: statement, at: index)
    }
  }
}

/// The current row of a statement.
struct SQLRow: ~Copyable {
  fileprivate let statement: OpaquePointer

  var count: Int32 { sqlite3_column_count(statement) }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func instant(_ column: Int32) -> Instant { Instant(nanoseconds: integer(column)) }

  func optionalInstant(_ column: Int32) -> Instant? { optionalInteger(column).map { Instant(nanoseconds: $0) } }

  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? { optionalText(column, most: .max) }

  /// Cut to 4096 bytes, the length of a log line, because there are many rows.
  func optionalLine(_ column: Int32) -> String? { optionalText(column, most: 4096) }
  func line(_ column: Int32) -> String { optionalLine(column) ?? "" }

  private func optionalText(_ column: Int32, most: Int) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = min(most, Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns an override of an alarm or a timer, or `nil` if inherited.
  func ownValue(_ column: Int32) -> StoredValue? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: nil
    case SQLITE_INTEGER: .integer(integer(column))
    // Never a valid override.
    case SQLITE_BLOB: .text("")
    default: .text(text(column))
    }
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}
