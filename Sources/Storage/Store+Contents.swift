import AlarmClock

/// The amount of data in the store, to show to users.
extension Store {
  /// The kinds of stored rows.
  public enum Contents: String, CaseIterable, Sendable {
    case alarms, timers, presets, pauses, calendars, holidays, cards, settings, rings, history, happenings, events

    /// The column of the row's time, if rows have one.
    fileprivate var time: String? {
      switch self {
      case .alarms, .timers, .presets, .pauses, .calendars, .holidays, .settings: nil
      case .cards: "created"
      case .rings, .history: "due"
      case .happenings: "began"
      case .events: "time"
      }
    }
  }

  public struct Amount: Hashable, Sendable {
    public var rows = 0
    /// The approximate size of all values as text.
    public var bytes = 0
    /// The earliest time, or `nil` if there are no rows, or rows have no time.
    public var since: Instant?

    public init() {}

    fileprivate init(rows: Int, bytes: Int, since: Instant?) {
      self.rows = rows
      self.bytes = bytes
      self.since = since
    }

    public static func + (first: Amount, second: Amount) -> Amount {
      Amount(
        rows: first.rows + second.rows, bytes: first.bytes + second.bytes,
        since: [first.since, second.since].compactMap(\.self).min())
    }
  }

  public func amount(of contents: Contents) throws(StorageError) -> Amount {
    let table = contents.rawValue
    let columns = try database.run("SELECT name FROM pragma_table_info(?)", [table]) { $0.text(0) }
    // A store of another version may lack the table.
    guard !columns.isEmpty else { return Amount() }
    let lengths = columns.map { "COALESCE(LENGTH(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
    return try database.run(
      "SELECT COUNT(*), COALESCE(SUM(\(lengths)), 0), \(contents.time.map { "MIN(\($0))" } ?? "NULL") FROM \(table)"
    ) { row in
      Amount(rows: Int(row.integer(0)), bytes: Int(row.integer(1)), since: row.optionalInstant(2))
    }.first ?? Amount()
  }
}
