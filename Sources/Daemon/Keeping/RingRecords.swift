import AlarmClock
import Storage

/// What is known of rings beside what is armed and what rings, which the scheduler has.
struct RingRecords: Sendable {
  /// How far the rings under way have got.
  var progress: [RingID: RingProgress] = [:]
  /// How rings ended, where the store did not take it yet.
  var unrecorded = WaitingOutcomes()
  /// A change of the zone has passed over them, and may be taken back: by alarm, the earliest first.
  private var waitingByAlarm: [String: [ArmedOccurrence]] = [:]
  /// Came due while nobody ran, and waits for a trusted clock to tell how long ago that was.
  var undecided: [OpenRing] = []

  var waiting: [ArmedOccurrence] { waitingByAlarm.values.flatMap(\.self) }

  /// What waits of an alarm, the earliest first.
  func waiting(of alarmID: String) -> [ArmedOccurrence] { waitingByAlarm[alarmID] ?? [] }

  /// These are all that wait.
  mutating func setWaiting(_ all: [ArmedOccurrence]) {
    waitingByAlarm = [:]
    for armed in all { addWaiting(armed) }
  }

  /// These are all that wait of an alarm.
  mutating func setWaiting(_ all: [ArmedOccurrence], of alarmID: String) {
    waitingByAlarm[alarmID] = all.isEmpty ? nil : all.sorted { $0.due < $1.due }
  }

  /// - Returns: what waited in its place.
  @discardableResult
  mutating func addWaiting(_ armed: ArmedOccurrence) -> ArmedOccurrence? {
    var all = waiting(of: armed.plan.alarmID)
    let before = all.first { $0.id == armed.id }
    all.removeAll { $0.id == armed.id }
    setWaiting(all + [armed], of: armed.plan.alarmID)
    return before
  }

  mutating func waitNoMore(for id: RingID) {
    let all = waiting(of: id.alarmID)
    if !all.isEmpty { setWaiting(all.filter { $0.id != id }, of: id.alarmID) }
  }

  /// It has its outcome, which is still to be stored.
  ///
  /// - Returns: the outcomes that are given up for it.
  mutating func end(_ ring: EndedRing) -> [EndedRing] {
    waitNoMore(for: ring.armed.id)
    progress[ring.armed.id] = nil
    return unrecorded.add(ring)
  }
}

extension EndedRing {
  var provisional: Store.ProvisionalOutcome {
    Store.ProvisionalOutcome(
      id: armed.id, due: armed.due, recurrence: armed.recurrence, isTrusted: isTrusted, isZoneInDoubt: isZoneInDoubt)
  }
}
