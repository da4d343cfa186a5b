import AlarmClock
import Storage

/// Putting another book in the place of the one that is in force.
extension Ledger {
  /// Stores it in the place of all there is, and arms it. What rings, goes on. Nothing has happened when it throws.
  ///
  /// - Parameter mayRing: else nothing is done while something rings.
  /// - Returns: whether it was done. Then those who follow the settings are still to be told.
  @discardableResult
  func install(_ new: AlarmBook, mayRing: Bool = true) throws(StorageError) -> Bool {
    let before = book
    let armings = new.installing(over: before, at: momentToArm(new.alarms.map(\.id)))
    let (armed, passedOver) = (armings.compactMap(\.next), armings.flatMap { $0.passedOver ?? [] })
    // However long the disk takes, what was armed rings meanwhile.
    try replaceStored(
      by: new, open: armed.map { OpenRing($0) } + ringing + passedOver.map { OpenRing($0, isPassedOver: true) })
    guard putInForce(new, armed, passedOver, mayRing: mayRing) else {
      try replaceStored(by: before, open: openRings)
      return false
    }
    return true
  }

  /// Puts a book back that was in force before. It is in force when this throws too, though it could not be stored.
  func putBack(_ before: AlarmBook) throws(StorageError) {
    do throws(StorageError) { try install(before) } catch {
      let armings = before.installing(over: book, at: momentToArm(before.alarms.map(\.id)))
      _ = putInForce(before, armings.compactMap(\.next), armings.flatMap { $0.passedOver ?? [] }, mayRing: true)
      storageFailed(error)
      throw error
    }
  }

  /// False: something rings, which was not to be.
  private func putInForce(
    _ new: AlarmBook, _ armed: [ArmedOccurrence], _ passedOver: [ArmedOccurrence], mayRing: Bool
  ) -> Bool {
    guard scheduler.replaceArmed(by: armed, new.daysOff, mayRing: mayRing) else {
      return false
    }
    if new != book { lastChange = nil }
    inForce.use(new)
    rings.setPassedOver(passedOver)
    // What came due meanwhile has another successor.
    rearm(new.alarms.filter(\.isEnabled))
    return true
  }

  /// What is wrong with what is on the disk; nil: it is whole, and it is this book.
  func flaw(inStored promised: AlarmBook) -> StorageError? {
    do throws(StorageError) {
      try folder.store.settle()
      try Store.check(fileAt: folder.storePath, isThorough: true)
      guard try folder.store.book() == promised else {
        throw StorageError(.other, "reading what was stored", "it is not what was to be stored")
      }
      return nil
    } catch {
      return error
    }
  }

  private func replaceStored(by book: AlarmBook, open: [OpenRing]) throws(StorageError) {
    let running = timers.timers.all
    try folder.store.replace(by: book, timers: running, open: open)
    timers.noteStored(all: running)
  }

  private var ringing: [OpenRing] { scheduler.ringing.map { OpenRing($0, progress: rings.progress[$0.id]) } }

  private var openRings: [OpenRing] {
    scheduler.upcoming.map { OpenRing($0) } + ringing + rings.passedOver.map { OpenRing($0, isPassedOver: true) }
  }

  /// Brings what is stored of what is armed and rings up to date.
  func writeOpenRings() {
    guard !isMinimal else { return }
    attempt { store throws(StorageError) in
      try store.transaction { () throws(StorageError) in
        for alarm in book.alarms { try store.disarm(alarm.id, except: unsettledKeys(of: alarm.id)) }
        try store.write(openRings)
      }
      health.isBehind = false
    }
    storeTimers()
  }
}
