import AlarmClock
import Storage

/// What is known of rings beside what is armed and what rings, which the scheduler has.
struct RingRecords: Sendable {
  var progress: [RingID: RingProgress] = [:]
  var unrecorded = WaitingOutcomes()
  /// A change of the zone has passed over them, and may be taken back: by alarm, the earliest first.
  private var passedOverByAlarm: [String: [ArmedOccurrence]] = [:]
  /// Came due while nobody ran, and waits for a trusted clock to tell how long ago that was.
  var undecided: [OpenRing] = []

  var passedOver: [ArmedOccurrence] { passedOverByAlarm.values.flatMap(\.self) }

  func passedOver(of alarmID: String) -> [ArmedOccurrence] { passedOverByAlarm[alarmID] ?? [] }

  mutating func setPassedOver(_ all: [ArmedOccurrence]) {
    passedOverByAlarm = [:]
    for armed in all { addPassedOver(armed) }
  }

  mutating func setPassedOver(_ all: [ArmedOccurrence], of alarmID: String) {
    passedOverByAlarm[alarmID] = all.isEmpty ? nil : all.sorted { $0.due < $1.due }
  }

  /// - Returns: what stood in its place.
  @discardableResult
  mutating func addPassedOver(_ armed: ArmedOccurrence) -> ArmedOccurrence? {
    var all = passedOver(of: armed.plan.alarmID)
    let before = all.first { $0.id == armed.id }
    all.removeAll { $0.id == armed.id }
    setPassedOver(all + [armed], of: armed.plan.alarmID)
    return before
  }

  mutating func removePassedOver(_ id: RingID) {
    let all = passedOver(of: id.alarmID)
    if !all.isEmpty { setPassedOver(all.filter { $0.id != id }, of: id.alarmID) }
  }

  /// It has its outcome, which is still to be stored.
  ///
  /// - Returns: the outcomes that are given up for it.
  mutating func end(_ ring: EndedRing) -> [EndedRing] {
    removePassedOver(ring.armed.id)
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

/// The timers, and which of them the store has. Belongs to the ledger.
final class TimerRecord {
  let timers: TimerRunner
  private(set) var stored: [String: Timer]

  init(_ timers: TimerRunner, stored: [Timer]) {
    self.timers = timers
    self.stored = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
  }

  /// What time and cards have done to timers since they were stored; nil: nothing.
  var difference: (now: [Timer], changed: [Timer], gone: [String])? {
    let now = timers.all
    let changed = now.filter { stored[$0.id] != $0 }
    let gone = stored.keys.filter { id in !now.contains { $0.id == id } }
    return changed.isEmpty && gone.isEmpty ? nil : (now, changed, gone)
  }

  func noteStored(all timers: [Timer]) { stored = Dictionary(timers.map { ($0.id, $0) }) { _, last in last } }
  func noteStored(_ timer: Timer) { stored[timer.id] = timer }
  func noteRemoved(_ id: String) { stored[id] = nil }
}
