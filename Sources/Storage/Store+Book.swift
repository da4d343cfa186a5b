import AlarmClock

/// Reads the book of user data as a whole, and changes it in steps. `write` needs a transaction of the caller.
extension Store {
  /// Returns the book. Invalid values are left out or replaced by defaults, and added to `flaws`.
  public func book() throws(StorageError) -> AlarmBook {
    let (alarms, cards, settings) = (try alarms(), try cards(), try wholeSettings())
    return AlarmBook(
      alarms: alarms, cards: cards, presets: try presets(), pauses: try pauses(), holidays: try holidays(),
      settings: settings, salt: salt)
  }

  /// Returns the settings, with the defaults if nothing is stored.
  public func wholeSettings() throws(StorageError) -> Settings {
    var whole = Settings()
    for (key, value) in try settings() {
      do { try whole.take(key, stored: value) } catch {
        throw StorageError(.corrupt, "reading the setting \(key.rawValue)", error.reason)
      }
    }
    return whole
  }

  public func write(_ writes: [AlarmBook.Write]) throws(StorageError) {
    for write in writes {
      switch write {
      case .save(let alarm): try save(alarm)
      case .remove(let alarmID): try delete(alarmID, from: .alarms)
      case .arm(let arming): try self.write(arming)
      case .saveCard(let card): try save(card)
      case .removeCard(let id): try removeCard(id)
      case .savePreset(let preset): try save(preset)
      case .removePreset(let name): try delete(name, from: .presets, "name")
      case .savePause(let pause): try save(pause)
      case .removePause(let name): try delete(name, from: .pauses, "name")
      case .saveCalendar(let calendar): try save(calendar)
      case .removeCalendar(let name): try removeCalendar(name)
      case .set(let key, let value): try set(key, to: value)
      }
    }
  }

  public func write(_ arming: AlarmBook.Arming) throws(StorageError) {
    if let staying = arming.staying { try disarm(arming.alarmID, except: staying) }
    if let next = arming.next { try arm(next) }
    for armed in arming.passedOver ?? [] { try arm(armed, isPassedOver: true) }
  }

  /// Stores open rings and their progress.
  public func write(_ rings: [OpenRing]) throws(StorageError) {
    for ring in rings {
      try arm(ring.armed, isPassedOver: ring.isPassedOver)
      guard let progress = ring.progress else { continue }
      try record(progress, of: ring.armed.id)
      try keepHistory(of: ring.armed.id, progress)
    }
  }

  /// Replaces the book, the timers and the open rings, all or none. The outcomes of rings and the log are kept.
  public func replace(by book: AlarmBook, timers: [Timer] = [], open rings: [OpenRing]) throws(StorageError) {
    try transaction { () throws(StorageError) in
      try database.execute("DELETE FROM alarms; DELETE FROM cards; DELETE FROM settings; DELETE FROM salt")
      try database.execute("DELETE FROM presets; DELETE FROM timers; DELETE FROM rings WHERE outcome IS NULL")
      try database.execute("DELETE FROM pauses; DELETE FROM calendars; DELETE FROM holidays")
      try database.run("INSERT INTO salt VALUES (?)", [book.salt])
      for alarm in book.alarms { try save(alarm) }
      for card in book.cards { try save(card) }
      // Unchanged defaults are not stored, so that they follow the defaults of later versions.
      for key in SettingKey.allCases where book.settings.text(of: key) != Settings().text(of: key) {
        try set(key, to: book.settings.text(of: key))
      }
      for preset in book.presets { try save(preset) }
      for pause in book.pauses { try save(pause) }
      for calendar in book.holidays.calendars { try save(calendar) }
      for timer in timers { try save(timer) }
      try write(rings)
    }
    salt = book.salt
    flaws = []
  }
}
