import AlarmClock

/// 16. A daemon on a mock clock checks every half hour: it ends occurrences that a zone change passed over a day ago,
///     and removes spent alarms. In-process histories do that after each action.
extension Model {
  struct Looks {
    static let pause: Duration = .seconds(1800)

    var next: Duration
    /// The time of day at which the daemon last stored that it runs.
    var seen: Instant
  }

  /// The monotonic times at which something happens next.
  var moments: [Duration] {
    var moments = alarms.values.compactMap(\.armed).map { monotonic + max(.zero, $0.open.due - now) }
    moments += ringing.values.compactMap { open in open.ring.map { $0.start + open.silenceAfter } }
    moments += answers.map(\.at) + [decision, looks?.next].compactMap(\.self)
    if zoneLeft > .zero { moments.append(monotonic + zoneLeft) }
    return moments
  }

  mutating func beginLooks() {
    guard let looks else { return }
    looked = (looks.seen, monotonic)
    self.looks?.next = monotonic + Looks.pause
    if isTrusted { attend() }
  }

  /// Records that the daemon runs.
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
