import AlarmClock
import Glibc
import TestSupport

@testable import Daemon
@testable import Machine
@testable import Storage

/// State that outlives a restart or is costly to create: one per worker. Everything runs on one thread.
final class HistoryRig {
  let folder: TemporaryFolder
  let executor: ThreadExecutor
  // Used only on the executor's thread, as in the daemon.
  nonisolated(unsafe) let state: StateFolder
  let digests: CardDigest
  let wall: WallClock
  let log: LogWriter

  init(executor: ThreadExecutor) throws {
    self.executor = executor
    folder = try TemporaryFolder()
    state = try StateFolder(path: folder.path)
    for number in 0..<Human.cardCount {
      var card = card("card\(number)", id: "card\(number)")
      card.digest = [UInt8](repeating: UInt8(number), count: Card.digestLength)
      try state.store.save(card)
    }
    digests = try CardDigest()
    wall = try WallClock()
    log = try quietLog()
  }

  func empty() throws {
    for table in ["rings", "history", "alarms", "pauses", "calendars", "holidays", "settings", "events", "leap"] {
      try state.store.database.execute("DELETE FROM \(table)")
    }
    unlink(KeptZone.path(in: state.path))
    // Imports leave copies there.
    ScratchFolder.remove(state.backups.folder)
  }
}
