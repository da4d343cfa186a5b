import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// The steps of an erasure. Each can be repeated, and the ledger stores ring outcomes between steps.
extension Erasures {
  private static let batch = 500

  /// Marks the erasure as begun: it will be finished even after a restart. Returns `false` if it has been canceled.
  static func begin(_ erasure: Erasure, on ledger: isolated Ledger) throws(ControlError) -> Bool {
    ledger.reopenStore()
    guard try read(ledger, { store throws(StorageError) in try store.erasure() }) == erasure else { return false }
    if !erasure.hasBegun {
      if let ring = whatRings(ledger) { throw ring }
      try note(stepsDone: erasure.stepsDone, of: erasure, on: ledger)
    }
    ledger.lastChange = nil
    return true
  }

  static func note(stepsDone: Int, of erasure: Erasure, on ledger: isolated Ledger) throws(ControlError) {
    var erasure = erasure
    (erasure.hasBegun, erasure.stepsDone) = (true, stepsDone)
    try ledger.commitNow("the erasure") { store throws(StorageError) in try store.set(erasure) }
  }

  static func eraseBook(_ erasure: Erasure, on ledger: isolated Ledger) throws(ControlError) {
    try refuseWhileRinging(ledger)
    // Alarms may have been set since the erasure began.
    let cards = erasure.cards && !takesCardsFromAlarms(erasure, ledger)
    let book = ledger.book.erased(alarms: erasure.alarms, cards: cards)
    guard book != ledger.book else { return }
    if !erasure.alarms, !cards {
      // Nothing needs rearming, and unreadable alarms and cards stay as they are.
      try ledger.change("the erasure", of: .none) { old, _ in
        AlarmBook.Change(
          book, old.presets.map { .removePreset(name: $0.name) } + old.resettings(to: book).map { .set($0, nil) })
      }
      ledger.lastChange = nil
      ledger.effects.settingsChanged()
      return
    }
    var isDone = false
    defer { if isDone { ledger.effects.settingsChanged() } }
    try ledger.commitWhole("the erasure") { _ throws(StorageError) in
      isDone = try ledger.install(book, mayRing: false)
    }
    guard isDone else { throw unlessRinging }
  }

  static func eraseRows(on ledger: isolated Ledger) async throws(ControlError) {
    defer { ledger.historyNumber += 1 }
    // Erase the events still in memory too.
    ledger.storeEvents()
    let last = try read(ledger) { store throws(StorageError) in try store.lastEventSequence() }
    let recent = ledger.timeToForgetBy().map { $0 - StoreCare.erasedKept } ?? .min
    var isMore = true
    while isMore {
      try refuseWhileRinging(ledger)
      var gone = 0
      try ledger.commitWhole("the erasure") { store throws(StorageError) in
        gone = try store.eraseHistory(upTo: last, before: recent, batch: batch)
      }
      isMore = gone >= batch
      await Task.yield()
    }
    try refuseWhileRinging(ledger)
    try ledger.commitWhole("the erasure") { store throws(StorageError) in
      try store.blankRings()
      try store.rewrite()
    }
  }

  /// Deletes the old backups once a new one exists, so that there is always at least one.
  static func eraseCopies(on ledger: isolated Ledger) throws {
    try refuseWhileRinging(ledger)
    let folder = ledger.folder
    let backups = folder.backups
    // First make room for the new backup, in case the disk is full.
    try backups.removeAll(except: backups.all().first?.name)
    guard let new = try StoreCare.backUp(ledger) else {
      throw StorageError(.other, "making a copy", "the store takes no changes, or is not in its place")
    }
    try backups.removeAll(except: new)
    try Backups.remove(in: folder.path) { $0.hasPrefix("rouse.sqlite.") || $0.hasPrefix("rouse.sqlite-wal.") }
    ScratchFolder.removeLeftovers()
    // It names a backup that no longer exists.
    folder.recovery = nil
  }

  static func end(_ erasure: Erasure, on ledger: isolated Ledger) throws(ControlError) {
    try ledger.commitNow("the erasure") { store throws(StorageError) in try store.set(nil as Erasure?) }
    let parts = [erasure.scope.rawValue, erasure.alarms ? "alarms" : nil, erasure.cards ? "cards" : nil]
    ledger.events.append(.dataErased, detail: parts.compactMap(\.self).joined(separator: ", "))
    ledger.storeEvents()
    ledger.showMisses()
  }

  static func notes(on erasure: Erasure, isDone: Bool, _ ledger: isolated Ledger) -> [String] {
    let (stay, copies) = (isDone ? "stay" : "will stay", isDone ? "are gone" : "will go")
    var notes: [String] = []
    switch erasure.scope {
    case .history:
      notes.append(
        "Alarms, cards, settings and sounds of your own \(stay); the clock's own copies \(copies), but for a new one.")
    case .all:
      let staying = [erasure.alarms ? nil : "alarms", erasure.cards ? nil : "cards"].compactMap(\.self)
      if !staying.isEmpty {
        let also = erasure.alarms ? "" : ", with the settings and sounds that alarms ring with"
        notes.append(
          "Your \(staying.joined(separator: " and ")) \(stay)\(also), as nobody named them: "
            + "`rouse data erase --all --alarms --cards`.")
      }
      notes.append(
        "Of the machine two files \(stay) in \(ledger.folder.path), without which it would not start as well: `zone`, the name "
          + "of its time zone, and `board.json5`, a copy of its board file.")
    }
    return notes + [
      "Of rings of the last three days the times alone stay for as long, so that none rings twice.",
      "Flash memory may keep traces that no program can reach. Copies and exports that you have made elsewhere stay, and "
        + "so does the system's journal (`sudo journalctl --rotate --vacuum-time=1s` empties it, for all services).",
    ]
  }

  // MARK: Helpers

  private static func refuseWhileRinging(_ ledger: isolated Ledger) throws(ControlError) {
    guard ledger.scheduler.ringing.isEmpty else { throw unlessRinging }
  }

  private static var unlessRinging: ControlError {
    ControlError(
      .tryAgain, "the erasure waits", why: "an alarm rings, and the rest is erased after it",
      fix: "show the alarm's card")
  }

  static func read<Value>(
    _ ledger: isolated Ledger, _ look: (Store) throws(StorageError) -> Value
  ) throws(ControlError) -> Value {
    do { return try look(ledger.folder.store) } catch {
      ledger.storageFailed(error)
      throw StateFolder.refusal("the erasure", ledger.folder.path, error.description)
    }
  }
}

extension Backups {
  /// Permanently deletes every file in the folder except `kept`.
  func removeAll(except kept: String?) throws(SystemError) { try Self.remove(in: folder) { $0 != kept } }

  /// Permanently deletes the files in a folder that are not wanted. Subfolders are not ours and stay.
  static func remove(in folder: String, where isUnwanted: (String) -> Bool) throws(SystemError) {
    for name in DurableFile.names(in: folder) where isUnwanted(name) {
      guard unlink("\(folder)/\(name)") == 0 || [ENOENT, EISDIR].contains(errno) else {
        throw SystemError("deleting \(folder)/\(name)", errno)
      }
    }
    if DurableFile.exists(folder) { try DurableFile.sync(folder) }
  }
}
