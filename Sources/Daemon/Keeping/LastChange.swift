import AlarmClock

/// The last thing that people changed, for `rouse undo`. It is in memory alone: a restart of the service forgets it.
struct LastChange: Sendable {
  enum What: Sendable {
    case step(AlarmBook.Step)
    /// It cannot be undone, and nor can the change before it: nobody who asks means that one. Its name is for people, as in
    /// `the last change was of a card`.
    case forGood(String)
  }

  var what: What
  /// By the clock that never steps.
  var made: Duration
  /// It has taken back the one before it. One change is remembered, so a second undo finds nothing: whoever asks twice by
  /// mistake loses nothing else.
  var isUndo = false

  static let longestKept: Duration = .seconds(3600)
}
