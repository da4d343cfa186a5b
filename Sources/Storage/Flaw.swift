import AlarmClock

/// A stored row or value that no version writes and no user could have typed. The rest of the store works without it.
public struct Flaw: Error, Hashable, Sendable, CustomStringConvertible {
  public var table: Store.Table
  /// The stored id or name, which may be any text.
  public var key: String
  /// Identifies the row regardless of its id; 0 if it has no row id.
  public var rowID: Int64
  /// The name of the invalid field for the user, such as `fade-in` or `id`.
  public var field: String
  /// A clause without a period.
  public var reason: String
  /// Whether the row is ignored, but kept. Otherwise a default replaces the value.
  public var isPutAside: Bool

  /// For example `alarm k3f9xa: fade-in: it must be from 0s to 5m`.
  public var description: String { "\(place): \(field): \(reason)" }

  /// For example `alarm k3f9xa` or, if the id is invalid, `alarm in row 7 ("..../x")`.
  public var place: String {
    let what =
      switch table {
      case .rings: "armed alarm"
      case .holidays: "holiday of the calendar"
      // The singular.
      default: String(table.rawValue.dropLast())
      }
    if isNamed { return "\(what) \(key)" }
    let shown = InvalidValue(field: "", value: key, reason: "", remedy: "").shownValue
    return rowID == 0 ? "\(what) \"\(shown)\"" : "\(what) in row \(rowID) (\"\(shown)\")"
  }

  public var isNamed: Bool {
    [.alarms, .cards, .rings, .timers].contains(table) && Alarm.isID(key)
      || table == .settings && SettingKey(rawValue: key) != nil
  }
}

struct RowReading {
  let table: Store.Table
  let key: String
  let rowID: Int64
  private(set) var flaws: [Flaw] = []

  /// Returns the value, or notes the flaw and returns `standIn` if the value is invalid.
  mutating func value<Stored, Value>(
    _ field: String, _ stored: Stored, or standIn: Value, _ read: (Stored) throws(InvalidValue) -> Value
  ) -> Value {
    do throws(InvalidValue) { return try read(stored) } catch {
      flaws.append(flaw(field, error.reason, isPutAside: false))
      return standIn
    }
  }

  /// Notes a flaw that does not put the row aside.
  mutating func note(_ error: InvalidValue) {
    flaws.append(flaw(String(error.field.drop { $0 == "-" }), error.reason, isPutAside: false))
  }

  /// Reads a value without which the row is useless, and throws if it is invalid.
  func needed<Stored, Value>(
    _ field: String, _ stored: Stored, _ read: (Stored) throws(InvalidValue) -> Value
  ) throws(Flaw) -> Value {
    do throws(InvalidValue) { return try read(stored) } catch { throw flaw(field, error.reason) }
  }

  /// Returns the key if it is a valid id that no earlier row has.
  func id(_ taken: inout Set<String>) throws(Flaw) -> String {
    guard Alarm.isID(key) else { throw flaw("id", "it is not valid") }
    guard taken.insert(key).inserted else { throw flaw("id", "another row has it") }
    return key
  }

  func flaw(_ field: String, _ reason: String, isPutAside: Bool = true) -> Flaw {
    Flaw(table: table, key: key, rowID: rowID, field: field, reason: reason, isPutAside: isPutAside)
  }
}

extension Store {
  /// Reads the rows of a table one by one. Unusable rows are left out and added to `flaws`.
  ///
  /// - Parameter sql: Selects the key first, and the row id last, or NULL if there is none.
  func rows<Value>(
    of table: Store.Table, _ sql: String,
    _ read: (borrowing SQLRow, inout RowReading) throws(Flaw) -> Value
  ) throws(StorageError) -> [Value] {
    var values: [Value] = []
    var found: [Flaw] = []
    _ = try database.run(sql) { row in
      var reading = RowReading(table: table, key: row.text(0), rowID: row.integer(row.count - 1))
      do throws(Flaw) { values.append(try read(row, &reading)) } catch { found.append(error) }
      found += reading.flaws
    }
    flaws.removeAll { $0.table == table }
    flaws += found
    return values
  }

  /// Inserts or updates a row (https://sqlite.org/lang_upsert.html), and removes its flaws.
  ///
  /// - Parameters:
  ///   - row: The values by column, the key first.
  ///   - own: The values of further columns.
  ///   - keys: The number of columns of the key.
  ///   - condition: Further SQL, such as a condition for an update.
  func put(
    in table: Store.Table, _ row: KeyValuePairs<String, (any SQLValue)?>,
    own: [(key: String, value: StoredValue?)] = [], keys: Int = 1, _ condition: String = ""
  ) throws(StorageError) {
    let columns = row.map(\.key) + own.map(\.key)
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let updates = columns.dropFirst(keys).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    try database.run(
      """
      INSERT INTO \(table.rawValue) (\(columns.joined(separator: ", "))) VALUES (\(marks))
      ON CONFLICT (\(columns.prefix(keys).joined(separator: ", "))) DO UPDATE SET \(updates) \(condition)
      """, row.map(\.value) + own.map { $0.value })
    if let key = row.first?.value as? String { mend(table, key) }
  }

  /// Deletes a row and its flaws.
  func delete(_ key: String, from table: Store.Table, _ column: String = "id") throws(StorageError) {
    try database.run("DELETE FROM \(table.rawValue) WHERE \(column) = ?", [key])
    mend(table, key)
  }

  /// Removes the flaws of a row that was rewritten or deleted. An alarm can have several rings, so unreadable ones keep
  /// their flaws.
  func mend(_ table: Store.Table, _ key: String) {
    flaws.removeAll { $0.table == table && $0.key == key && !(table == .rings && $0.isPutAside) }
  }
}
