import AlarmClock

/// A row, or a value in one, that no version writes and nobody could have typed. The rest of the store works without it.
public struct Flaw: Error, Hashable, Sendable {
  public enum Table: String, CaseIterable, Hashable, Sendable {
    case alarms, cards, settings, rings, timers, presets, pauses, calendars, holidays
  }

  public var table: Table
  /// The row's id or name as it is stored, which may be anything.
  public var key: String
  /// By which the row is found whatever its id is; 0: it has none.
  public var rowID: Int64
  /// What is wrong, as people call it: `fade-in`, `id`.
  public var field: String
  /// Why, a clause without a full stop.
  public var reason: String
  /// Whether the row is put aside: it stays where it is and is not used. Else a default stands in for the value.
  public var isPutAside: Bool
}

extension Flaw: CustomStringConvertible {
  /// As `alarm k3f9xa: fade-in: it has to be from 0s to 5m`.
  public var description: String { "\(place): \(field): \(reason)" }

  /// As `alarm k3f9xa` or, where the id is no id, `alarm in row 7 ("..../x")`.
  public var place: String {
    let what =
      switch table {
      case .alarms: "alarm"
      case .cards: "card"
      case .settings: "setting"
      case .rings: "armed alarm"
      case .timers: "timer"
      case .presets: "preset"
      case .pauses: "pause"
      case .calendars: "calendar"
      case .holidays: "holiday of the calendar"
      }
    if isNamed { return "\(what) \(key)" }
    let shown = InvalidValue(field: "", value: key, reason: "", remedy: "").shownValue
    return rowID == 0 ? "\(what) \"\(shown)\"" : "\(what) in row \(rowID) (\"\(shown)\")"
  }

  /// The key is one that people can type.
  public var isNamed: Bool {
    switch table {
    case .alarms, .cards, .rings, .timers: Alarm.isID(key)
    case .settings: SettingKey(rawValue: key) != nil
    case .presets, .pauses, .calendars, .holidays: false
    }
  }
}

struct RowReading {
  let table: Flaw.Table
  let key: String
  let rowID: Int64
  private(set) var flaws: [Flaw] = []

  init(_ table: Flaw.Table, key: String, rowID: Int64) {
    self.table = table
    self.key = key
    self.rowID = rowID
  }

  /// What stands in for a value that is none.
  mutating func value<Value>(
    _ field: String, or standIn: Value, _ read: () throws(InvalidValue) -> Value
  ) -> Value {
    do throws(InvalidValue) { return try read() } catch {
      flaws.append(flaw(field, error.reason, isPutAside: false))
      return standIn
    }
  }

  /// Something else stands in for a value that is none.
  mutating func note(_ error: InvalidValue) {
    flaws.append(flaw(String(error.field.drop { $0 == "-" }), error.reason, isPutAside: false))
  }

  /// What the row is worth nothing without.
  func needed<Value>(_ field: String, _ read: () throws(InvalidValue) -> Value) throws(Flaw) -> Value {
    do throws(InvalidValue) { return try read() } catch { throw flaw(field, error.reason) }
  }

  /// The key, as an id that no row before this one has.
  func id(_ taken: inout Set<String>) throws(Flaw) -> String {
    guard Alarm.isID(key) else { throw flaw("id", "it is none") }
    guard taken.insert(key).inserted else { throw flaw("id", "another row has it too") }
    return key
  }

  func flaw(_ field: String, _ reason: String, isPutAside: Bool = true) -> Flaw {
    Flaw(table: table, key: key, rowID: rowID, field: field, reason: reason, isPutAside: isPutAside)
  }
}

extension Store {
  /// Reads the rows of a table one by one. What is no good of them is left out, and told in `flaws`.
  ///
  /// - Parameter sql: gives the key first, and the row's number last; null: it has none.
  func rows<Value>(
    of table: Flaw.Table, _ sql: String,
    _ read: (borrowing SQLRow, inout RowReading) throws(Flaw) -> Value
  ) throws(StorageError) -> [Value] {
    var values: [Value] = []
    var found: [Flaw] = []
    _ = try database.run(sql) { row in
      var reading = RowReading(table, key: row.text(0), rowID: row.integer(row.count - 1))
      do throws(Flaw) { values.append(try read(row, &reading)) } catch { found.append(error) }
      found += reading.flaws
    }
    flaws.removeAll { $0.table == table }
    flaws += found
    return values
  }

  /// A row was written anew, or removed. Of an alarm there may be several rings.
  func mend(_ table: Flaw.Table, _ key: String) {
    flaws.removeAll { $0.table == table && $0.key == key && !(table == .rings && $0.isPutAside) }
  }
}
