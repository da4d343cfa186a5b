/// The effect of a change of the zone's offset on a wall-clock time.
public enum TimeAdjustment: String, Hashable, Sendable {
  /// The time occurs exactly once.
  case none
  /// The time is skipped; it resolves to the first instant after the gap.
  case movedByGap
  /// The time occurs twice; it resolves to the first occurrence.
  case firstOfOverlap
}
