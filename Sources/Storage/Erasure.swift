import AlarmClock

/// What people want erased, and when: planned, or begun and to be finished.
public struct Erasure: Hashable, Sendable {
  public enum Scope: String, Hashable, Sendable {
    /// How rings went, what went on beside them, the log, and the pictures of rings.
    case history
    /// That, and all else but alarms and cards.
    case all
  }

  public var scope: Scope
  /// Alarms go as well; cards too.
  public var alarms: Bool
  public var cards: Bool
  public var asked: Instant
  public var due: Instant
  /// Some of it may be gone: it cannot be taken back, and is finished whatever happens.
  public var hasBegun: Bool
  /// How many of its steps are done: none of them is done again, as it would take what was made since.
  public var stepsDone = 0

  public init(
    scope: Scope, alarms: Bool = false, cards: Bool = false, asked: Instant, due: Instant, hasBegun: Bool = false
  ) {
    self.scope = scope
    self.alarms = alarms
    self.cards = cards
    self.asked = asked
    self.due = due
    self.hasBegun = hasBegun
  }
}

extension Erasure {
  /// Whether all that another one erases goes with this one.
  public func covers(_ other: Erasure) -> Bool {
    (scope == .all || other.scope == .history) && (alarms || !other.alarms) && (cards || !other.cards)
  }
}

/// Erasing for good. Nothing that is open, armed, or a miss that nobody has acknowledged is touched.
extension Store {
  /// nil: none is planned.
  public func erasure() throws(StorageError) -> Erasure? {
    guard isOfOwnVersion else { return nil }
    return try database.run("SELECT scope, alarms, cards, asked, due, begun FROM erasure") { row -> Erasure? in
      Erasure.Scope(rawValue: row.text(0)).map {
        var erasure = Erasure(
          scope: $0, alarms: row.integer(1) != 0, cards: row.integer(2) != 0,
          asked: Instant(nanoseconds: row.integer(3)), due: Instant(nanoseconds: row.integer(4)),
          hasBegun: row.integer(5) > 0)
        erasure.stepsDone = Int(min(max(0, row.integer(5) - 1), 100))
        return erasure
      }
    }.compactMap(\.self).first
  }

  /// nil: none is planned any more.
  public func set(_ erasure: Erasure?) throws(StorageError) {
    guard isOfOwnVersion else { return }
    guard let erasure else { return try database.run("DELETE FROM erasure") }
    try database.run(
      "REPLACE INTO erasure (number, scope, alarms, cards, asked, due, begun) VALUES (1, ?, ?, ?, ?, ?, ?)",
      [
        .text(erasure.scope.rawValue), .integer(erasure.alarms ? 1 : 0), .integer(erasure.cards ? 1 : 0),
        .integer(erasure.asked.nanoseconds), .integer(erasure.due.nanoseconds),
        .integer(erasure.hasBegun ? Int64(1 + erasure.stepsDone) : 0),
      ])
  }

  /// Removes what is remembered, a piece at a time: of the log up to an event, of the history, of what went on beside
  /// rings, and of how rings ended that were due before `recent`.
  ///
  /// - Returns: how many rows went, of the kind of which most did; less than `batch`: there are no more.
  public func eraseHistory(upTo event: Int64, before recent: Instant, batch: Int) throws(StorageError) -> Int {
    let statements: [(sql: String, values: [SQLValue])] = [
      (
        "DELETE FROM events WHERE sequence IN (SELECT sequence FROM events WHERE sequence <= ? LIMIT ?) RETURNING 1",
        [.integer(event)]
      ),
      ("DELETE FROM happenings WHERE number IN (SELECT number FROM happenings LIMIT ?) RETURNING 1", []),
      (
        """
        DELETE FROM history WHERE (alarm_id, key) IN (
          SELECT alarm_id, key FROM history WHERE NOT EXISTS (
            SELECT 1 FROM rings WHERE alarm_id = history.alarm_id AND key = history.key AND outcome IS NULL) LIMIT ?)
        RETURNING 1
        """, []
      ),
      (
        """
        DELETE FROM rings WHERE (alarm_id, key) IN (
          SELECT alarm_id, key FROM rings WHERE due < ? AND \(Self.isForgettable) LIMIT ?) RETURNING 1
        """, [.integer(recent.nanoseconds)]
      ),
    ]
    return try transaction { () throws(StorageError) in
      var most = 0
      for (sql, values) in statements {
        most = max(most, try database.run(sql, values + [.integer(Int64(batch))]) { _ in }.count)
      }
      return most
    }
  }

  /// It ended, and if it was missed somebody knows.
  private static let isForgettable =
    "outcome IS NOT NULL AND (acknowledged = 1 OR outcome NOT IN ('missed', 'missed_unrung'))"

  /// Of the rings that ended lately only their times stay, so that a clock which is set back rings none of them again. No
  /// ring has a sound without a name: by that they are told from others (`pruneErasedRings`).
  public func blankRings() throws(StorageError) {
    try database.run(
      """
      UPDATE rings SET label = '', sound = '', cards = '', card_id = NULL, fallback_sound = NULL
      WHERE sound <> '' AND \(Self.isForgettable)
      """)
  }

  /// Removes what an erasure has left of rings, once it was due before `recent`.
  public func pruneErasedRings(before recent: Instant) throws(StorageError) {
    try database.run(
      "DELETE FROM rings WHERE sound = '' AND due < ? AND \(Self.isForgettable)", [.integer(recent.nanoseconds)])
  }

  /// Writes the file anew, so that nothing of what was removed is left in it or in its log.
  public func rewrite() throws(StorageError) { try database.rewrite() }

  /// A copy that takes the place of a broken store is of another time: what was planned in it may have been taken back
  /// since, and what had begun, had begun in that one.
  ///
  /// - Returns: whether there was one.
  public func forgetErasure() throws(StorageError) -> Bool {
    guard try erasure() != nil else { return false }
    try set(nil as Erasure?)
    return true
  }

  // MARK: A clock that leaps

  /// When the clock was found to be far ahead of what it had been; nil: it never was, or was set back since.
  public func leap() throws(StorageError) -> Instant? {
    guard isOfOwnVersion else { return nil }
    return try database.run("SELECT seen FROM leap") { Instant(nanoseconds: $0.integer(0)) }.first
  }

  public func setLeap(_ seen: Instant?) throws(StorageError) {
    guard isOfOwnVersion else { return }
    guard let seen else { return try database.run("DELETE FROM leap") }
    try database.run("REPLACE INTO leap (number, seen) VALUES (1, ?)", [.integer(seen.nanoseconds)])
  }
}
