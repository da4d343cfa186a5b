import AlarmClock

extension Store {
  /// Appends to the event log, under the event's own sequence number; one that is stored already stays.
  public func append(_ event: Event) throws(StorageError) {
    try database.run(
      """
      INSERT INTO events (sequence, time, kind, alarm_id, label, detail) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      [
        event.sequence.map(SQLValue.integer) ?? .null, .integer(event.time.nanoseconds), .text(event.kind.rawValue),
        SQLValue(event.alarmID), SQLValue(event.label), SQLValue(event.detail),
      ])
  }

  /// What is counted up to here in a century, at a thousand a second; a higher number is none of ours.
  static let lastSequence: Int64 = 1 << 42

  /// The number of the last event; 0: there is none.
  public func lastEventSequence() throws(StorageError) -> Int64 {
    try database.run("SELECT MAX(sequence) FROM events WHERE sequence <= \(Self.lastSequence)") { $0.integer(0) }.first
      ?? 0
  }

  /// The latest `limit` events since `instant`, in the order they happened. Kinds of a later version are left out.
  public func events(since instant: Instant?, limit: Int) throws(StorageError) -> [Event] {
    let rows = try database.run(
      """
      SELECT sequence, time, kind, alarm_id, label, detail FROM events WHERE time >= ? AND sequence <= \(Self.lastSequence)
      ORDER BY sequence DESC LIMIT ?
      """, [.integer(instant?.nanoseconds ?? .min), .integer(Int64(limit))], row: Self.event)
    return rows.compactMap { $0 }.reversed()
  }

  private static func event(_ row: borrowing SQLRow) -> Event? {
    guard let kind = Event.Kind(rawValue: row.text(2)) else { return nil }
    return Event(
      sequence: row.integer(0), time: Instant(nanoseconds: row.integer(1)), kind: kind,
      alarmID: row.optionalLine(3), label: row.optionalLine(4), detail: row.optionalLine(5))
  }
}
