import AlarmClock
import Control
import Glibc
import Storage

/// The folder that holds the store, locked for one daemon at a time.
struct StateFolder {
  let path: String
  let store: Store
  /// Why nothing can be changed; nil: it can.
  let problem: String?
  private let lock: Descriptor
  private let file: FileIdentity?
  private let copy: TemporaryCopy?

  var isWritable: Bool { problem == nil }

  /// What a store held when it was opened.
  struct Contents: Sendable {
    var alarms: [Alarm]
    var cards: [Card]
    var settings: Settings
    var openRings: [OpenRing]
    var lastEvent: Int64
  }

  /// Opens, or creates, the folder. One that cannot be written is read from a copy, so that its alarms ring.
  ///
  /// - Parameter isMinimal: takes a store of another version as it is.
  init(path: String, isMinimal: Bool = false) throws(ControlError) {
    self.path = path
    let created = StateFolder.makeFolders(path)
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else {
      throw ControlError(
        .cannotCreate, "the state folder \(path) cannot be opened",
        why: "\(String(cString: strerror(created ?? errno))); alarms could not be kept",
        fix: "create it: `mkdir -p \(path)`, or name another with `--state`")
    }
    lock = Descriptor(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw ControlError(
        .tryAgain, "another daemon holds the state folder \(path)",
        why: "two daemons on one store would ring everything twice",
        fix: "stop the other one: `systemctl stop rouse`, or give this one its own folder with `--state`",
        stillWorks: "the daemon that runs is not disturbed")
    }
    let file = Self.storePath(path)
    do {
      store = try Store(path: file, isMigrated: !isMinimal)
      self.file = FileIdentity(file)
      copy = nil
      problem = nil
    } catch  where error.kind != .newerVersion && error.kind != .corrupt {
      do {
        let copy = try TemporaryCopy(of: file)
        store = try Store(readingCopyAt: copy.path)
        self.copy = copy
        self.file = nil
      } catch let second {
        throw StateFolder.unusable(path, "\(error); a copy of it: \(second)")
      }
      problem =
        switch error.kind {
        case .full: "the disk is full"
        case .readOnly: "the folder is read-only"
        default: error.description
        }
    } catch  where error.kind == .newerVersion {
      throw ControlError(
        .badConfiguration, "the store in \(path) is of a newer Rouse",
        why: "\(error.reason); this version could misread it, so nothing was touched",
        fix: "install that version again, or move \(file) away to begin anew")
    } catch {
      throw StateFolder.unusable(path, "\(error)")
    }
  }

  private static func storePath(_ folder: String) -> String { folder + "/rouse.sqlite" }

  /// Why a change would be lost though SQLite takes it: the file was deleted or replaced beneath it.
  var displacement: String? {
    file == FileIdentity(Self.storePath(path)) ? nil : "rouse.sqlite was deleted or replaced while the daemon runs"
  }

  func contents() throws(ControlError) -> Contents {
    do {
      var settings = Settings()
      for (key, value) in try store.settings() {
        // Stored values were checked when they were set; the sounds known then may be gone now.
        do { try settings.set(key, to: value, knownSounds: [value]) } catch {
          throw StorageError(.corrupt, "reading the setting \(key.rawValue)", error.reason)
        }
      }
      return Contents(
        alarms: try store.alarms(), cards: try store.cards(), settings: settings, openRings: try store.openRings(),
        lastEvent: try store.lastEventSequence())
    } catch {
      throw StateFolder.unusable(path, "\(error)")
    }
  }

  /// The refusal of a change that could not be kept.
  static func refusal(
    _ what: String, _ path: String, _ reason: String,
    fix: String? = nil
  ) -> ControlError {
    ControlError(
      .cannotWrite, "\(what) was not saved", why: "the state folder \(path) takes no changes: \(reason)",
      fix: fix ?? "free space or make it writable (`df -h \(path)`, `ls -ld \(path)`), then try again",
      stillWorks: "alarms ring from what was stored before")
  }

  private static func unusable(_ path: String, _ reason: String) -> ControlError {
    ControlError(
      .badConfiguration, "the store in \(path) cannot be used", why: reason,
      fix: "check it: `sqlite3 \(path)/rouse.sqlite 'PRAGMA integrity_check'`, or move it away to begin anew")
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

/// A database with its write-ahead log, copied to where it can be opened.
private final class TemporaryCopy {
  let folder: String
  let path: String

  init(of file: String) throws(SystemError) {
    folder = try Self.newFolder()
    path = folder + "/rouse.sqlite"
    for ending in ["", "-wal"] { try Self.copy(file + ending, to: path + ending, mayBeMissing: ending != "") }
  }

  deinit {
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    rmdir(folder)
  }

  /// In memory where there is room for it.
  private static func newFolder() throws(SystemError) -> String {
    for base in ["/dev/shm", "/tmp"] {
      var template = Array((base + "/rouse-XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else { continue }
      return String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
    throw SystemError("creating a folder for it in /tmp", errno)
  }

  private static func copy(_ source: String, to target: String, mayBeMissing: Bool) throws(SystemError) {
    let number = open(source, O_RDONLY | O_CLOEXEC)
    if number < 0, mayBeMissing, errno == ENOENT { return }
    guard number >= 0 else { throw SystemError("opening \(source)", errno) }
    let input = Descriptor(number)
    let copyNumber = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copyNumber >= 0 else { throw SystemError("creating \(target)", errno) }
    let output = Descriptor(copyNumber)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input.number, &buffer, buffer.count)
      guard count >= 0 else { throw SystemError("reading \(source)", errno) }
      if count == 0 { return }
      guard write(output.number, buffer, count) == count else { throw SystemError("writing \(target)", errno) }
    }
  }
}

/// Which file a path leads to.
private struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t

  /// nil when there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
