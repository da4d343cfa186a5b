import AlarmClock

public struct StatusView: Codable, Sendable {
  public enum State: String, Codable, Sendable { case idle, ringing, snoozed }
  /// Whether the next ring can be counted on.
  public var verdict = VerdictView(state: .nothingSet)
  /// Of alarms alone. `idle` only when every sounder is off for them; a chime, noise or a preview may play.
  public var state = State.idle
  /// Why the daemon does only what ringing needs; nil: it does everything.
  @OrNull public var minimal: String? = nil
  /// What was missed and nobody has acknowledged, the latest first.
  public var misses: [MissView] = []
  public var rings: [RingView] = []
  /// `state` does not speak of them.
  public var timers: [TimerView] = []
  @OrNull public var next: OccurrenceView? = nil
  /// The rings that are to be skipped, the next first, ten at most.
  public var skips: [OccurrenceView] = []
  public var quiet = QuietView(hours: "off", now: false)
  @OrNull public var pausedUntil: String? = nil
  /// The calendars of holidays that have ended, or end within 30 days.
  public var endingCalendars: [EndingCalendarView] = []
  @OrNull public var bedtime: BedtimeView? = nil
  public var evidence = false
  @OrNull public var erasure: ErasureView? = nil
  @OrNull public var noise: NoiseView? = nil
  /// nil: nobody wants the clock to talk to a house.
  @OrNull public var home: HomeStatusView? = nil
  /// By role: `buzzer`, `vibration`, `speaker`, `display`, `lamp`, `camera`, `light`, `room`, `power`, `button`.
  public var devices: [String: DeviceView] = [:]
  public var readings = ReadingsView()
  @OrNull public var power: PowerView? = nil
  @OrNull public var processor: ProcessorView? = nil
  public var missingSounds: [MissingSoundView] = []
  public var clock = ClockView()
  public var board = BoardView()
  public var scheduler = SchedulerView()
  public var storage = StorageView()
  public var version = Release.version

  package init() {}
}

/// When nothing but alarms sounds.
public struct QuietView: Codable, Sendable, Hashable {
  /// `off`, `on` or `22:00-07:00`.
  public var hours: String
  public var now: Bool
  public init(hours: String, now: Bool) { (self.hours, self.now) = (hours, now) }
}

public struct BedtimeView: Codable, Sendable, Hashable {
  public var time: String
  /// Nothing was found then that could make an alarm fail. How it is now: `verdict`.
  public var ready: Bool
  public var problems: [String]
  @OrNull public var card: String?
  public init(time: String, ready: Bool, problems: [String], card: String?) {
    (self.time, self.ready, self.problems, self.card) = (time, ready, problems, card)
  }
}

public struct MissView: Codable, Sendable, Hashable {
  public var alarmId: String
  public var label: String
  public var due: String
  /// False: it could not ring at all, as when the power was off.
  public var rang: Bool
  public init(alarmId: String, label: String, due: String, rang: Bool) {
    (self.alarmId, self.label, self.due, self.rang) = (alarmId, label, due, rang)
  }
}

public struct RingView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    case ringing
    case snoozed
    /// Dismissed; a card is to be shown once more (`wake-check`).
    case checking
  }
  public var alarmId: String
  public var state: State
  public var label: String
  public var due: String
  /// When it gives up.
  public var silenceAt: String
  /// The names of the cards that end it.
  public var cards: [String]
  /// The names of those that lie before the camera since before it rang: they count once they were taken away.
  public var lyingCards: [String] = []
  /// A card that is brought now counts at once.
  public var readyForCards = true
  /// Codes seen that do not.
  public var wrongCodes: Int
  /// When it rings again; nil while it rings.
  @OrNull public var ringsAt: String?
  public var snoozes: Int
  public var mostSnoozes: Int
}

extension RingView {
  package init(
    _ ring: RingState, of armed: ArmedOccurrence, cards: [Card], now: Instant, monotonic: Duration, in zone: ZoneRules
  ) {
    let (state, ringsAt): (State, Duration?) =
      switch ring.phase {
      case .ringing: (.ringing, nil)
      case .snoozed(let until): (.snoozed, until)
      case .checking(_, let until): (.checking, until)
      }
    func text(_ moment: Duration) -> String { RFC3339.format(now + (moment - monotonic), in: zone) }
    self.init(
      alarmId: armed.plan.alarmID, state: state, label: armed.plan.label, due: RFC3339.format(armed.due, in: zone),
      silenceAt: text(ring.end), cards: cards.filter(armed.plan.isAnswered).map(\.name),
      lyingCards: cards.filter { ring.lyingCards.contains($0.id) }.map(\.name),
      readyForCards: ring.isReadyForCards, wrongCodes: ring.tally.wrongCodes, ringsAt: ringsAt.map(text),
      snoozes: ring.snoozes, mostSnoozes: armed.plan.snoozes)
  }
}

public struct DeviceView: Codable, Sendable, Hashable {
  public enum Health: String, Codable, Sendable { case ok, degraded, failed, notFitted }
  public var health: Health
  /// What failed and the kernel's reason, or what is less than it could be.
  @OrNull public var error: String?
  @OrNull public var since: String?
  /// When it last did as it was told; nil: not since the service was started.
  @OrNull public var proven: String?
  public init(health: Health, error: String? = nil, since: String? = nil, proven: String? = nil) {
    (self.health, self.error, self.since, self.proven) = (health, error, since, proven)
  }
}

/// A chosen sound that is gone or cannot be played, and what is heard in its place.
public struct MissingSoundView: Codable, Sendable, Hashable {
  public var sound: String
  /// What has chosen it, in words: `the alarm Work (k3f9xa)`.
  public var usedBy: [String]
  public var playsInstead: String
  /// Why the sound cannot be played, or `nil` if it is gone.
  @OrNull public var why: String?
  public init(sound: String, usedBy: [String], playsInstead: String, why: String? = nil) {
    (self.sound, self.usedBy, self.playsInstead, self.why) = (sound, usedBy, playsInstead, why)
  }
}

public struct ClockView: Codable, Sendable, Hashable {
  public var now = ""
  public var zone = ""
  /// Whether the kernel says that the time is synchronized.
  public var trusted = false
  public var why = ""
  /// Why `zone` is not the one that the machine asks for, what that means, and what mends it.
  @OrNull public var zoneProblem: String? = nil
}

public struct BoardView: Codable, Sendable, Hashable {
  public var name = ""
  public var mock = false
  @OrNull public var file: String? = nil
  /// What it is likely to suffer from, though it works.
  public var warnings: [String] = []
}

public struct SchedulerView: Codable, Sendable, Hashable {
  /// The alarm thread has first-in-first-out priority; without it a ring may be late on a loaded machine.
  public var realTimePriority = false
  @OrNull public var why: String? = nil
}

public struct StorageView: Codable, Sendable, Hashable {
  public var folder = ""
  public var writable = false
  @OrNull public var error: String? = nil
  /// What befell what is stored, as that a backup took its place; nil: nothing, or it was acknowledged.
  @OrNull public var notice: String? = nil
  /// How many rings have ended whose outcome is still to be stored; they are silent all the same.
  public var unstored = 0

  package init() {}
}
