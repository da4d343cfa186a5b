/// Everything that users have set, as one value: alarms, cards, presets, days off and settings.
///
/// The book decides what a change does, stores and arms, but carries nothing out. `Schedule` keeps armed occurrences.
public struct AlarmBook: Hashable, Sendable {
  /// In the order in which they were created.
  public var alarms: [Alarm]
  public var cards: [Card]
  /// Sorted by name.
  public var presets: [TimerPreset]
  /// Sorted by their beginnings.
  public var pauses: [Pause]
  public var holidays: Holidays
  public var settings: Settings
  /// The salt of the cards' digests.
  public var salt: [UInt8]

  public init(
    alarms: [Alarm] = [], cards: [Card] = [], presets: [TimerPreset] = [], pauses: [Pause] = [],
    holidays: Holidays = Holidays(), settings: Settings = Settings(), salt: [UInt8] = []
  ) {
    self.alarms = alarms
    self.cards = cards
    self.presets = presets
    self.pauses = pauses
    self.holidays = holidays
    self.settings = settings
    self.salt = salt
  }

  /// A limit far beyond any real use; each change searches all alarms.
  public static let mostAlarms = 10_000

  public var daysOff: DaysOff { DaysOff(pausedUntil: settings.pausedUntil, pauses: pauses, holidays: holidays) }

  public func alarm(_ id: String) -> Alarm? { alarms.first { $0.id == id } }

  public var dismissCards: [Card] { cards.filter { $0.isEnrolled && $0.kind == .dismiss } }

  /// The inputs of a decision besides the book, read just before it.
  public struct Moment: Sendable {
    public var now: Instant
    public var zone: ZoneRules
    /// The standings of the alarms that the decision is about, by id.
    public var standings: [String: Standing]

    public init(now: Instant, zone: ZoneRules, standings: [String: Standing] = [:]) {
      self.now = now
      self.zone = zone
      self.standings = standings
    }

    public func standing(of alarmID: String) -> Standing { standings[alarmID] ?? Standing() }
  }

  /// The state of one alarm's occurrences.
  public struct Standing: Hashable, Sendable {
    public var armed: ArmedOccurrence?
    /// The occurrences that a zone change has passed over, earliest first.
    public var passedOver: [ArmedOccurrence]
    /// The occurrences that are due but have no stored outcome.
    public var open: Set<Occurrence.Key>
    /// The occurrences that ended in the last two days. Only filled in if the decision may arm another occurrence.
    public var ended: Set<Occurrence.Key>
    /// Why the alarm can no longer be canceled (`cancel-lock`), or `nil` if it can.
    public var lock: Lock?

    public init(
      armed: ArmedOccurrence? = nil, passedOver: [ArmedOccurrence] = [], open: Set<Occurrence.Key> = [],
      ended: Set<Occurrence.Key> = [], lock: Lock? = nil
    ) {
      self.armed = armed
      self.passedOver = passedOver
      self.open = open
      self.ended = ended
      self.lock = lock
    }

    public enum Lock: Hashable, Sendable {
      case isRinging
      case ringsSoon
    }

    /// The occurrences without an outcome, except the armed one.
    public var unsettled: Set<Occurrence.Key> { open.union(passedOver.map(\.occurrence.key)) }
  }

  /// One write to the store. The writes of a change must be made in order.
  public enum Write: Hashable, Sendable {
    case save(Alarm)
    case remove(alarmID: String)
    case arm(Arming)
    case saveCard(Card)
    case removeCard(id: String)
    case savePreset(TimerPreset)
    case removePreset(name: String)
    case savePause(Pause)
    case removePause(name: String)
    case saveCalendar(HolidayCalendar)
    case removeCalendar(name: String)
    /// `nil` as the value restores the default.
    case set(SettingKey, String?)
  }

  /// A replacement of an alarm's armed and passed-over occurrences. Open occurrences go on.
  public struct Arming: Hashable, Sendable {
    public var alarmID: String
    public var next: ArmedOccurrence?
    /// The new passed-over occurrences, or `nil` to leave them unchanged.
    public var passedOver: [ArmedOccurrence]?
    /// The keys of unsettled records to keep, or `nil` to keep all.
    public var staying: Set<Occurrence.Key>?
  }

  public struct Change: Hashable, Sendable {
    public var book: AlarmBook
    public var writes: [Write]

    public init(_ book: AlarmBook, _ writes: [Write] = []) {
      self.book = book
      self.writes = writes
    }

    public var armings: [Arming] {
      writes.compactMap { if case .arm(let arming) = $0 { arming } else { nil } }
    }

    public var isOfCards: Bool {
      writes.contains { write in
        switch write {
        case .saveCard, .removeCard: true
        default: false
        }
      }
    }
  }

  public enum Refusal: Error, Hashable, Sendable {
    case tooManyAlarms
    case tooManyPresets
    case tooManyPauses
    case tooManyCalendars
    case tooManyHolidays
    case tooManyExceptions(Alarm)
    /// No card could end the alarm's ring.
    case endless(Alarm)
    case neverRings(Alarm)
    case nothingToSkip(Alarm)
    /// The alarm rings only once, so there are no dates to choose from.
    case ringsOnce(Alarm)
    case nothingOn(LocalDate, Alarm)
    /// The occurrence on that date is past, or would be.
    case hasPassed(LocalDateTime, Alarm)
    case locked(Alarm, Standing.Lock)
    /// Without this card, nothing could end the alarm's ring.
    case lastCard(Card, of: Alarm)
    case changedSince(Step)
  }

  /// Returns the date before which repeating alarms are skipped, or `nil` if it has come.
  public func pause(at now: Instant, in zone: ZoneRules) -> LocalDate? {
    let today = zone.local(now).date
    return settings.pausedUntil.flatMap { $0 > today ? $0 : nil }
  }

  /// Returns the alarm's next occurrence that is not skipped, from its `armed` one on.
  public func nextHeard(of alarm: Alarm, armed: ArmedOccurrence?, in zone: ZoneRules) -> Occurrence? {
    guard let armed else { return nil }
    guard armed.isSkipped else { return armed.occurrence }
    let (daysOff, ended) = (daysOff, armed.ended)
    var next = alarm.next(after: armed.due, in: zone, excluding: ended)
    while let coming = next, let reason = daysOff.reason(for: coming.key, of: alarm) {
      var after = coming.due
      if case .local(let local) = coming.key, let end = daysOff.end(of: reason, after: local.date, for: alarm) {
        // An exception within days off may ring.
        let date = min(end, alarm.days.firstException(after: local.date) ?? end)
        after = max(after, zone.resolve(LocalDateTime(date: date, time: .midnight)).instant - .nanoseconds(1))
      }
      next = alarm.next(after: after, in: zone, excluding: ended)
    }
    return next
  }

  // MARK: Restored copies

  /// An alarm that was disabled during a restore, with the reason.
  public struct Disabled: Hashable, Sendable {
    public var alarm: Alarm
    /// When its last ring was due, or `nil` if the reason is that no card could end it.
    public var passed: LocalDateTime?
  }

  /// Disables the alarms that can no longer ring, or that no card could end.
  public mutating func disableWhatIsOver(at now: Instant, in zone: ZoneRules) -> [Disabled] {
    var disabled: [Disabled] = []
    for index in alarms.indices where alarms[index].isEnabled {
      let alarm = alarms[index]
      let passed = alarm.passed(by: now, in: zone)
      guard passed != nil || !cards.contains(where: alarm.isAnswered) else { continue }
      disabled.append(Disabled(alarm: alarm, passed: passed))
      alarms[index].isEnabled = false
    }
    return disabled
  }

  // MARK: Erasures

  /// Returns the book without presets and settings, and without alarms and cards if requested. The remaining alarms
  /// ring exactly as before, so the settings that they depend on are kept.
  public func erased(alarms: Bool, cards: Bool) -> AlarmBook {
    var left = self
    left.presets = []
    if alarms { (left.alarms, left.pauses, left.holidays) = ([], [], Holidays()) }
    if cards { left.cards = [] }
    for key in SettingKey.allCases where left.alarms.isEmpty || !Self.ofRings.contains(key) {
      key.setting.reset(&left.settings)
    }
    return left
  }

  public func resettings(to left: AlarmBook) -> [SettingKey] {
    SettingKey.allCases.filter { settings.text(of: $0) != left.settings.text(of: $0) }
  }

  private static let ofRings = Set(SettingKey.ofAlarms).union([.guidance, .pause, .clockSource])

  public var namedSounds: Set<String> {
    Set(alarms.compactMap(\.overrides.sound) + [settings.sound].compactMap(\.self))
  }

  // MARK: Other books

  /// Returns the book with sound ids replaced as in `ids`.
  public func callingSounds(_ ids: [String: String]) -> AlarmBook {
    var book = self
    func called(_ id: String?) -> String? { id.map { ids[$0] ?? $0 } }
    for index in book.alarms.indices { book.alarms[index].overrides.sound = called(alarms[index].overrides.sound) }
    for index in book.presets.indices { book.presets[index].overrides.sound = called(presets[index].overrides.sound) }
    book.settings.sound = called(settings.sound)
    return book
  }

  /// Whether an alarm would ring or be ended differently if `other` replaced this book.
  public func isAffected(_ alarm: Alarm, by other: AlarmBook, at moment: Moment) -> Bool {
    other.alarm(alarm.id) != alarm || other.cards != cards || other.salt != salt
      || other.next(of: alarm, at: moment) != next(of: alarm, at: moment)
      || isLockedRing(of: alarm, skippedBy: other.daysOff, at: moment)
  }

  /// Returns the book without some alarms, and without days off for one of them alone.
  func without(_ alarms: [Alarm]) -> AlarmBook {
    let ids = Set(alarms.map(\.id))
    func stays(_ daysOff: some ScopedDaysOff) -> Bool {
      if case .alarm(let id) = daysOff.scope { !ids.contains(id) } else { true }
    }
    var book = self
    book.alarms.removeAll { ids.contains($0.id) }
    book.pauses = pauses.filter(stays)
    book.holidays = Holidays(holidays.calendars.filter(stays))
    return book
  }
}
