/// An event of whole days, as it stands in a calendar.
struct CalendarEvent {
  var line: Int
  var uid: [UInt8]?
  /// Of several versions the one with the highest counts.
  var sequence = 0
  /// The day of a series that this event takes the place of.
  var replacedDay: DayNumber?
  /// It takes the place of all the days after that one, too.
  var replacesRest = false
  var name = ""
  /// A line each.
  var description: [String] = []
  /// nil: it has none, or a time of day, and is here only because it takes something back.
  var days: Range<DayNumber>?
  var rules: [RecurrenceRule] = []
  var furtherStarts: [DayNumber] = []
  var exceptions: Set<DayNumber> = []
  var isCancelled = false
  var isTimed = false
}
