import AlarmClock

/// The clock as the house sees it: on the second socket, which `rouse daemon --home-socket` opens, and which knows the
/// commands that begin with `home.` alone. The line protocol is that of the control socket (`Wire`).
///
/// A stream without an end: how the clock is, at once, and again whenever something of it is another thing. What changes
/// several times in a short while is said once, so no item counts seconds.
public struct FollowHomeState: Command {
  public static let name = "home.state"
  public typealias Reply = HomeStateView
  public init() {}
}

/// Nothing of cards but a name, no pictures and no paths. Times are RFC 3339 with offset.
public struct HomeStateView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable, CaseIterable {
    case idle, ringing, snoozed
    /// Dismissed; a card is to be shown once more (`wake-check`).
    case checking
  }

  /// So that a line has room for all of it.
  public static let mostListed = 200

  /// What people call the clock (`rouse settings set name`); nil: nothing.
  @OrNull public var name: String? = nil
  public var version: String
  public var state: State
  /// Of the ring that `state` is of; nil: nothing rings.
  @OrNull public var ringing: RingView? = nil
  /// The ring that comes next, which is not skipped; nil: none.
  @OrNull public var next: NextView? = nil
  /// At most `mostListed`, in the order of `rouse alarm list`.
  public var alarms: [AlarmView]
  /// How many misses nobody has acknowledged.
  public var missed: Int
  public var verdict: VerdictView
  /// The supply's voltage is too low for the board; nil: nobody measures it.
  @OrNull public var underVoltage: Bool? = nil
  public var trusted: Bool
  /// What the sensors say; nil: there is no such sensor, or it does not answer.
  public var readings = ReadingsView()
  @OrNull public var dismissal: DismissalView? = nil
  @OrNull public var lastRing: LastRingView? = nil
  /// How waking goes, as `rouse insight` has it today.
  @OrNull public var scores: ScoresView? = nil
  /// 0…100 per cent.
  public var volume: Int
  /// As `settings.list` shows it; `off`: none.
  public var sound: String
  /// `off`, `auto`, `schedule`, or 0 to 15; nil: the board has no display.
  @OrNull public var brightness: String? = nil
  /// What plays to fall asleep by; nil: nothing.
  @OrNull public var noise: String? = nil
  /// The sounds that can be chosen, without `off`; at most `mostListed`.
  public var sounds: [String] = []
  /// The sounds that can be played to fall asleep by.
  public var noises: [String] = []
  /// What `home.command` may do, as root has allowed it.
  public var commands: [HomeCommandName] = []
  /// Why nothing is allowed though a file is there, in one line; nil: the file is right, or there is none.
  @OrNull public var commandsProblem: String? = nil
  /// What people on the clock itself want `rouse-mqtt` to do; nil: nothing.
  @OrNull public var order: HomeOrder? = nil
}

extension HomeStateView {
  public struct RingView: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    public var due: String
  }

  public struct NextView: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    public var time: String
    /// For people, as `2026-11-24 07:00`: in the clock's zone and its way to read times.
    public var local: String
  }

  public struct AlarmView: Codable, Sendable, Hashable {
    public var id: String
    public var label: String
    /// Local, as `07:30`.
    public var time: String
    /// `Mon-Fri`, `Daily`; nil: it repeats on none.
    @OrNull public var days: String? = nil
    /// Of an alarm that rings once.
    @OrNull public var date: String? = nil
    public var enabled: Bool
    public var skipNext: Bool
    /// It can no longer be taken back until its ring is answered (`cancel-lock`).
    public var locked: Bool
    /// When it rings next, after a skipped one; nil: it does not.
    @OrNull public var next: String? = nil
  }

  /// Whether the next ring can be counted on.
  public struct VerdictView: Codable, Sendable, Hashable {
    public enum State: String, Codable, Sendable, CaseIterable {
      case nothingSet = "nothing_set"
      case ready
      case atRisk = "at_risk"
    }
    public var state: State
    /// What could make the next ring fail, a line each, what matters most first.
    public var problems: [String] = []
  }

  /// The last ring that a card has ended.
  public struct DismissalView: Codable, Sendable, Hashable {
    public var time: String
    public var label: String
    /// The card's name; nil: it is not known.
    @OrNull public var card: String? = nil
  }
  public struct LastRingView: Codable, Sendable, Hashable {
    public enum Outcome: String, Codable, Sendable { case dismissed, missed }
    public var time: String
    public var label: String
    public var outcome: Outcome
  }

  /// 0…100 each; nil: there are too few rings for it.
  public struct ScoresView: Codable, Sendable, Hashable {
    @OrNull public var waking: Int?
    @OrNull public var rhythm: Int?
    @OrNull public var readiness: Int?
    public init(waking: Int? = nil, rhythm: Int? = nil, readiness: Int? = nil) {
      (self.waking, self.rhythm, self.readiness) = (waking, rhythm, readiness)
    }
  }
}
