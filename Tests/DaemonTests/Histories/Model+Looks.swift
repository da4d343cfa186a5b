import AlarmClock

/// 16. A daemon on a mock clock looks around each half an hour: it ends what a zone has passed over for a day, and removes
///     spent alarms. The histories in one process do that after each action.
extension Model {
  struct Looks {
    static let pause: Duration = .seconds(1800)

    /// On the clock that does not step.
    var next: Duration
    /// The time of day when the daemon last stored that it runs.
    var seen: Instant
  }

  /// When something happens next, by the clock that does not step.
  var moments: [Duration] {
    var moments = alarms.values.compactMap(\.armed).map { monotonic + max(.zero, $0.open.due - now) }
    moments += ringing.values.compactMap { open in open.ring.map { $0.start + open.silenceAfter } }
    moments += answers.map(\.at) + [decision, looks?.next].compactMap(\.self)
    if zoneLeft > .zero { moments.append(monotonic + zoneLeft) }
    return moments
  }

  /// The daemon has started.
  mutating func beginLooks() {
    guard let looks else { return }
    looked = (looks.seen, monotonic)
    self.looks?.next = monotonic + Looks.pause
    if isTrusted { attend() }
  }

  /// Notes that the daemon runs.
  mutating func attend() {
    guard looks != nil else { return }
    looks?.seen = now
    noteLeap()
  }

  mutating func look() {
    settleZone()
    attend()
    removeSpentAlarms()
    looks?.next = monotonic + Looks.pause
  }
}
