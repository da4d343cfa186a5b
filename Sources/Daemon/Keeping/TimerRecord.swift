import AlarmClock

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
