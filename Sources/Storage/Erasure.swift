import AlarmClock

/// A permanent erasure that the user wants, planned or begun.
public struct Erasure: Hashable, Sendable {
  public enum Scope: String, Hashable, Sendable {
    /// The history, its events, the log, and the pictures of rings.
    case history
    /// The history and everything else but alarms and cards.
    case all
  }

  public var scope: Scope
  /// Whether alarms are erased as well; `cards` is the same for cards.
  public var alarms: Bool
  public var cards: Bool
  public var asked: Instant
  public var due: Instant
  /// Whether erasing has begun. It can then no longer be canceled, and is always finished.
  public var hasBegun: Bool
  /// The number of completed steps. They are not repeated, because that would erase newer data.
  public var stepsDone = 0
}

extension Erasure {
  public init(
    scope: Scope, alarms: Bool = false, cards: Bool = false, asked: Instant, due: Instant, hasBegun: Bool = false
  ) {
    self.init(scope: scope, alarms: alarms, cards: cards, asked: asked, due: due, hasBegun: hasBegun, stepsDone: 0)
  }

  public func covers(_ other: Erasure) -> Bool {
    (scope == .all || other.scope == .history) && (alarms || !other.alarms) && (cards || !other.cards)
  }
}

/// Permanent erasure. Open and armed rings and unacknowledged misses are never touched.
extension Store {
  /// Returns the planned or begun erasure, or `nil` if there is none.
  public func erasure() throws(StorageError) -> Erasure? {
    guard isOfOwnVersion else { return nil }
    return try database.run("SELECT scope, alarms, cards, asked, due, begun FROM erasure") { row -> Erasure? in
      Erasure.Scope(rawValue: row.text(0)).map {
        Erasure(
          scope: $0, alarms: row.flag(1), cards: row.flag(2), asked: row.instant(3), due: row.instant(4),
          hasBegun: row.integer(5) > 0, stepsDone: Int(min(max(0, row.integer(5) - 1), 100)))
      }
    }.compactMap(\.self).first
  }

  /// Stores the planned or begun erasure; `nil` removes it.
  public func set(_ erasure: Erasure?) throws(StorageError) {
    guard isOfOwnVersion else { return }
    guard let erasure else { return try database.run("DELETE FROM erasure") }
    try database.run(
      "REPLACE INTO erasure (number, scope, alarms, cards, asked, due, begun) VALUES (1, ?, ?, ?, ?, ?, ?)",
      [
        erasure.scope.rawValue, erasure.alarms, erasure.cards, erasure.asked, erasure.due,
        erasure.hasBegun ? 1 + erasure.stepsDone : 0,
      ])
  }

  /// Erases some of the log up to an event, of the history, of its events, and of the outcomes of rings due before
  /// `recent`.
  ///
  /// - Returns: The largest number of rows erased from one table. Nothing is left once this is less than `batch`.
  public func eraseHistory(upTo event: Int64, before recent: Instant, batch: Int) throws(StorageError) -> Int {
    try transaction { () throws(StorageError) in
      let counts = [
        try prune("events", "sequence", where: "sequence <= ?", [event], batch: batch),
        try prune("happenings", "number", where: "TRUE", [], batch: batch),
        try prune(
          "history", "alarm_id, key",
          where: """
            NOT EXISTS (
              SELECT 1 FROM rings WHERE alarm_id = history.alarm_id AND key = history.key AND outcome IS NULL)
            """, [], batch: batch),
        try prune(
          "rings", "alarm_id, key", where: "due < ? AND \(Self.isForgettable)", [recent], batch: batch),
      ]
      return counts.max() ?? 0
    }
  }

  /// Reduces recently ended rings to their times, which are kept so that none of them rings again if the clock is set
  /// back. Real rings always have a sound; an empty one marks these rings (`pruneErasedRings`).
  public func blankRings() throws(StorageError) {
    try database.run(
      """
      UPDATE rings SET label = '', sound = '', cards = '', card_id = NULL, fallback_sound = NULL
      WHERE sound <> '' AND \(Self.isForgettable)
      """)
  }

  /// Removes the rings reduced by `blankRings` that were due before `recent`.
  public func pruneErasedRings(before recent: Instant) throws(StorageError) {
    try database.run("DELETE FROM rings WHERE sound = '' AND due < ? AND \(Self.isForgettable)", [recent])
  }

  /// Rewrites the file, so that neither the file nor its log contains deleted data.
  public func rewrite() throws(StorageError) { try database.rewrite() }

  /// Removes the erasure from a backup that replaces a broken store. In the lost store, a planned one may have been
  /// canceled since, and one that had begun was about that store.
  ///
  /// - Returns: Whether there was an erasure.
  public func forgetErasure() throws(StorageError) -> Bool {
    guard try erasure() != nil else { return false }
    try set(nil as Erasure?)
    return true
  }

  // MARK: Leaps of the clock

  /// Returns when the clock was found to be far ahead, or `nil` if it was not, or was set back since.
  public func leap() throws(StorageError) -> Instant? {
    guard isOfOwnVersion else { return nil }
    return try database.run("SELECT seen FROM leap") { $0.instant(0) }.first
  }

  public func setLeap(_ seen: Instant?) throws(StorageError) {
    guard isOfOwnVersion else { return }
    guard let seen else { return try database.run("DELETE FROM leap") }
    try database.run("REPLACE INTO leap (number, seen) VALUES (1, ?)", [seen])
  }
}
