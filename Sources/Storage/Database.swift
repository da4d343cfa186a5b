import CSQLite

/// One SQLite connection and its prepared statements. Not for several threads at once.
///
/// The file may be damaged, or made to do harm: nothing that its schema holds is run, and no statement runs for ever.
final class Database {
  private(set) var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]
  /// How often SQLite has asked whether the statement may go on.
  private var questions = 0
  /// How many statements have run: what a change costs, whatever the machine is busy with.
  private(set) var runs = 0
  /// nil: whether it is there is not looked after, as of what is only read.
  var log: OpenLog?
  /// Whether the file says which log is its own.
  var isLogNoted = false

  /// SQLite asks after so many steps of its machine (sqlite3_progress_handler).
  private static let stepsBetweenQuestions: Int32 = 10_000
  /// Together ten times what it takes to check a store with all the events that are kept; seconds at most.
  private static let mostQuestions = 5_000
  /// So many a statement gives; several times what a store holds of anything.
  private static let mostRows = 200_000
  /// Far beyond what our own statements and tables need.
  private static let limits: [(id: Int32, most: Int32)] = [
    (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_COLUMN, 100), (SQLITE_LIMIT_EXPR_DEPTH, 100),
    (SQLITE_LIMIT_COMPOUND_SELECT, 10), (SQLITE_LIMIT_TRIGGER_DEPTH, 10), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// Opens, or creates, a database file (sqlite3_open_v2).
  ///
  /// - Parameter withoutLog: reads the file alone, whatever its log says, and leaves both as they are.
  init(path: String, readOnly: Bool, withoutLog: Bool = false) throws(StorageError) {
    let flags =
      (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      | (withoutLog ? SQLITE_OPEN_URI : 0)
    let name = withoutLog ? Self.immutable(path) : path
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

  /// Such a name makes SQLite ignore the log (https://sqlite.org/uri.html).
  private static func immutable(_ path: String) -> String {
    let escaped = path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
    return "file:\(escaped)?immutable=1"
  }

  /// Whether closing leaves the write-ahead log as it is, instead of moving it into the file and deleting it.
  func keepLog(_ keeps: Bool) { _ = rouse_sqlite_keep_log(handle, keeps ? 1 : 0) }

  /// From now on no change is taken for stored unless the next one that opens the file will find it.
  func watchLog(of path: String) { log = OpenLog(of: path, handle) }

  /// Whether the log is not where the next one that opens the file looks for it.
  var isLogAstray: Bool { log.map { !$0.isInPlace } ?? false }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(StorageError) {
    questions = 0
    runs += 1
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Runs one statement with its values, keeping it prepared, and hands every row on.
  @discardableResult
  func run<Row>(
    _ sql: String, _ values: [SQLValue] = [], row: (borrowing SQLRow) throws(StorageError) -> Row
  ) throws(StorageError) -> [Row] {
    let statement = try prepared(sql)
    let isChange = sqlite3_stmt_readonly(statement) == 0 && sqlite3_get_autocommit(handle) != 0
    if isChange { try settle() }
    let rows = try step(statement, sql, values, row: row)
    if isChange { try confirm() }
    return rows
  }

  private func step<Row>(
    _ statement: OpaquePointer, _ sql: String, _ values: [SQLValue],
    row: (borrowing SQLRow) throws(StorageError) -> Row
  ) throws(StorageError) -> [Row] {
    questions = 0
    runs += 1
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      guard value.bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else { throw failure(sql) }
    }
    var rows: [Row] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard rows.count < Self.mostRows else { throw StorageError(.corrupt, sql, "it has too many rows") }
        rows.append(try row(SQLRow(statement: statement)))
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  /// Runs one statement that gives no rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StorageError) {
    try run(sql, values) { _ in }
  }

  /// All or nothing: commits what `body` did, or rolls it back and throws on.
  func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
    try settle()
    try execute("BEGIN IMMEDIATE")
    let lastEvent = log?.lastEvent
    let result: Result
    do {
      result = try body()
      try execute("COMMIT")
    } catch {
      // A failed COMMIT may have rolled back already (sqlite3_get_autocommit tells).
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      if let lastEvent { log?.lastEvent = lastEvent }
      throw error
    }
    try confirm()
    return result
  }

  /// The log is moved into the file when it has so many frames, as SQLite does by itself (wal_autocheckpoint).
  private static let mostFrames: UInt32 = 1000

  /// After a commit.
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
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CONSTRAINT: .constraint
      // It was given up.
      case SQLITE_INTERRUPT: .corrupt
      default: .other
      }
    let isEndless = sqlite3_errcode(handle) & 0xFF == SQLITE_INTERRUPT
    return StorageError(
      kind, operation, isEndless ? "it goes on without end" : String(cString: sqlite3_errmsg(handle)))
  }
}

/// A value bound to a statement.
enum SQLValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

  fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes at once.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copied)
    case .blob(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
    }
  }
}

/// The row a statement stands on.
struct SQLRow: ~Copyable {
  fileprivate let statement: OpaquePointer

  var count: Int32 { sqlite3_column_count(statement) }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func optionalInteger(_ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Int(integer(column))
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? { optionalText(column, most: .max) }

  /// Cut to what fits a line of the log: nobody needs more of it, and there are many.
  func optionalLine(_ column: Int32) -> String? { optionalText(column, most: 4096) }
  func line(_ column: Int32) -> String { optionalLine(column) ?? "" }

  private func optionalText(_ column: Int32, most: Int) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = min(most, Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// As it is stored; a fraction as text.
  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .text(text(column))
    }
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}
