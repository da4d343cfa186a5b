import AlarmClock

/// Selects records of an alarm that the user names. The alarm may have had another name, or be gone.
public struct AlarmFilter: Hashable, Sendable {
  /// Ids contain no spaces.
  var ids: [String]
  /// Compared in any case.
  var label: String

  public init(ids: [String], label: String) {
    self.ids = ids
    self.label = label
  }

  public func matches(alarmID: String?, label: String?) -> Bool {
    alarmID.map { ids.contains($0) || $0 == self.label } ?? false || label?.lowercased() == self.label.lowercased()
  }

  /// Returns a condition on the columns `alarm_id` and `label`. Its two parameters are numbered from `first` on.
  static func condition(from first: Int) -> String {
    "(?\(first) IS NULL OR instr(?\(first), ' ' || alarm_id || ' ') > 0 OR label = ?\(first + 1) COLLATE NOCASE)"
  }

  static func values(_ filter: AlarmFilter?) -> [(any SQLValue)?] {
    [filter.map { " \(($0.ids + [$0.label]).joined(separator: " ")) " }, filter?.label]
  }
}
