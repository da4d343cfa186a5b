import AlarmClock

/// The last change that can be taken back. It is in memory alone: a restart of the service forgets it.
struct LastChange: Sendable {
  var step: AlarmBook.Step
  /// By the clock that never steps.
  var made: Duration
  /// It has taken back the one before it. One change is remembered, so a second undo finds nothing: whoever asks twice by
  /// mistake loses nothing else.
  var isUndo = false

  static let longestKept: Duration = .seconds(3600)
}
