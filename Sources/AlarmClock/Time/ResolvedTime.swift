/// The instant that stands for a wall-clock time.
public struct ResolvedTime: Hashable, Sendable {
  public var instant: Instant
  public var adjustment: TimeAdjustment
}

/// Whether a change of the zone's offset made a wall-clock time special.
public enum TimeAdjustment: String, Hashable, Sendable {
  /// It happens exactly once.
  case none
  /// It is skipped: the first instant after the gap stands for it.
  case movedByGap
  /// It happens twice: the first one counts.
  case firstOfOverlap
}
