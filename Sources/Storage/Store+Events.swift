import AlarmClock

extension Store {
  /// Appends an event to the log under its own sequence number, and its `happening` to the history. An event that is
  /// already stored is left unchanged.
  public func append(_ event: Event) throws(StorageError) {
    let added = try database.run(
      """
      INSERT INTO events (sequence, time, kind, alarm_id, label, detail) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING RETURNING 1
      """,
      [event.sequence, event.time, event.kind.rawValue, event.alarmID, event.label, event.detail]
    ) { _ in }.count
    if let sequence = event.sequence, let last = database.log?.lastEvent, sequence > last {
      database.log?.lastEvent = sequence
    }
    if let happening = event.happening, added > 0 { try append(happening) }
  }

  /// Higher numbers cannot be ours: it takes a century to get here at a thousand events a second.
  static let lastSequence: Int64 = 1 << 42

  /// Returns the number of the last event, or 0 if there is none.
  public func lastEventSequence() throws(StorageError) -> Int64 {
    try database.run("SELECT MAX(sequence) FROM events WHERE sequence <= \(Self.lastSequence)") { $0.integer(0) }.first
      ?? 0
  }

  /// Returns the latest `limit` selected events since `instant`, in order. Skips kinds of later versions.
  public func events(
    since instant: Instant?, _ wanted: EventFilter = EventFilter(), limit: Int
  ) throws(StorageError) -> [Event] {
    let rows = try database.run(
      """
      SELECT sequence, time, kind, alarm_id, label, detail FROM events
      WHERE time >= ?1 AND sequence <= \(Self.lastSequence) AND \(AlarmFilter.condition(from: 2))
        AND (?4 IS NULL OR instr(?4, ' ' || kind || ' ') > 0)
        AND (?5 IS NULL OR instr(?6, ' ' || kind || ' ') > 0
          OR instr(?7, ' ' || kind || ' ') > 0 AND (detail = ?5 OR detail LIKE ?5 || ':%'))
      ORDER BY sequence DESC LIMIT ?8
      """,
      [instant ?? Instant.min] + AlarmFilter.values(wanted.alarm) + wanted.values + [limit], row: Self.event)
    return rows.compactMap { $0 }.reversed()
  }

  /// A line of the log for a reader of the whole log. `event` is `nil` if it is from a later version.
  public struct LogLine: Hashable, Sendable {
    public var sequence: Int64
    public var time: Instant
    public var event: Event?
  }

  /// Returns the first `limit` lines after this number, in order.
  public func logLines(after sequence: Int64, limit: Int) throws(StorageError) -> [LogLine] {
    try database.run(
      """
      SELECT sequence, time, kind, alarm_id, label, detail FROM events
      WHERE sequence > ? AND sequence <= \(Self.lastSequence) ORDER BY sequence LIMIT ?
      """, [sequence, limit]
    ) { LogLine(sequence: $0.integer(0), time: $0.instant(1), event: Self.event($0)) }
  }

  public func countLogLines(after sequence: Int64) throws(StorageError) -> Int {
    try database.run(
      "SELECT COUNT(*) FROM events WHERE sequence > ? AND sequence <= \(Self.lastSequence)", [sequence]
    ) { Int($0.integer(0)) }.first ?? 0
  }

  private static func event(_ row: borrowing SQLRow) -> Event? {
    guard let kind = Event.Kind(rawValue: row.text(2)) else { return nil }
    return Event(
      sequence: row.integer(0), time: row.instant(1), kind: kind, alarmID: row.optionalLine(3),
      label: row.optionalLine(4), detail: row.optionalLine(5))
  }
}
