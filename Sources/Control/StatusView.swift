import AlarmClock

public struct StatusView: PlainReply {
  public static let command = "status"
  public enum State: String, Codable, Sendable { case idle, ringing, snoozed }
  public var verdict = VerdictView(state: .nothingSet)
  /// The state of alarms. `idle` means that no alarm is sounding; a chime, noise or a preview may still be playing.
  public var state = State.idle
  /// Why the daemon is in minimal mode, which only rings, or `nil` if it is not.
  @OrNull public var minimal: String? = nil
  /// Unacknowledged misses, latest first.
  public var misses: [MissView] = []
  public var rings: [RingView] = []
  /// Not included in `state`.
  public var timers: [TimerView] = []
  @OrNull public var next: OccurrenceView? = nil
  /// The rings to be skipped, next first, at most ten.
  public var skips: [OccurrenceView] = []
  public var quiet = QuietView(hours: "off", now: false)
  @OrNull public var pausedUntil: String? = nil
  /// The holiday calendars that have ended or end within 30 days.
  public var endingCalendars: [EndingCalendarView] = []
  @OrNull public var bedtime: BedtimeView? = nil
  public var evidence = false
  @OrNull public var erasure: ErasureView? = nil
  @OrNull public var noise: NoiseView? = nil
  /// `nil` if the connection to the house is not set up.
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

/// The quiet hours, when only alarms sound.
public struct QuietView: Codable, Sendable, Hashable {
  /// For example `off`, `on` or `22:00-07:00`.
  public var hours: String
  public var now: Bool
  public init(hours: String, now: Bool) { (self.hours, self.now) = (hours, now) }
}

public struct BedtimeView: Codable, Sendable, Hashable {
  public var time: String
  /// Whether the test found nothing that could make an alarm fail. `verdict` has the current state.
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
  /// `false` if it could not ring at all, for example during a power cut.
  public var rang: Bool
  public init(alarmId: String, label: String, due: String, rang: Bool) {
    (self.alarmId, self.label, self.due, self.rang) = (alarmId, label, due, rang)
  }
}

public struct RingView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    case ringing
    case snoozed
    /// The ring was dismissed; a card must be shown once more (`wake-check`).
    case checking
  }
  public var alarmId: String
  public var state: State
  public var label: String
  public var due: String
  public var silenceAt: String
  /// The names of the cards that end it.
  public var cards: [String]
  /// The names of the cards that have been in view since before the ring. They count once they are taken away.
  public var lyingCards: [String] = []
  /// Whether a card that is brought now counts at once.
  public var readyForCards = true
  public var wrongCodes: Int
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
  /// The failure with the kernel's reason, or the degradation.
  @OrNull public var error: String?
  @OrNull public var since: String?
  /// When it last worked as requested, or `nil` if it has not since the service started.
  @OrNull public var proven: String?
  public init(health: Health, error: String? = nil, since: String? = nil, proven: String? = nil) {
    (self.health, self.error, self.since, self.proven) = (health, error, since, proven)
  }
}

/// A chosen sound that is missing or cannot be played, and its replacement.
public struct MissingSoundView: Codable, Sendable, Hashable {
  public var sound: String
  /// The users of the sound in words, such as `the alarm Work (k3f9xa)`.
  public var usedBy: [String]
  public var playsInstead: String
  /// Why the sound cannot be played, or `nil` if it is missing.
  @OrNull public var why: String?
  public init(sound: String, usedBy: [String], playsInstead: String, why: String? = nil) {
    (self.sound, self.usedBy, self.playsInstead, self.why) = (sound, usedBy, playsInstead, why)
  }
}

public struct ClockView: Codable, Sendable, Hashable {
  public var now = ""
  public var zone = ""
  /// Whether the clock trusts its time of day.
  public var trusted = false
  public var why = ""
  /// Why `zone` is not the machine's zone, with the consequences and the remedy.
  @OrNull public var zoneProblem: String? = nil
}

public struct BoardView: Codable, Sendable, Hashable {
  public var name = ""
  public var mock = false
  @OrNull public var file: String? = nil
  /// Likely problems of the working board.
  public var warnings: [String] = []
}

public struct SchedulerView: Codable, Sendable, Hashable {
  /// Whether the alarm thread has first-in-first-out priority. Without it, a ring may be late on a loaded machine.
  public var realTimePriority = false
  @OrNull public var why: String? = nil
}

public struct StorageView: Codable, Sendable, Hashable {
  public var folder = ""
  public var writable = false
  @OrNull public var error: String? = nil
  /// An event such as a restored backup, or `nil` if there was none or it was acknowledged.
  @OrNull public var notice: String? = nil
  /// The number of ended rings whose outcomes are not stored yet. They are silent nevertheless.
  public var unstored = 0

  package init() {}
}
