import AlarmClock

/// What a ring needs of a store whose schema is not the one of this version: the columns that every version has.
extension Store {
  /// As `openRings`, without what later versions have added to a ring.
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

  /// As `record`, in the columns that every version has, of an occurrence that is on record.
  public func recordEssentially(_ outcome: RingOutcome, of id: RingID, at ended: Instant) throws(StorageError) {
    let (word, cardID) = ColumnText.columns(outcome)
    try database.run(
      "UPDATE rings SET outcome = ?, ended = ?, card_id = ? WHERE alarm_id = ? AND key = ? AND outcome IS NULL",
      [
        .text(word), .integer(ended.nanoseconds), SQLValue(cardID), .text(id.alarmID), .text(id.key.description),
      ])
  }

  /// As `cards`; in a version that knew one kind only.
  public func essentialCards() throws(StorageError) -> [Card] {
    try rows(
      of: .cards, "SELECT id, name, digest, enrolled, created, 'dismiss', rowid FROM cards ORDER BY created, id",
      Self.card())
  }
}

extension RowReading {
  /// What a ring is made of, out of the columns that every version has, and of what it has read of the others.
  mutating func essentials(
    of row: borrowing SQLRow, _ own: RingOverrides
  ) throws(Flaw) -> ArmedOccurrence {
    guard Alarm.isID(key) else { throw flaw("id", "it is none") }
    let keyText = row.text(1)
    let occurrence = try needed("occurrence") { () throws(InvalidValue) in try ColumnText.key(keyText) }
    let recurrenceText = row.text(4)
    let recurrence = value("time", or: Recurrence(of: occurrence)) { () throws(InvalidValue) in
      try ColumnText.recurrence(recurrenceText)
    }
    var alarm = Alarm(id: key, recurrence: recurrence)
    let (label, cards, adjustment) = (row.text(6), row.text(7), row.text(3))
    alarm.label = value("label", or: "") { () throws(InvalidValue) in try checkedName(label, field: "label") }
    alarm.cards = value("card", or: []) { () throws(InvalidValue) in try ColumnText.ids(cards) }
    alarm.overrides = own
    return ArmedOccurrence(
      occurrence: Occurrence(
        key: occurrence, due: Instant(nanoseconds: row.integer(2)),
        adjustment: value("adjustment", or: .none) { () throws(InvalidValue) in
          try ColumnText.adjustment(adjustment)
        }),
      plan: Settings().plan(for: alarm), recurrence: recurrence, isSkipped: row.integer(5) != 0)
  }

  /// A sound that plays in another's place; nil where it can be none.
  mutating func sound(_ stored: String?) -> String? {
    guard let stored else { return nil }
    var own = RingOverrides()
    do throws(InvalidValue) { try SettingKey.sound.setting.ofAlarm?.take(&own, .text(stored)) } catch { note(error) }
    return own.sound
  }
}

extension Recurrence {
  /// What is due at this one time.
  fileprivate init(of key: Occurrence.Key) {
    switch key {
    case .local(let local): self = .once(local)
    case .instant(let instant): self = .instant(instant)
    }
  }
}
