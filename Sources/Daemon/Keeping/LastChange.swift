import AlarmClock

/// The last change, to be taken back. It is in memory alone: a restart of the service forgets it.
struct LastChange: Sendable {
  /// nil: it was of a card, which is never taken back; nor is what was changed before it, as nobody who asks means that.
  var step: AlarmBook.Step?
  /// By the clock that never steps.
  var made: Duration
  /// It has taken back the one before it. One change is remembered, so a second undo finds nothing: whoever asks twice by
  /// mistake loses nothing else.
  var isUndo = false

  static let longestKept: Duration = .seconds(3600)
}
