import AlarmClock

/// The data that a ring needs from a store with another version's schema: the columns that all versions have.
extension Store {
  /// Returns the open rings, without values that later versions have added.
  public func essentialRings() throws(StorageError) -> [OpenRing] {
    try rows(
      of: .rings,
      """
      SELECT alarm_id, key, due, adjustment, recurrence, skipped, label, cards,
        \(Self.essentials.compactMap(\.ofAlarm?.column).joined(separator: ", ")), NULL
      FROM rings WHERE outcome IS NULL ORDER BY due
      """
    ) { row, reading throws(Flaw) in
      let own = reading.overrides(row, from: 8, Self.essentials)
      return OpenRing(try reading.essentials(of: row, own))
    }
  }

  private static let essentials = [
    SettingKey.sound, .volume, .fadeIn, .vibration, .buzzerAfter, .silenceAfter,
  ].map(\.setting)

  /// Records the outcome of a stored occurrence, using only columns that all versions have.
  public func recordEssentially(_ outcome: RingOutcome, of id: RingID, at ended: Instant) throws(StorageError) {
    let (word, cardID) = ColumnText.columns(outcome)
    try database.run(
      "UPDATE rings SET outcome = ?, ended = ?, card_id = ? WHERE alarm_id = ? AND key = ? AND outcome IS NULL",
      [word, ended, cardID] + id.columns)
  }

  /// Returns the cards, for a version that knew only one kind.
  public func essentialCards() throws(StorageError) -> [Card] {
    try rows(
      of: .cards, "SELECT id, name, digest, enrolled, created, 'dismiss', rowid FROM cards ORDER BY created, id",
      Self.card())
  }
}

extension RowReading {
  /// Makes an armed occurrence from the columns that all versions have, and from overrides read before.
  mutating func essentials(
    of row: borrowing SQLRow, _ own: RingOverrides
  ) throws(Flaw) -> ArmedOccurrence {
    guard Alarm.isID(key) else { throw flaw("id", "it is not valid") }
    let occurrence = try needed("occurrence", row.text(1), ColumnText.key)
    let recurrence = value("time", row.text(4), or: Recurrence(of: occurrence), ColumnText.recurrence)
    var alarm = Alarm(id: key, recurrence: recurrence)
    alarm.label = value("label", row.text(6), or: "", ColumnText.name)
    alarm.cards = value("card", row.text(7), or: [], ColumnText.ids)
    alarm.overrides = own
    return ArmedOccurrence(
      occurrence: Occurrence(
        key: occurrence, due: row.instant(2),
        adjustment: value("adjustment", row.text(3), or: .none, ColumnText.adjustment)),
      plan: Settings().plan(for: alarm), recurrence: recurrence, isSkipped: row.flag(5))
  }
}

extension Recurrence {
  fileprivate init(of key: Occurrence.Key) {
    switch key {
    case .local(let local): self = .once(local)
    case .instant(let instant): self = .instant(instant)
    }
  }
}
