import AlarmClock
import Control
import Glibc
import Machine
import Storage

/// The folder that holds the store, locked for one daemon at a time.
final class StateFolder {
  let path: String
  /// Why only what is armed is looked after; nil: everything is.
  let minimal: String?
  var store: Store
  /// Why nothing can be changed; nil: it can.
  var problem: String?
  /// How the store was replaced when it was found to be broken; nil: it was not, or people know.
  var recovery: Recovery?
  /// What was no good of the store at the start, until it is told.
  var untoldFlaws: [Flaw] = []
  /// When the service was here last, before this start; nil: it never was.
  private(set) var lastAttendance: Attendance?
  /// The zone as it is kept here; nil: there is none that can be read.
  private var keptZone: KeptZone?
  /// It could not be kept, and that was said.
  private var isZoneRefused = false
  private let lock: Descriptor
  var file: FileIdentity?
  var copy: TemporaryCopy?

  var isWritable: Bool { problem == nil }
  /// It is open neither in its place nor as a copy: what is in memory is all there is.
  var isLost: Bool { file == nil && copy == nil }
  var storePath: String { Self.storePath(path) }
  var backups: Backups { Self.backups(path) }

  /// What a store held when it was opened.
  struct Contents: Sendable {
    var book: AlarmBook
    var openRings: [OpenRing]
    var lastEvent: Int64
    var timers: [Timer] = []
    var attendance: Attendance?
    var lastTrustedRing: Instant?
  }

  /// Opens, or creates, the folder. One that cannot be written is read from a copy, so that its alarms ring.
  ///
  /// - Parameter minimal: why a store of another version is taken as it is; nil: it is not.
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

  /// Reads it, as a start does.
  func findKeptZone() { if case .kept(let zone) = KeptZone.find(in: path) { keptZone = zone } else { keptZone = nil } }

  /// Keeps the zone for the next start, unless it is kept already.
  func keep(_ zone: ZoneInForce, _ events: EventLog) {
    let zone = KeptZone(zone)
    guard zone != keptZone, isWritable else { return }
    do {
      try zone.write(to: path)
      keptZone = zone
      isZoneRefused = false
    } catch {
      // Tried again each minute; until then a restart takes the zone for a new one.
      if !isZoneRefused { events.append(.storageFailed, detail: "the time zone was not kept: \(error)") }
      isZoneRefused = true
    }
  }

  static func storePath(_ folder: String) -> String { folder + "/rouse.sqlite" }
  static func backups(_ folder: String) -> Backups { Backups(folder: folder + "/backups") }

  /// Why a change would be lost though SQLite takes it: the file was deleted or replaced beneath it.
  var displacement: String? {
    file == FileIdentity(Self.storePath(path)) ? nil : "rouse.sqlite was deleted or replaced while the daemon runs"
  }

  /// What the store holds; one that is found to be broken is replaced first.
  func contents() throws(ControlError) -> Contents {
    defer { untoldFlaws = store.flaws }
    let contents = try wholeContents()
    // What was brought back from a backup tells of another time.
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

  /// The refusal of a change that could not be kept.
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

  /// Creates what is missing of a path, for its owner and group; the errno of the first refusal.
  private static func makeFolders(_ path: String) -> Int32? {
    var failure: Int32?
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o750) != 0, errno != EEXIST { failure = failure ?? errno }
    }
    return failure
  }
}
