import AlarmClock
import Control
import Storage

/// What has happened, for people. Runs where the ledger does.
enum EventHistory {
  /// The latest events, those included that could not be stored.
  static func events(
    _ ledger: isolated Ledger, since: Instant?, _ wanted: EventFilter = EventFilter(), limit: Int
  ) -> [Event] {
    if !ledger.health.isRefusing { ledger.storeEvents() }
    var found: [Event] = []
    do { found = try ledger.folder.store.events(since: since, wanted, limit: limit) } catch {
      ledger.storageFailed(error)
    }
    found += ledger.events.pending.filter { $0.time >= since ?? .min && wanted.wants($0) }
    return found.suffix(limit)
  }

  /// Says that somebody knows of the misses; returns how many there were.
  static func acknowledgeMisses(_ ledger: isolated Ledger) throws(ControlError) -> Int {
    var count = 0
    try ledger.commit("the acknowledgement") { store throws(StorageError) in count = try store.acknowledgeMisses() }
    if count > 0 {
      ledger.noteForGood("the missed alarms")
      ledger.events.append(.missesAcknowledged, detail: "\(count)")
    }
    ledger.folder.recovery = nil
    ledger.face.use(hasMisses: false)
    return count
  }
}
