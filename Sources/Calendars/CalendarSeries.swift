/// Resolves how events with the same UID affect each other (RFC 5545, 3.8.4.4 and 3.8.7.4).
enum CalendarSeries {
  struct Replaced {
    var days: Set<DayNumber> = []
    /// The day from which all are replaced, or `nil` if only `days` are.
    var rest: DayNumber?

    func contains(_ day: DayNumber) -> Bool { days.contains(day) || rest.map { day >= $0 } ?? false }
  }

  /// Drops versions that were replaced or canceled later. Keeps all events of one version, because some programs give
  /// all events the same UID. If a whole series is canceled without its date, drops all of its events.
  static func newest(_ events: [CalendarEvent]) -> [CalendarEvent] {
    // By UID and replaced day.
    var highest: [[UInt8]: [DayNumber?: Int]] = [:]
    var takenBack: [[UInt8]: Int] = [:]
    for event in events {
      guard let uid = event.uid else { continue }
      if event.takesSeriesBack { takenBack[uid, default: 0].raise(to: event.sequence) }
      highest[uid, default: [:]][event.replacedDay, default: 0].raise(to: event.sequence)
    }
    return events.filter { event in
      guard let uid = event.uid else { return true }
      if !event.takesSeriesBack, let last = takenBack[uid], event.sequence <= last { return false }
      return event.sequence >= highest[uid]?[event.replacedDay] ?? 0
    }
  }

  /// Returns the days removed from a series, by UID. No event that replaces one counts: in doubt, the alarm rings.
  static func exceptions(_ events: [CalendarEvent]) -> [[UInt8]: Set<DayNumber>] {
    var days: [[UInt8]: Set<DayNumber>] = [:]
    for event in events where event.replacedDay == nil && !event.exceptions.isEmpty {
      if let uid = event.uid { days[uid, default: []].formUnion(event.exceptions) }
    }
    return days
  }

  /// Returns the days of a series that other events replace, by UID, even if those are canceled or have a time of day.
  static func replacedDays(_ events: [CalendarEvent]) -> [[UInt8]: Replaced] {
    var days: [[UInt8]: Replaced] = [:]
    for event in events {
      guard let uid = event.uid, let day = event.replacedDay else { continue }
      days[uid, default: Replaced()].days.insert(day)
      if event.replacesRest { days[uid, default: Replaced()].rest = min(day, days[uid]?.rest ?? day) }
    }
    return days
  }
}

extension CalendarEvent {
  fileprivate var takesSeriesBack: Bool { isCancelled && days == nil && replacedDay == nil }
}

extension Int {
  fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}
