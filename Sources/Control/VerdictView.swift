/// Whether the next ring can be counted on, as far as is known.
public struct VerdictView: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable {
    /// No alarm is going to ring.
    case nothingSet
    case ready
    /// The next alarm could fail, or something of it.
    case atRisk
  }

  public var state: State
  /// What could make it fail, what matters most first.
  public var problems: [FindingView] = []
  public var warnings = 0
  /// The warnings about alarms with a low volume, or `nil` from a version that does not report them.
  @OrNull public var lowVolume: [FindingView]? = []
  /// When all of it was tested last; nil: it was not.
  @OrNull public var tested: String? = nil
  /// The command to begin with, where nothing is set.
  @OrNull public var firstStep: String? = nil
  /// The next change of the clocks, where one comes within a day.
  @OrNull public var clockChange: ClockChangeView? = nil
}

extension VerdictView {
  /// Nothing is set; the caller adds the rest.
  package init(warnings: [FindingView]) {
    self.init(state: .nothingSet, warnings: warnings.count, lowVolume: warnings.filter { $0.check == "volume" })
  }
}

/// A change of the clocks, to or from summer time.
public struct ClockChangeView: Codable, Sendable, Hashable {
  /// The first moment after it, RFC 3339.
  public var at: String
  /// By how many seconds; less than 0: the clocks go back.
  public var seconds: Int
  public init(at: String, seconds: Int) { (self.at, self.seconds) = (at, seconds) }
}
