import AlarmClock
import Storage

/// Putting all alarms, cards, settings and presets in the place of those there were.
extension Ledger {
  /// What a store is to people.
  struct Holdings: Sendable {
    var alarms: [Alarm]
    var cards: [Card]
    var settings: Settings
    var presets: [TimerPreset]
    /// Of the cards' digests.
    var salt: [UInt8]

    init(
      alarms: [Alarm], cards: [Card], settings: Settings, presets: [TimerPreset], salt: [UInt8]
    ) {
      self.alarms = alarms
      self.cards = cards
      self.settings = settings
      self.presets = presets
      self.salt = salt
    }

    init(_ contents: StateFolder.Contents) {
      self.init(
        alarms: contents.alarms, cards: contents.cards, settings: contents.settings, presets: contents.presets,
        salt: contents.salt)
    }
  }

  var holdings: Holdings {
    Holdings(alarms: alarms, cards: cards, settings: settings, presets: presets, salt: salt)
  }

  /// Stores these in the place of all there is, and arms them. What rings, goes on. Nothing has happened when it throws.
  ///
  /// - Parameter mayRing: else nothing is done while something rings.
  /// - Returns: whether it was done. Then those who follow the settings are still to be told.
  @discardableResult
  func install(_ new: Holdings, mayRing: Bool = true) throws(StorageError) -> Bool {
    let before = holdings
    let waiting = new.alarms.flatMap { stillWaiting(of: $0, new.settings) }
    let armed = new.alarms.compactMap { arming($0, with: new.settings) }
    // However long the disk takes, what was armed rings meanwhile.
    try replaceStored(
      new, open: armed.map { OpenRing($0) } + ringing + waiting.map { OpenRing($0, isWaiting: true) })
    guard scheduler.replaceArmed(by: armed, pausedUntil: new.settings.pausedUntil, mayRing: mayRing) else {
      try replaceStored(before, open: openRings)
      return false
    }
    (alarms, cards, salt, presets) = (new.alarms, new.cards, new.salt, new.presets)
    settingsInForce.use(new.settings)
    self.waiting = Dictionary(waiting.map { ($0.id, $0) }) { first, _ in first }
    // What came due meanwhile has another successor.
    for alarm in alarms where alarm.isEnabled { arm(alarm) }
    return true
  }

  private func replaceStored(_ holdings: Holdings, open: [OpenRing]) throws(StorageError) {
    let running = timers.all
    try folder.store.replace(
      alarms: holdings.alarms, cards: holdings.cards, settings: Self.stored(holdings.settings),
      presets: holdings.presets, timers: running, salt: holdings.salt, open: open)
    timersAreStored(running)
  }

  /// What rings, and how far it has got.
  private var ringing: [OpenRing] { scheduler.ringing.map { OpenRing($0, progress: progress[$0.id]) } }

  /// What has no outcome.
  var openRings: [OpenRing] {
    scheduler.upcoming.map { OpenRing($0) } + ringing + waiting.values.map { OpenRing($0, isWaiting: true) }
  }

  func write(_ rings: [OpenRing], to store: Store) throws(StorageError) {
    for ring in rings {
      try store.arm(ring.armed, isWaiting: ring.isWaiting)
      if let progress = ring.progress { try store.record(progress, of: ring.armed.id) }
    }
  }

  /// The settings that are not the first-run defaults, as the store has them.
  private static func stored(_ settings: Settings) -> [SettingKey: String] {
    var stored: [SettingKey: String] = [:]
    for key in SettingKey.allCases where settings.text(of: key) != Settings().text(of: key) {
      stored[key] = settings.text(of: key)
    }
    return stored
  }
}
