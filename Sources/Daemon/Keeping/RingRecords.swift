import AlarmClock
import Storage

/// Data about rings that the scheduler does not hold.
struct RingRecords: Sendable {
  var progress: [RingID: RingProgress] = [:]
  var unrecorded = WaitingOutcomes()
  /// Occurrences passed over by a zone change that may be reversed, by alarm, earliest first.
  private var passedOverByAlarm: [String: [ArmedOccurrence]] = [:]
  /// Occurrences that came due while the daemon was down, until a trusted clock says how late they are.
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

  /// Returns the entry that it replaced.
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

  /// Moves a ring to the outcomes that are still to be stored. Returns the outcomes that were dropped to make room.
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

/// The timers, and which of them are stored. Owned by the ledger.
final class TimerRecord {
  let timers: TimerRunner
  private(set) var stored: [String: Timer]

  init(_ timers: TimerRunner, stored: [Timer]) {
    self.timers = timers
    self.stored = Dictionary(stored.map { ($0.id, $0) }) { _, last in last }
  }

  /// The changes to timers since they were stored, or `nil` if there are none.
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
