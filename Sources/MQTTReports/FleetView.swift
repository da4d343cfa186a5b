import Control

/// Many clocks, as `rouse-mqtt fleet` has heard of them from a broker; what each says of itself is only what it says.
public struct FleetView: Codable, Sendable, Hashable {
  /// Those that need somebody first: misses, then silence, then risks; of the rest by their names.
  public var clocks: [FleetClockView]
  /// How many more there are, of whom nothing is told.
  public var left: Int

  /// More are told of by nobody at once.
  public static let mostClocks = 5000

  public init(clocks: [FleetClockView], left: Int = 0) {
    self.clocks = clocks
    self.left = left
  }
}

/// One of many clocks. Its texts are one line each, bounded, and without control characters.
public struct FleetClockView: Codable, Sendable, Hashable {
  public enum Line: String, Codable, Sendable {
    case connected
    /// Its `rouse-mqtt` is connected, and its daemon away.
    case stopped
    /// The broker has lost it, or it has gone.
    case silent
  }

  /// The account's name, which is part of its topics.
  public var id: String
  /// nil: it has none.
  @OrNull public var name: String?
  /// Where it stands: what follows the comma in its name; nil: that is not said.
  @OrNull public var place: String?
  public var line: Line
  /// Since when it is silent or stopped, RFC 3339: about, as the last word of it; nil: it is not, or nobody knows.
  @OrNull public var since: String?
  @OrNull public var state: HomeStateView.State?
  /// The ring that comes next; nil: none, or it is not known.
  @OrNull public var next: FleetRingView?
  @OrNull public var verdict: HomeStateView.VerdictView.State?
  public var problems: [String]
  public var missed: Int
  @OrNull public var lastRing: FleetRingView?
  @OrNull public var scores: HomeStateView.ScoresView?
  @OrNull public var version: String?
  /// What happened last, the latest last; empty where nobody asked for it.
  public var events: [FleetEventView]
  /// Why nothing more is known of it, in one line; nil: all is.
  @OrNull public var trouble: String?

  public init(
    id: String, name: String? = nil, place: String? = nil, line: Line, since: String? = nil,
    state: HomeStateView.State? = nil, next: FleetRingView? = nil, verdict: HomeStateView.VerdictView.State? = nil,
    problems: [String] = [], missed: Int = 0, lastRing: FleetRingView? = nil,
    scores: HomeStateView.ScoresView? = nil, version: String? = nil, events: [FleetEventView] = [],
    trouble: String? = nil
  ) {
    self.id = id
    self.name = name
    self.place = place
    self.line = line
    self.since = since
    self.state = state
    self.next = next
    self.verdict = verdict
    self.problems = problems
    self.missed = missed
    self.lastRing = lastRing
    self.scores = scores
    self.version = version
    self.events = events
    self.trouble = trouble
  }
}

public struct FleetRingView: Codable, Sendable, Hashable {
  /// RFC 3339, in the zone of that clock.
  public var time: String
  public var label: String
  /// How it ended; nil: it has not been yet.
  @OrNull public var outcome: HomeStateView.LastRingView.Outcome?

  public init(time: String, label: String, outcome: HomeStateView.LastRingView.Outcome? = nil) {
    self.time = time
    self.label = label
    self.outcome = outcome
  }
}

public struct FleetEventView: Codable, Sendable, Hashable {
  /// Of the clock.
  public var clock: String
  /// What people call that clock; nil: nothing, or it is not known.
  @OrNull public var name: String?
  /// Of one clock no two events have the same.
  public var id: String
  /// RFC 3339, in the zone of that clock.
  public var time: String
  public var kind: String
  @OrNull public var label: String?
  @OrNull public var detail: String?

  public init(
    clock: String, name: String? = nil, id: String, time: String, kind: String, label: String? = nil,
    detail: String? = nil
  ) {
    self.clock = clock
    self.name = name
    self.id = id
    self.time = time
    self.kind = kind
    self.label = label
    self.detail = detail
  }
}

/// What `rouse-mqtt fleet` says: a line each, as JSON, with one of the three.
public struct FleetLine: Codable, Sendable, Hashable {
  public var view: FleetView?
  public var event: FleetEventView?
  /// The last line.
  public var error: ControlError?

  public init(view: FleetView? = nil, event: FleetEventView? = nil, error: ControlError? = nil) {
    self.view = view
    self.event = event
    self.error = error
  }
}
