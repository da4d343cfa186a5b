/// What events of the same UID say of each other (RFC 5545, 3.8.4.4 and 3.8.7.4).
enum CalendarSeries {
  private struct Identity: Hashable {
    var uid: [UInt8]
    var replacedDay: DayNumber?
  }

  struct Replaced {
    var days: Set<DayNumber> = []
    /// All from this one on; nil: no more than those.
    var rest: DayNumber?

    func contains(_ day: DayNumber) -> Bool { days.contains(day) || rest.map { day >= $0 } ?? false }
  }

  /// Without versions that a later one has replaced, or that are taken back. Those of the same version all stay: some
  /// programs give all events one UID. Only where a whole series is taken back without saying when it was, all go.
  static func newest(_ events: [CalendarEvent]) -> [CalendarEvent] {
    var highest: [Identity: Int] = [:]
    var takenBack: [[UInt8]: Int] = [:]
    for event in events {
      guard let uid = event.uid else { continue }
      if event.takesSeriesBack { takenBack[uid, default: 0].raise(to: event.sequence) }
      highest[Identity(uid: uid, replacedDay: event.replacedDay), default: 0].raise(to: event.sequence)
    }
    return events.filter { event in
      guard let uid = event.uid else { return true }
      if !event.takesSeriesBack, let last = takenBack[uid], event.sequence <= last { return false }
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
