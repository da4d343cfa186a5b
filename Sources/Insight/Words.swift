/// Counts as text.
public enum Count {
  /// Examples: `1 ring`, `2 rings`, `no ring`.
  public static func text(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : count == 0 ? "no \(noun)" : "\(count) \(noun)s"
  }

  /// Returns the names that occur at least `least` times, the most frequent first, then by name.
  static func most(_ names: [String], atLeast least: Int) -> [(name: String, count: Int)] {
    Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value >= least }
      .map { (name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
