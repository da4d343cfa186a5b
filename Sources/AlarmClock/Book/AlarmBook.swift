/// All that people have set, as one value: alarms, cards, presets, days off and settings.
///
/// It holds the rules: what a change makes of the book, what has to be written for it, and what is armed then. It carries
/// nothing out, and does not hold what is armed: `Schedule` alone does.
public struct AlarmBook: Hashable, Sendable {
  /// In the order in which people made them.
  public var alarms: [Alarm]
  public var cards: [Card]
  /// By name.
  public var presets: [TimerPreset]
  /// By when they begin.
  public var pauses: [Pause]
  public var holidays: Holidays
  public var settings: Settings
  /// Of the cards' digests.
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

  /// Several times what anybody has: each change looks through all of them.
  public static let mostAlarms = 10_000

  /// When repeating alarms are skipped.
  public var daysOff: DaysOff { DaysOff(pausedUntil: settings.pausedUntil, pauses: pauses, holidays: holidays) }

  public func alarm(_ id: String) -> Alarm? { alarms.first { $0.id == id } }

  /// The cards that end a ring of some alarm.
  public var dismissCards: [Card] { cards.filter { $0.isEnrolled && $0.kind == .dismiss } }

  /// What a decision goes by beside the book, read just before it.
  public struct Moment: Sendable {
    public var now: Instant
    public var zone: ZoneRules
    /// How the alarms stand that the decision is about, by their ids.
    public var standings: [String: Standing]

    public init(now: Instant, zone: ZoneRules, standings: [String: Standing] = [:]) {
      self.now = now
      self.zone = zone
      self.standings = standings
    }

    public func standing(of alarmID: String) -> Standing { standings[alarmID] ?? Standing() }
  }

  /// What there is of the occurrences of one alarm.
  public struct Standing: Hashable, Sendable {
    public var armed: ArmedOccurrence?
    /// A change of the zone has passed over them; the earliest first.
    public var passedOver: [ArmedOccurrence]
    /// Those that are due and have no stored outcome.
    public var open: Set<Occurrence.Key>
    /// Those that have ended within two days; only known where the decision may arm another occurrence.
    public var ended: Set<Occurrence.Key>
    /// Why it can no longer be taken back (`cancel-lock`); nil: it can.
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

    /// What has no outcome, and is not what is armed.
    public var unsettled: Set<Occurrence.Key> { open.union(passedOver.map(\.occurrence.key)) }
  }

  /// What has to be stored for a change, in this order.
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
    /// nil: as at the first start.
    case set(SettingKey, String?)
  }

  /// What is armed of an alarm from now on, and what was passed over, in the place of what was. What is open goes on.
  public struct Arming: Hashable, Sendable {
    public var alarmID: String
    /// nil: nothing.
    public var next: ArmedOccurrence?
    /// nil: what it was.
    public var passedOver: [ArmedOccurrence]?
    /// Of its records that are not settled, those that stay; nil: all.
    public var staying: Set<Occurrence.Key>?
  }

  /// The book as it is next, and what has to be written for that.
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

    /// It adds, changes or removes a card.
    public var isOfCards: Bool {
      writes.contains { write in
        switch write {
        case .saveCard, .removeCard: true
        default: false
        }
      }
    }
  }

  /// Why a change is not made.
  public enum Refusal: Error, Hashable, Sendable {
    case tooManyAlarms
    case tooManyPresets
    case tooManyPauses
    case tooManyCalendars
    case tooManyHolidays
    case tooManyExceptions(Alarm)
    /// No card could end a ring of it.
    case endless(Alarm)
    case neverRings(Alarm)
    /// There is no ring that could be skipped.
    case nothingToSkip(Alarm)
    /// It rings once only, so there are no dates to choose from.
    case ringsOnce(Alarm)
    /// It has nothing on that date that could be skipped or moved.
    case nothingOn(LocalDate, Alarm)
    /// What it has, or would have, on that date has passed.
    case hasPassed(LocalDateTime, Alarm)
    /// It can no longer be taken back.
    case locked(Alarm, Standing.Lock)
    /// Without this card nothing could end a ring of the alarm.
    case lastCard(Card, of: Alarm)
    /// What is to be taken back is no longer as that step has left it.
    case changedSince(Step)
  }
}
