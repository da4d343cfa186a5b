/// What events of the same UID say of each other (RFC 5545, 3.8.4.4 and 3.8.7.4).
enum CalendarSeries {
  private struct Identity: Hashable {
    var uid: [UInt8]
    var replacedDay: DayNumber?
  }

  /// Without versions that a later one has replaced. Those of the same version all stay: some programs give all events one UID.
  static func newest(_ events: [CalendarEvent]) -> [CalendarEvent] {
    var highest: [Identity: Int] = [:]
    for event in events {
      guard let uid = event.uid else { continue }
      highest[Identity(uid: uid, replacedDay: event.replacedDay), default: 0].raise(to: event.sequence)
    }
    return events.filter { event in
      guard let uid = event.uid else { return true }
      return event.sequence >= highest[Identity(uid: uid, replacedDay: event.replacedDay)] ?? 0
    }
  }

  /// By UID: the days that are taken out of a series. What stands in the place of one does not count either: in doubt, the
  /// alarm rings.
  static func exceptions(_ events: [CalendarEvent]) -> [[UInt8]: Set<DayNumber>] {
    var days: [[UInt8]: Set<DayNumber>] = [:]
    for event in events where event.replacedDay == nil && !event.exceptions.isEmpty {
      if let uid = event.uid { days[uid, default: []].formUnion(event.exceptions) }
    }
    return days
  }

  /// By UID: the days of a series in whose place another event stands, also where that is cancelled or has a time of day.
  static func replacedDays(_ events: [CalendarEvent]) -> [[UInt8]: Set<DayNumber>] {
    var days: [[UInt8]: Set<DayNumber>] = [:]
    for event in events {
      if let uid = event.uid, let day = event.replacedDay { days[uid, default: []].insert(day) }
    }
    return days
  }
}

extension Int {
  fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}
