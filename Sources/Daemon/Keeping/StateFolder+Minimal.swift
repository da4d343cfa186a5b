import AlarmClock
import Control
import Storage

extension StateFolder {
  /// What a minimal start needs: the rings, and the cards that end them. What else cannot be read is done without.
  func essentials() throws(ControlError) -> Contents {
    var rings = readable { store throws(StorageError) in try store.openRings() }
    if rings == nil { rings = try essentialRings() }
    let settings = storedSettings ?? Settings()
    return Contents(
      book: AlarmBook(
        alarms: readable { store throws(StorageError) in try store.alarms() } ?? [],
        cards: readable { store throws(StorageError) in try store.cards() }
          ?? readable { store throws(StorageError) in try store.essentialCards() } ?? [],
        pauses: readable { store throws(StorageError) in try store.pauses() } ?? [],
        holidays: readable { store throws(StorageError) in try store.holidays() } ?? Holidays(),
        settings: settings, salt: store.salt),
      // What flashes may be known to the settings alone.
      openRings: (rings ?? []).map { ring in
        var ring = ring
        ring.armed.plan.flashes = ring.armed.plan.flashes && settings.flashes
        return ring
      },
      lastEvent: readable { store throws(StorageError) in try store.lastEventSequence() } ?? 0)
  }

  /// nil for what cannot be read: the full start has said why.
  private func readable<Value>(_ read: (Store) throws(StorageError) -> Value) -> Value? {
    do { return try read(store) } catch { return nil }
  }

  private var storedSettings: Settings? {
    do { return try store.wholeSettings() } catch { return nil }
  }

  private func essentialRings() throws(ControlError) -> [OpenRing] {
    do { return try store.essentialRings() } catch {
      throw ControlError(
        .badConfiguration, "the armed alarms in \(path) cannot be read", why: "\(error)",
        fix:
          "stop the service (`sudo systemctl stop rouse`), move \(path)/rouse.sqlite and its -wal and -shm away, copy the newest "
          + "file of \(path)/backups there in its place, and start it again")
    }
  }
}

extension ControlError {
  /// What minimal mode refuses, and why it is on.
  static func minimal(_ what: String, _ why: String) -> ControlError {
    ControlError(
      .tryAgain, what, why: "the clock runs in minimal mode: \(why)",
      fix: "fix what is wrong (`journalctl -u rouse -n 50`), then `sudo systemctl restart rouse`",
      stillWorks: "what is armed rings, and its card ends it")
  }
}
