import Control

/// Many clocks, as `rouse-mqtt fleet` has read them from a broker. Nothing that a clock says is verified.
public struct FleetView: Codable, Sendable, Hashable {
  /// Clocks that need attention come first: with misses, then silent, then at risk; otherwise sorted by name.
  public var clocks: [FleetClockView]
  /// Number of further clocks, which are left out.
  public var left: Int

  public static let mostClocks = 5000

  public init(clocks: [FleetClockView], left: Int = 0) {
    self.clocks = clocks
    self.left = left
  }
}

/// One of many clocks. Its texts are single short lines without control characters.
public struct FleetClockView: Codable, Sendable, Hashable {
  public enum Line: String, Codable, Sendable {
    case connected
    /// Its `rouse-mqtt` is connected, but its daemon does not run.
    case stopped
    /// The broker has lost it, or it sends nothing.
    case silent
  }

  /// Name of the account, which is part of its topics.
  public var id: String
  @OrNull public var name: String? = nil
  /// Location: the part of the name after the comma.
  @OrNull public var place: String? = nil
  public var line: Line
  /// When it became silent or stopped, RFC 3339, from its last message; `nil` if it did not, or if that is unknown.
  @OrNull public var since: String? = nil
  @OrNull public var state: HomeStateView.State? = nil
  /// `nil` if there is none, or if it is unknown.
  @OrNull public var next: FleetRingView? = nil
  @OrNull public var verdict: HomeStateView.VerdictView.State? = nil
  public var problems: [String] = []
  public var missed = 0
  @OrNull public var lastRing: FleetRingView? = nil
  @OrNull public var scores: HomeStateView.ScoresView? = nil
  @OrNull public var version: String? = nil
  /// Recent events, the latest last; empty unless they were requested.
  public var events: [FleetEventView] = []
  /// Why nothing more is known, in one line.
  @OrNull public var trouble: String? = nil
}

extension FleetClockView {
  public init(id: String, line: Line) {
    self.id = id
    self.line = line
  }
}

public struct FleetRingView: Codable, Sendable, Hashable {
  /// RFC 3339, in the zone of that clock.
  public var time: String
  public var label: String
  /// `nil` for a ring that is still to come.
  @OrNull public var outcome: HomeStateView.LastRingView.Outcome?

  public init(time: String, label: String, outcome: HomeStateView.LastRingView.Outcome? = nil) {
    self.time = time
    self.label = label
    self.outcome = outcome
  }
}

public struct FleetEventView: Codable, Sendable, Hashable {
  /// Id of the clock.
  public var clock: String
  /// Name of the clock, if it is known.
  @OrNull public var name: String? = nil
  /// Unique among the events of a clock.
  public var id: String
  /// RFC 3339, in the zone of that clock.
  public var time: String
  public var kind: String
  @OrNull public var label: String? = nil
  @OrNull public var detail: String? = nil
}

extension FleetEventView {
  public init(clock: String, id: String, time: String, kind: String) {
    self.clock = clock
    self.id = id
    self.time = time
    self.kind = kind
  }
}

/// A line of JSON from `rouse-mqtt fleet`, with one of these values.
public struct FleetLine: Codable, Sendable, Hashable {
  public var view: FleetView?
  public var event: FleetEventView?
  /// On the last line only.
  public var error: ControlError?

  public init(view: FleetView? = nil, event: FleetEventView? = nil, error: ControlError? = nil) {
    self.view = view
    self.event = event
    self.error = error
  }
}
