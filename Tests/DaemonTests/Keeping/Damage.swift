import AlarmClock
import Glibc
import Storage
import TestSupport

@testable import Daemon
@testable import Machine

/// Kinds of damage to a store's file.
enum Damage: String, CaseIterable, Sendable {
  case zeroHeader, garbageHeader, garbagePages, emptied, cutInThePage, cutInHalf, zeroes

  func strike(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > 8192 else { throw SystemError("a store of some size", EINVAL) }
    let size = Int(status.st_size)
    switch self {
    case .zeroHeader: try write(0, 0..<100, path)
    case .garbageHeader: try write(0xA5, 0..<100, path)
    case .garbagePages: try write(0xA5, 4096..<size, path)
    case .emptied: guard truncate(path, 0) == 0 else { throw SystemError("truncating", errno) }
    case .cutInThePage: guard truncate(path, 50) == 0 else { throw SystemError("truncating", errno) }
    case .cutInHalf: guard truncate(path, size / 2) == 0 else { throw SystemError("truncating", errno) }
    case .zeroes: try write(0, 0..<size, path)
    }
  }

  private func write(_ byte: UInt8, _ range: Range<Int>, _ path: String) throws {
    try Damage.write([UInt8](repeating: byte, count: range.count), at: range.lowerBound, path)
  }

  static func write(_ bytes: [UInt8], at offset: Int, _ path: String) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError("opening \(path)", errno) }
    defer { close(file) }
    guard pwrite(file, bytes, bytes.count, offset) == bytes.count else { throw SystemError("writing \(path)", errno) }
  }
}

extension Ledger {
  /// Leaves the write-ahead log beside the file, as after SIGKILL.
  func leaveLog() { folder.store.abandon() }

  func fillLog(_ count: Int) throws {
    let detail = String(repeating: "x", count: 100)
    try folder.store.transaction { () throws(StorageError) in
      for _ in 0..<count { try folder.store.append(Event(time: time.now, kind: .scheduled, detail: detail)) }
    }
  }

  func timersInTheStore() throws -> [Timer] { try folder.store.timers() }
  func presetsInTheStore() throws -> [TimerPreset] { try folder.store.presets() }
  /// Invalid rows found in the store, for example `timers tttttt`.
  func flawsOfTheStore() -> [String] { folder.store.flaws.map { "\($0.table.rawValue) \($0.key)" } }

  var recovery: StateFolder.Recovery? { folder.recovery }
  var backups: [Backups.Backup] { folder.backups.all() }
}

extension TemporaryFolder {
  var store: String { path + "/rouse.sqlite" }
  var backups: [String] { DurableFile.names(in: path + "/backups").sorted() }
  var names: [String] { DurableFile.names(in: path).sorted() }
}
