import AlarmClock

/// What is meant by an alarm that somebody names, which may have had another name, or be gone.
public struct AlarmFilter: Hashable, Sendable {
  /// Ids hold no spaces.
  var ids: [String]
  /// In any case.
  var label: String

  public init(ids: [String], label: String) {
    self.ids = ids
    self.label = label
  }

  public func matches(alarmID: String?, label: String?) -> Bool {
    alarmID.map { ids.contains($0) || $0 == self.label } ?? false || label?.lowercased() == self.label.lowercased()
  }

  /// The condition on the columns `alarm_id` and `label`; the two values have the numbers from `first` on.
  static func condition(from first: Int) -> String {
    "(?\(first) IS NULL OR instr(?\(first), ' ' || alarm_id || ' ') > 0 OR label = ?\(first + 1) COLLATE NOCASE)"
  }

  static func values(_ filter: AlarmFilter?) -> [SQLValue] {
    [SQLValue(filter.map { " \(($0.ids + [$0.label]).joined(separator: " ")) " }), SQLValue(filter?.label)]
  }
}
