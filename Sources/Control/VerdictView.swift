/// Whether the next ring is likely to succeed, as far as is known.
public struct VerdictView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    /// No alarm is going to ring.
    case nothingSet
    case ready
    /// The next alarm could fail, at least in part.
    case atRisk
  }

  public var state: State
  /// The problems that could make it fail, most important first.
  public var problems: [FindingView] = []
  public var warnings = 0
  /// The warnings about alarms with a low volume, or `nil` from a version that does not report them.
  @OrNull public var lowVolume: [FindingView]? = []
  /// When everything was last tested, or `nil` if it was not.
  @OrNull public var tested: String? = nil
  /// The command to begin with if no alarm is set.
  @OrNull public var firstStep: String? = nil
  /// The next change of the clocks, if it is within a day.
  @OrNull public var clockChange: ClockChangeView? = nil
}

extension VerdictView {
  /// A verdict for no alarm. The caller adds the rest.
  package init(warnings: [FindingView]) {
    self.init(state: .nothingSet, warnings: warnings.count, lowVolume: warnings.filter { $0.check == "volume" })
  }
}

/// A change of the clocks to or from daylight-saving time.
public struct ClockChangeView: Codable, Sendable, Hashable {
  /// The first moment after it, RFC 3339.
  public var at: String
  /// The change in seconds; negative if the clocks go back.
  public var seconds: Int
  public init(at: String, seconds: Int) { (self.at, self.seconds) = (at, seconds) }
}
