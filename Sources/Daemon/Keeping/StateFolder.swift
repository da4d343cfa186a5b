import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// The folder that holds the store, locked for one daemon at a time.
final class StateFolder {
  let path: String
  /// Why the service runs in minimal mode, or `nil` if it runs normally.
  let minimal: String?
  var store: Store
  /// Why nothing can be changed, or `nil` if changes are possible.
  var problem: String?
  /// How a corrupt store was replaced, or `nil` if it was not or the user has acknowledged it.
  var recovery: Recovery?
  /// Flaws found in the store at the start that have not been logged yet.
  var untoldFlaws: [Flaw] = []
  /// When the service last ran before this start, or `nil` if it never did.
  private(set) var lastAttendance: Attendance?
  private var keptZone: KeptZone?
  /// Whether a failure to keep the zone has been logged.
  private var isZoneRefused = false
  private let lock: Descriptor
  var file: FileIdentity?
  var copy: TemporaryCopy?

  var isWritable: Bool { problem == nil }
  /// Whether the store is open neither in place nor as a copy, so that all data is in memory.
  var isLost: Bool { file == nil && copy == nil }
  var storePath: String { Self.storePath(path) }
  var backups: Backups { Self.backups(path) }

  struct Contents: Sendable {
    var book: AlarmBook
    var openRings: [OpenRing]
    var lastEvent: Int64
    var timers: [Timer] = []
    var attendance: Attendance?
    var lastTrustedRing: Instant?
  }

  /// Opens or creates the folder, or reads a copy so that alarms ring. `minimal`: why other versions are accepted.
  init(path: String, minimal: String? = nil) throws(ControlError) {
    self.path = path
    self.minimal = minimal
    let created = StateFolder.makeFolders(path)
    let number = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else {
      throw ControlError(
        .cannotCreate, "the state folder \(path) cannot be opened",
        why: "\(String(cString: strerror(created ?? errno))); alarms could not be kept",
        fix: (created ?? errno) == EACCES
          ? "create it: `sudo install -d -o \"$USER\" \(path.shellWord)`, or name another with `--state`"
          : "name another folder with `--state`")
    }
    lock = Descriptor(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw ControlError(
        .tryAgain, "another daemon holds the state folder \(path)",
        why: "two daemons on one store would ring everything twice",
        fix: "stop the other one: `sudo systemctl stop rouse`, or give this one its own folder with `--state`",
        stillWorks: "the daemon that runs is not disturbed")
    }
    try MockMark.check(path)
    ScratchFolder.removeLeftovers()
    let opened = try Self.open(path, isMinimal: minimal != nil)
    (store, copy, problem, recovery) = (opened.store, opened.copy, opened.problem, opened.recovery)
    file = copy == nil ? FileIdentity(Self.storePath(path)) : nil
    findKeptZone()
  }

  func findKeptZone() { if case .kept(let zone) = KeptZone.find(in: path) { keptZone = zone } else { keptZone = nil } }

  /// Keeps the zone for the next start, if it has changed.
  func keep(_ zone: ZoneInForce, _ events: EventLog) {
    let zone = zone.kept
    guard zone != keptZone, isWritable else { return }
    do {
      try zone.write(to: path)
      keptZone = zone
      isZoneRefused = false
    } catch {
      // Retried every minute. Until it works, a restart takes the zone for a new one.
      if !isZoneRefused { events.append(.storageFailed, detail: "the time zone was not kept: \(error)") }
      isZoneRefused = true
    }
  }

  static func storePath(_ folder: String) -> String { folder + "/rouse.sqlite" }
  static func backups(_ folder: String) -> Backups { Backups(folder: folder + "/backups") }

  /// Why changes would be lost although SQLite accepts them: the file was deleted or replaced.
  var displacement: String? {
    file == FileIdentity(Self.storePath(path)) ? nil : "rouse.sqlite was deleted or replaced while the daemon runs"
  }

  /// Replaces the store first if it is corrupt.
  func contents() throws(ControlError) -> Contents {
    defer { untoldFlaws = store.flaws }
    let contents = try wholeContents()
    // The attendance in a backup is out of date.
    lastAttendance = recovery == nil ? contents.attendance : nil
    return contents
  }

  private func wholeContents() throws(ControlError) -> Contents {
    do {
      return try Self.contents(of: store)
    } catch  where error.kind == .corrupt && isWritable {
      try recover(because: error)
    } catch {
      throw StateFolder.unusable(path, "\(error)")
    }
    do { return try Self.contents(of: store) } catch { throw StateFolder.unusable(path, "\(error)") }
  }

  static func contents(of store: Store) throws(StorageError) -> Contents {
    Contents(
      book: try store.book(), openRings: try store.openRings(), lastEvent: try store.lastEventSequence(),
      timers: try store.timers(), attendance: try store.attendance(), lastTrustedRing: try store.lastTrustedRing())
  }

  static func refusal(
    _ what: String, _ path: String, _ reason: String,
    fix: String? = nil
  ) -> ControlError {
    ControlError(
      .cannotWrite, "\(what) was not saved", why: "the state folder \(path) takes no changes: \(reason)",
      fix: fix
        ?? "free space or make it writable (`df -h \(path.shellWord)`, `ls -ld \(path.shellWord)`), then try again",
      stillWorks: "alarms ring from what was stored before")
  }

  /// Returns the refusal of a store that another version of Rouse made, or `nil` if the error is not about that.
  static func ofOtherVersion(_ path: String, _ error: StorageError) -> ControlError? {
    let why = "\(error.reason); this version could misread it, so nothing was touched"
    return switch error.kind {
    case .newerVersion:
      ControlError(
        .badConfiguration, "the store in \(path) is of a newer Rouse", why: why,
        fix: "install that version again, or move \(storePath(path)) away to start over")
    case .olderVersion:
      ControlError(
        .badConfiguration, "the store in \(path) is of an older Rouse", why: why,
        fix: "install that version again, or start over: `sudo systemctl stop rouse; sudo sh -c 'cd \"$0\" && "
          + "mkdir old && mv rouse.sqlite* old/' \(path.shellWord); sudo systemctl start rouse`",
        stillWorks: "after three failed starts the clock rings what is armed, and a card ends it")
    default: nil
    }
  }

  static func unusable(_ path: String, _ reason: String) -> ControlError {
    ControlError(
      .badConfiguration, "the store in \(path) cannot be used", why: reason,
      fix: "check it: `sudo sqlite3 \(storePath(path).shellWord) 'PRAGMA integrity_check'` (package sqlite3), or "
        + "move it away to start over")
  }

  /// Creates the missing folders of a path for its owner and group. Returns the errno of the first failure.
  private static func makeFolders(_ path: String) -> Int32? {
    var failure: Int32?
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o750) != 0, errno != EEXIST { failure = failure ?? errno }
    }
    return failure
  }

  // MARK: Reports on flawed rows and a lost log

  private static let mostFlawsTold = 10

  static let lostLog =
    "the store's log (rouse.sqlite-wal) was removed or replaced while the daemon runs; what it held was saved, and all "
    + "is stored straight in rouse.sqlite; `sudo systemctl restart rouse` begins a new log; every alarm rings"

  var textOfFlaws: String? {
    // A flawed occurrence that still rings needs no action.
    let flaws = store.flaws.filter { $0.table != .rings || $0.isPutAside }
    guard !flaws.isEmpty else { return nil }
    let told = flaws.prefix(Self.mostFlawsTold).map { "\($0); \(remedy(for: $0))" }
    let more = flaws.count > told.count ? ["and \(flaws.count - told.count) more"] : []
    return "something stored is no good, and is not used; all else works: \((told + more).joined(separator: "; "))"
  }

  func tellFlaws(_ events: EventLog) {
    for flaw in untoldFlaws.prefix(Self.mostFlawsTold) {
      events.append(.storageFailed, detail: "\(flaw); \(remedy(for: flaw))")
    }
    let more = untoldFlaws.count - Self.mostFlawsTold
    if more > 0 { events.append(.storageFailed, detail: "\(more) more rows or values are no good") }
    untoldFlaws = []
  }

  func remedy(for flaw: Flaw) -> String {
    let removal =
      flaw.rowID == 0
      ? "DELETE FROM rings WHERE outcome IS NULL" : "DELETE FROM \(flaw.table.rawValue) WHERE rowid = \(flaw.rowID)"
    let remove =
      "`sudo systemctl stop rouse; sudo sqlite3 \(storePath.shellWord) '\(removal)'; "
      + "sudo systemctl start rouse` (package sqlite3)"
    switch (flaw.table, flaw.isPutAside) {
    case (.settings, _) where flaw.isNamed:
      return "the default is used; mend it: `rouse settings set \(flaw.key) default`"
    case (.alarms, true): return "it is put aside, and what is armed of it rings; remove it: \(remove)"
    case (.alarms, false): return "the default is used; mend it: \(Self.mending(flaw))"
    case (.rings, false): return "it rings all the same, with the default"
    case (.rings, true): return "its alarm, if there is one, arms it anew; remove it: \(remove)"
    case (.cards, false):
      return "it ends rings under its id; to name it anew: `rouse card remove \(flaw.key)`, then add it"
    default: return "it is put aside, and stays in the store; remove it: \(remove)"
    }
  }

  private static func mending(_ flaw: Flaw) -> String {
    switch flaw.field {
    case "skip", "exceptions": "`rouse alarm unskip \(flaw.key)`"
    case "label": "`rouse alarm edit \(flaw.key) --label ''`"
    case "card": "`rouse alarm edit \(flaw.key) --card all`"
    case "group": "`rouse alarm edit \(flaw.key) --group none`"
    default: "`rouse alarm edit \(flaw.key) --\(flaw.field) default`"
    }
  }

  /// Returns the rings and the cards that end them, which a minimal start needs, and whatever else can be read.
  func essentials() throws(ControlError) -> Contents {
    let read = readable { store throws(StorageError) in try store.openRings() }
    let rings = if let read { read } else { try essentialRings() }
    let settings = readable { store throws(StorageError) in try store.wholeSettings() } ?? Settings()
    return Contents(
      book: AlarmBook(
        alarms: readable { store throws(StorageError) in try store.alarms() } ?? [],
        cards: readable { store throws(StorageError) in try store.cards() }
          ?? readable { store throws(StorageError) in try store.essentialCards() } ?? [],
        pauses: readable { store throws(StorageError) in try store.pauses() } ?? [],
        holidays: readable { store throws(StorageError) in try store.holidays() } ?? Holidays(),
        settings: settings, salt: store.salt),
      // Only the settings may say whether anything flashes.
      openRings: rings.map { ring in
        var ring = ring
        ring.armed.plan.flashes = ring.armed.plan.flashes && settings.flashes
        return ring
      },
      lastEvent: readable { store throws(StorageError) in try store.lastEventSequence() } ?? 0)
  }

  /// Returns `nil` if the data cannot be read. The full start has logged why.
  private func readable<Value>(_ read: (Store) throws(StorageError) -> Value) -> Value? {
    do { return try read(store) } catch { return nil }
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
  static func minimal(_ what: String, _ why: String) -> ControlError {
    ControlError(
      .tryAgain, what, why: "the clock runs in minimal mode: \(why)",
      fix: "fix what is wrong (`journalctl -u rouse -n 50`), then `sudo systemctl restart rouse`",
      stillWorks: "what is armed rings, and its card ends it")
  }
}

/// Marks a state folder that was used with a mock clock, so that its history never mixes with that of a real clock.
enum MockMark {
  private static func path(_ folder: String) -> String { folder + "/mock-clock" }

  /// Marks a new folder on a mock clock. Refuses a folder of the other kind.
  static func check(_ folder: String) throws(ControlError) {
    let isMarked = DurableFile.exists(path(folder))
    guard VirtualTime.installed != nil else {
      guard isMarked else { return }
      throw ControlError(
        .notPermitted, "the state folder \(folder) was used with `--time`",
        why: "its history has simulated times; nothing was changed",
        fix: "name another folder with `--state`")
    }
    if isMarked { return }
    guard !DurableFile.exists(StateFolder.storePath(folder)), !DurableFile.exists(StateFolder.backups(folder).folder)
    else {
      throw ControlError(
        .notPermitted, "the state folder \(folder) was used with the real clock",
        why: "`--time` would add simulated times to its history; nothing was changed",
        fix: "name a new folder with `--state`, such as `--state /tmp/rouse-mock`")
    }
    do {
      try DurableFile.replace(path(folder), by: Array("This folder was used with `rouse daemon --time`.\n".utf8))
    } catch {
      throw ControlError(
        .cannotCreate, "the state folder \(folder) cannot be marked as used with `--time`", why: "\(error)",
        fix: "name another folder with `--state`")
    }
  }
}
