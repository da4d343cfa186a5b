import AlarmClock

/// Streams the state of the clock for the house: at once, and after every change. Rapid changes are combined, so no
/// value counts seconds.
///
/// Available on the second socket, which `rouse daemon --home-socket` opens, and which only accepts commands that begin
/// with `home.`. The protocol is that of the control socket (`Wire`).
public typealias FollowHomeState = PlainCommand<HomeStateView>

/// The state of the clock for the house, without pictures, paths, or card data other than names. Times are RFC 3339
/// with offset.
public struct HomeStateView: PlainReply, Hashable {
  public static let command = "home.state"
  public enum State: String, Codable, Sendable, CaseIterable {
    case idle, ringing, snoozed
    /// The ring was dismissed; a card must be shown once more (`wake-check`).
    case checking
  }

  /// The most entries of a list, so that everything fits into a line.
  public static let mostListed = 200

  /// The clock's name (`rouse settings set name`), or `nil` if it has none.
  @OrNull public var name: String? = nil
  public var version: String
  public var state: State
  /// The ring that `state` describes, or `nil` if idle.
  @OrNull public var ringing: RingView? = nil
  /// The next ring that is not skipped.
  @OrNull public var next: NextView? = nil
  /// At most `mostListed`, in the order of `rouse alarm list`.
  public var alarms: [AlarmView]
  /// The number of unacknowledged misses.
  public var missed: Int
  public var verdict: VerdictView
  /// Whether the supply voltage is too low for the board, or `nil` if it is not measured.
  @OrNull public var underVoltage: Bool? = nil
  public var trusted: Bool
  public var readings = ReadingsView()
  @OrNull public var dismissal: DismissalView? = nil
  @OrNull public var lastRing: LastRingView? = nil
  /// Today's scores, as in `rouse insight`.
  @OrNull public var scores: ScoresView? = nil
  /// 0 to 100 percent.
  public var volume: Int
  /// As in `settings.list`; `off` for no sound.
  public var sound: String
  /// `off`, `auto`, `schedule`, or 0 to 15; `nil` if the board has no display.
  @OrNull public var brightness: String? = nil
  /// The noise that is playing, or `nil` if none is.
  @OrNull public var noise: String? = nil
  /// The available sounds, without `off`; at most `mostListed`.
  public var sounds: [String] = []
  public var noises: [String] = []
  /// The commands that root allows for `home.command`.
  public var commands: [HomeCommandName] = []
  /// Why no commands are allowed although a file exists, in one line; `nil` if the file is valid or missing.
  @OrNull public var commandsProblem: String? = nil
  /// An order from the users of the clock to `rouse-mqtt`, or `nil` if there is none.
  @OrNull public var order: HomeOrder? = nil

  public struct RingView: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    public var due: String
  }

  public struct NextView: Codable, Sendable, Hashable {
    public var alarmId: String
    public var label: String
    public var time: String
    /// The local time in the user's format, such as `2026-11-24 07:00`.
    public var local: String
  }

  public struct AlarmView: Codable, Sendable, Hashable {
    public var id: String
    public var label: String
    /// Local time, such as `07:30`.
    public var time: String
    /// For example `Mon-Fri` or `Daily`; `nil` if the alarm does not repeat.
    @OrNull public var days: String? = nil
    @OrNull public var date: String? = nil
    public var enabled: Bool
    public var skipNext: Bool
    /// Whether it can no longer be canceled until its ring is answered (`cancel-lock`).
    public var locked: Bool
    /// The next ring that is not skipped, or `nil` if there is none.
    @OrNull public var next: String? = nil
  }

  /// Whether the next ring is likely to succeed.
  public struct VerdictView: Codable, Sendable, Hashable {
    public enum State: String, Codable, Sendable, CaseIterable {
      case nothingSet = "nothing_set"
      case ready
      case atRisk = "at_risk"
    }
    public var state: State
    /// The problems that could make the next ring fail, one line each, most important first.
    public var problems: [String] = []
  }

  /// The last ring that a card ended.
  public struct DismissalView: Codable, Sendable, Hashable {
    public var time: String
    public var label: String
    /// The card's name, or `nil` if unknown.
    @OrNull public var card: String? = nil
  }
  public struct LastRingView: Codable, Sendable, Hashable {
    public enum Outcome: String, Codable, Sendable { case dismissed, missed }
    public var time: String
    public var label: String
    public var outcome: Outcome
  }

  /// 0 to 100 each, or `nil` if there are too few rings.
  public struct ScoresView: Codable, Sendable, Hashable {
    @OrNull public var waking: Int?
    @OrNull public var rhythm: Int?
    @OrNull public var readiness: Int?
    public init(waking: Int? = nil, rhythm: Int? = nil, readiness: Int? = nil) {
      (self.waking, self.rhythm, self.readiness) = (waking, rhythm, readiness)
    }
  }
}
