/// Counts as text.
public enum Count {
  /// Examples: `1 ring`, `2 rings`, `no ring`.
  public static func text(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : count == 0 ? "no \(noun)" : "\(count) \(noun)s"
  }
}
