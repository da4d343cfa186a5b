extension AlarmBook {
  // MARK: Alarms

  public func checkThatOneMoreFits() throws(Refusal) {
    if alarms.count >= Self.mostAlarms { throw .tooManyAlarms }
  }

  public func checkThatItIsNotLocked(_ alarm: Alarm, at moment: Moment) throws(Refusal) {
    if let lock = moment.standing(of: alarm.id).lock { throw .locked(alarm, lock) }
  }

  /// Adds an alarm or replaces the one with the same id, and arms it.
  public func saving(_ alarm: Alarm, at moment: Moment) throws(Refusal) -> Change {
    if alarm.isEnabled, !cards.contains(where: alarm.isAnswered) { throw .endless(alarm) }
    let open = moment.standing(of: alarm.id).open
    let next = next(of: alarm, at: moment)
    let passedOver = stillPassedOver(of: alarm, before: self.alarm(alarm.id), at: moment)
    // A one-off that is ringing has no next occurrence; it is disabled when its ring ends.
    if alarm.isEnabled, next == nil, passedOver.isEmpty, open.isEmpty { throw .neverRings(alarm) }
    var book = self
    book.alarms.put(alarm)
    let arming = Arming(alarmID: alarm.id, next: next, passedOver: passedOver, staying: open)
    return Change(book, [.save(alarm), .arm(arming)])
  }

  public func removing(_ alarm: Alarm, at moment: Moment) -> Change {
    var book = self
    book.alarms.removeAll { $0.id == alarm.id }
    let arming = Arming(alarmID: alarm.id, next: nil, passedOver: [], staying: moment.standing(of: alarm.id).open)
    return Change(book, [.remove(alarmID: alarm.id), .arm(arming)])
  }

  /// Returns the alarm enabled. A one-off that has passed moves to the next day on which its time is still to come.
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

  /// Disables alarms that have no occurrence left after these rings, and removes skips that are used up.
  ///
  /// - Parameter moment: Includes the standing of alarms that end on a date. If the clock was set back, they may still
  ///   have occurrences.
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
      // If the alarm was edited while it rang, it may have new times.
      if alarm.recurrence == ring.recurrence, alarm.recurrence.isLast(ring.occurrence.key), isOver(alarm) {
        alarm.isEnabled = false
      }
      guard alarm != change.book.alarms[place] else { continue }
      change.book.alarms[place] = alarm
      change.writes.append(.save(alarm))
    }
    return change
  }

  /// Enables an alarm again whose last occurrence turns out to be in the future. `nil` if nothing is to be enabled.
  public func reviving(_ ring: RingID, _ recurrence: Recurrence) -> Change? {
    guard recurrence.isLast(ring.key),
      let place = alarms.firstIndex(where: { $0.id == ring.alarmID && $0.recurrence == recurrence && !$0.isEnabled })
    else { return nil }
    var book = self
    book.alarms[place].isEnabled = true
    return Change(book, [.save(book.alarms[place])])
  }

  /// Enables alarms again that were disabled because a clock far ahead had passed their last date. That date is still
  /// to come, together with others that have no outcome, because a jump only records outcomes for the days just before
  /// it.
  ///
  /// - Parameter moment: Includes the standing of disabled alarms that end on a date.
  public func enablingWhatHasNotEnded(at moment: Moment) -> Change {
    var change = Change(self)
    for (place, alarm) in alarms.enumerated() where !alarm.isEnabled && alarm.recurrence.rule != nil {
      let standing = moment.standing(of: alarm.id)
      let hasLastToCome = standing.ended.contains {
        // Ignores the end of a rule that the alarm had earlier.
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

  public func saving(_ card: Card, at moment: Moment) throws(Refusal) -> Change {
    if card.isEnrolled { try checkNoneIsLocked(against: card, at: moment) }
    var book = self
    book.cards.put(card)
    return Change(book, [.saveCard(card)])
  }

  public func removing(_ card: Card, at moment: Moment) throws(Refusal) -> Change {
    if let alarm = alarmsEnded(onlyBy: card).first(where: { $0.isEnabled }) { throw .lastCard(card, of: alarm) }
    try checkNoneIsLocked(against: card, at: moment)
    var book = self
    book.cards.removeAll { $0.id == card.id }
    return Change(book, [.removeCard(id: card.id)])
  }

  public func alarmsEnded(onlyBy card: Card) -> [Alarm] {
    let others = cards.filter { $0.id != card.id }
    return alarms.filter { $0.isAnswered(by: card) && !others.contains(where: $0.isAnswered) }
  }

  /// Refuses to change a card that affects how a locked alarm is silenced.
  private func checkNoneIsLocked(against card: Card, at moment: Moment) throws(Refusal) {
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

  /// Applies changed settings.
  ///
  /// - Parameters:
  ///   - key: The setting that was changed.
  ///   - isDefault: Whether the setting follows the default, even if a later version changes it.
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

  /// Whether a setting takes effect on an alarm: the alarm inherits it, or the setting restricts the alarm's override.
  /// A pause affects every repeating alarm.
  private func isTakenBack(_ alarm: Alarm, by key: SettingKey, in book: AlarmBook) -> Bool {
    if key == .pause { return !alarm.recurrence.isOneOff }
    guard SettingKey.ofAlarms.contains(key) else { return false }
    return alarm.overrides.text(of: key) == nil || ringsOtherwise(alarm, in: book)
  }

  public func ringsOtherwise(_ alarm: Alarm, in book: AlarmBook) -> Bool {
    book.settings.plan(for: alarm).values != settings.plan(for: alarm).values
  }
}
