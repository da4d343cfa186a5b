import AlarmClock

/// The amount of data in the store, to show to users.
extension Store {
  /// The tables with data of users.
  public enum Table: String, CaseIterable, Sendable {
    case alarms, timers, presets, pauses, calendars, holidays, cards, settings, rings, history, happenings, events

    /// The columns of the rows' times, as far as rows have them.
    fileprivate static let times: [Table: String] = [
      .cards: "created", .rings: "due", .history: "due", .happenings: "began", .events: "time",
    ]
  }

  public struct Amount: Hashable, Sendable {
    public var rows = 0
    /// The approximate size of all values as text.
    public var bytes = 0
    /// The earliest time, or `nil` if there are no rows, or rows have no time.
    public var since: Instant?

    public static let zero = Amount()

    public static func + (first: Amount, second: Amount) -> Amount {
      Amount(
        rows: first.rows + second.rows, bytes: first.bytes + second.bytes,
        since: [first.since, second.since].compactMap(\.self).min())
    }
  }

  public func amount(of table: Table) throws(StorageError) -> Amount {
    let columns = try database.run("SELECT name FROM pragma_table_info(?)", [table.rawValue]) { $0.text(0) }
    // A store of another version may lack the table.
    guard !columns.isEmpty else { return .zero }
    let lengths = columns.map { "COALESCE(LENGTH(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
    return try database.run(
      """
      SELECT COUNT(*), COALESCE(SUM(\(lengths)), 0), \(Table.times[table].map { "MIN(\($0))" } ?? "NULL")
      FROM \(table.rawValue)
      """
    ) { row in
      Amount(rows: Int(row.integer(0)), bytes: Int(row.integer(1)), since: row.optionalInstant(2))
    }.first ?? .zero
  }
}
