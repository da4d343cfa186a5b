import AlarmClock

/// What is known of rings beside what is armed and what rings, which the scheduler has.
struct RingRecords: Sendable {
  /// How far the rings under way have got.
  var progress: [RingID: RingProgress] = [:]
  /// How rings ended, where the store did not take it yet.
  var unrecorded = WaitingOutcomes()
  /// A change of the zone has passed over them, and may be taken back.
  private(set) var waiting: [RingID: ArmedOccurrence] = [:]
  /// Came due while nobody ran, and waits for a trusted clock to tell how long ago that was.
  var undecided: [OpenRing] = []

  /// What waits of an alarm, the earliest first.
  func waiting(of alarmID: String) -> [ArmedOccurrence] {
    waiting.values.filter { $0.plan.alarmID == alarmID }.sorted { $0.due < $1.due }
  }

  /// These are all that wait.
  mutating func setWaiting(_ all: [ArmedOccurrence]) {
    waiting = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
  }

  /// These are all that wait of an alarm.
  mutating func setWaiting(_ all: [ArmedOccurrence], of alarmID: String) {
    // Looked through for each alarm that is changed, and empty but for days after a change of the zone.
    if !waiting.isEmpty { waiting = waiting.filter { $0.key.alarmID != alarmID } }
    for armed in all { waiting[armed.id] = armed }
  }

  /// - Returns: what waited in its place.
  mutating func addWaiting(_ armed: ArmedOccurrence) -> ArmedOccurrence? {
    waiting.updateValue(armed, forKey: armed.id)
  }

  mutating func waitNoMore(for id: RingID) { waiting[id] = nil }

  /// It has its outcome, which is still to be stored.
  ///
  /// - Returns: the outcomes that are given up for it.
  mutating func end(_ ring: EndedRing) -> [EndedRing] {
    waiting[ring.armed.id] = nil
    progress[ring.armed.id] = nil
    return unrecorded.add(ring)
  }
}
