/// An all-day event as written in a calendar.
struct CalendarEvent {
  var line: Int
  var uid: [UInt8]?
  /// The version; the highest of several replaces the others.
  var sequence = 0
  /// The day of the series that this event replaces.
  var replacedDay: DayNumber?
  /// Whether it also replaces all later days of the series.
  var replacesRest = false
  var name = ""
  /// One element per line.
  var description: [String] = []
  /// `nil` for an event with a time of day or without a date, kept only because it cancels or replaces something.
  var days: Range<DayNumber>?
  var rules: [RecurrenceRule] = []
  var furtherStarts: [DayNumber] = []
  var exceptions: Set<DayNumber> = []
  var isCancelled = false
  var isTimed = false
}
