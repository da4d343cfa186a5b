/// What a change of an alarm, a card, a preset or a setting does.
extension AlarmBook {
  // MARK: Alarms

  /// Refuses one alarm more than are kept.
  public func checkThatOneMoreFits() throws(Refusal) {
    if alarms.count >= Self.mostAlarms { throw .tooManyAlarms }
  }

  /// Refuses to change an alarm that can no longer be taken back.
  public func checkThatItIsNotLocked(_ alarm: Alarm, at moment: Moment) throws(Refusal) {
    if let lock = moment.standing(of: alarm.id).lock { throw .locked(alarm, lock) }
  }

  /// Keeps an alarm, one of the same id being replaced, and arms it.
  public func saving(_ alarm: Alarm, at moment: Moment) throws(Refusal) -> Change {
    if alarm.isEnabled, !cards.contains(where: alarm.isAnswered) { throw .endless(alarm) }
    let place = alarms.firstIndex { $0.id == alarm.id }
    let open = moment.standing(of: alarm.id).open
    let next = next(of: alarm, at: moment)
    let passedOver = stillPassedOver(of: alarm, before: place.map { alarms[$0] }, at: moment)
    // A one-off that rings has no next time, and is disabled when its ring ends.
    if alarm.isEnabled, next == nil, passedOver.isEmpty, open.isEmpty { throw .neverRings(alarm) }
    var book = self
    if let place { book.alarms[place] = alarm } else { book.alarms.append(alarm) }
    let arming = Arming(alarmID: alarm.id, next: next, passedOver: passedOver, staying: open)
    return Change(book, [.save(alarm), .arm(arming)])
  }

  public func removing(_ alarm: Alarm, at moment: Moment) -> Change {
    var book = self
    book.alarms.removeAll { $0.id == alarm.id }
    let arming = Arming(alarmID: alarm.id, next: nil, passedOver: [], staying: moment.standing(of: alarm.id).open)
    return Change(book, [.remove(alarmID: alarm.id), .arm(arming)])
  }

  /// The alarm enabled. A one-off of a time of day that has passed rings the next time it is that late.
  public func enabling(_ alarm: Alarm, at moment: Moment) -> Alarm {
    var alarm = alarm
    alarm.isEnabled = true
    if case .once(let local) = alarm.recurrence, moment.zone.resolve(local).instant <= moment.now,
      !moment.standing(of: alarm.id).unsettled.contains(.local(local))
    {
      alarm.recurrence = .once(moment.zone.next(local.time, after: moment.now))
    }
    return alarm
  }

  /// What becomes of alarms whose rings have ended: one that has none left is disabled, and a skip is over.
  ///
  /// - Parameter moment: how those stand that end on a date. A clock that was set back says that others are to come.
  public func ending(_ rings: [ArmedOccurrence], at moment: Moment) -> Change {
    let ended = Dictionary(grouping: rings, by: \.plan.alarmID).mapValues { Set($0.map(\.occurrence.key)) }
    func isOver(_ alarm: Alarm) -> Bool {
      let standing = moment.standing(of: alarm.id)
      let used = standing.ended.union(standing.unsettled).union(ended[alarm.id] ?? [])
      return alarm.next(after: moment.now, in: moment.zone, excluding: used) == nil
    }
    let places = Dictionary(alarms.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var change = Change(self)
    for ring in rings {
      guard let place = places[ring.plan.alarmID] else { continue }
      var alarm = change.book.alarms[place]
      if alarm.skippedKey == ring.occurrence.key { alarm.skippedKey = nil }
      // Edited while it rang, it may have another time to ring at.
      if alarm.recurrence == ring.recurrence, alarm.recurrence.isLast(ring.occurrence.key), isOver(alarm) {
        alarm.isEnabled = false
      }
      guard alarm != change.book.alarms[place] else { continue }
      change.book.alarms[place] = alarm
      change.writes.append(.save(alarm))
    }
    return change
  }

  /// Enables an alarm again whose last ring has turned out to be still to come; nil: there is nothing to enable.
  public func reviving(_ ring: RingID, _ recurrence: Recurrence) -> Change? {
    guard recurrence.isLast(ring.key),
      let place = alarms.firstIndex(where: { $0.id == ring.alarmID && $0.recurrence == recurrence && !$0.isEnabled })
    else { return nil }
    var book = self
    book.alarms[place].isEnabled = true
    return Change(book, [.save(book.alarms[place])])
  }

  /// Enables alarms again that their last date has disabled by a clock far ahead of its time: that date is still to come,
  /// and with it others that had no outcome, as a jump looks at the days before it alone.
  ///
  /// - Parameter moment: how those stand that are disabled and end on a date.
  public func enablingWhatHasNotEnded(at moment: Moment) -> Change {
    var change = Change(self)
    for (place, alarm) in alarms.enumerated() where !alarm.isEnabled && alarm.recurrence.rule != nil {
      let standing = moment.standing(of: alarm.id)
      let hasLastToCome = standing.ended.contains {
        // Not that of another rule, which the alarm had before.
        alarm.has($0) && alarm.recurrence.isLast($0)
          && alarm.recurrence.isToCome($0, after: moment.now, in: moment.zone)
      }
      let used = standing.ended.union(standing.unsettled)
      guard hasLastToCome, alarm.next(after: moment.now, in: moment.zone, excluding: used) != nil else { continue }
      change.book.alarms[place].isEnabled = true
      change.writes.append(.save(change.book.alarms[place]))
    }
    return change
  }

  // MARK: Cards

  /// Keeps a card, one of the same id being replaced.
  public func saving(_ card: Card, at moment: Moment) throws(Refusal) -> Change {
    if card.isEnrolled { try checkThatNoneIsLocked(against: card, at: moment) }
    var book = self
    if let place = cards.firstIndex(where: { $0.id == card.id }) {
      book.cards[place] = card
    } else {
      book.cards.append(card)
    }
    return Change(book, [.saveCard(card)])
  }

  public func removing(_ card: Card, at moment: Moment) throws(Refusal) -> Change {
    if let alarm = alarmsEnded(onlyBy: card).first(where: { $0.isEnabled }) { throw .lastCard(card, of: alarm) }
    try checkThatNoneIsLocked(against: card, at: moment)
    var book = self
    book.cards.removeAll { $0.id == card.id }
    return Change(book, [.removeCard(id: card.id)])
  }

  /// The alarms that nothing could end without this card.
  public func alarmsEnded(onlyBy card: Card) -> [Alarm] {
    let others = cards.filter { $0.id != card.id }
    return alarms.filter { $0.isAnswered(by: card) && !others.contains(where: $0.isAnswered) }
  }

  /// Refuses a change of a card that decides when a locked alarm falls silent.
  private func checkThatNoneIsLocked(against card: Card, at moment: Moment) throws(Refusal) {
    for alarm in alarms {
      let isAbout =
        switch card.kind {
        case .dismiss: alarm.cards.isEmpty || alarm.cards.contains(card.id)
        case .snooze: settings.plan(for: alarm).snoozes > 0
        }
      if isAbout { try checkThatItIsNotLocked(alarm, at: moment) }
    }
  }

  // MARK: Presets

  /// Keeps a preset, one of the same name being replaced.
  public func saving(_ preset: TimerPreset) throws(Refusal) -> Change {
    var book = self
    book.presets.removeAll { $0.name == preset.name }
    guard book.presets.count < Timer.most else { throw .tooManyPresets }
    book.presets.append(preset)
    book.presets.sort { $0.name < $1.name }
    return Change(book, [.savePreset(preset)])
  }

  public func removing(_ preset: TimerPreset) -> Change {
    var book = self
    book.presets.removeAll { $0.name == preset.name }
    return Change(book, [.removePreset(name: preset.name)])
  }

  // MARK: Settings

  /// Puts other settings in force, in which this one has changed.
  ///
  /// - Parameter isDefault: it follows the default, also where that is another one day.
  public func setting(
    _ key: SettingKey, in changed: Settings, isDefault: Bool, at moment: Moment
  ) throws(Refusal) -> Change {
    var book = self
    book.settings = changed
    if changed != settings {
      for alarm in alarms where isTakenBack(alarm, by: key, in: book) {
        try checkThatItIsNotLocked(alarm, at: moment)
      }
    }
    return Change(book, [.set(key, isDefault ? nil : changed.text(of: key))] + book.replanning(at: moment))
  }

  /// Whether an alarm inherits the setting, or it has the last word; a pause has one over each that repeats.
  private func isTakenBack(_ alarm: Alarm, by key: SettingKey, in book: AlarmBook) -> Bool {
    if key == .pause { return !alarm.recurrence.isOneOff }
    guard SettingKey.ofAlarms.contains(key) else { return false }
    return alarm.overrides.text(of: key) == nil || ringsOtherwise(alarm, in: book)
  }

  /// Whether an alarm would ring otherwise by the settings of another book.
  public func ringsOtherwise(_ alarm: Alarm, in book: AlarmBook) -> Bool {
    book.settings.plan(for: alarm).values != settings.plan(for: alarm).values
  }
}
