import AlarmClock
import Control
import ControlService
import FoundationEssentials
import Glibc
import Machine
import ScanLine

/// A folder for each ring, with its pictures and a description. Only the service may read it. Its calls block.
struct EvidenceFolder {
  let path: String

  /// The description of a ring. It tells nothing of cards and codes.
  struct Ring: Codable, Hashable, Sendable {
    var schema = 1
    var alarmId: String
    var label: String
    /// `dismissed`, `missed`, or `checking` before a wake check.
    var outcome: String
    /// The end of the ring, or the beginning of its wake check: RFC 3339 in UTC.
    var ended: String
    var frames: [Frame]
  }

  struct Frame: Codable, Hashable, Sendable {
    var file: String
    var time: String
    var brightness: Int
    var obstacle: String?
    var codeInView: Bool
    var passes: [String]
    var covered: Int
  }

  static let description = "ring.json"

  // MARK: Looking

  /// Newest first.
  func kept() -> [EvidenceRetention.Kept] {
    DurableFile.names(in: path).filter { !$0.hasPrefix(Self.partial) }.sorted(by: >).map { name in
      let folder = "\(path)/\(name)"
      let bytes = DurableFile.names(in: folder).reduce(Int64(0)) { sum, file in
        var status = stat()
        return sum + (lstat("\(folder)/\(file)", &status) == 0 ? Int64(status.st_size) : 0)
      }
      return EvidenceRetention.Kept(name: name, time: Self.time(of: name), bytes: bytes)
    }
  }

  /// Finds a kept ring by its name or a unique beginning of it.
  static func find(_ text: String, among names: [String]) throws(ControlError) -> String {
    names[try Names.find(text, what: "kept ring", ids: names, names: [], listCommand: "rouse evidence list")]
  }

  func ring(named name: String) -> Ring? {
    do {
      let bytes = try Descriptor.contents(of: "\(path)/\(name)/\(Self.description)")
      return try JSONDecoder().decode(Ring.self, from: Data(bytes))
    } catch {
      // The pictures are listed without it.
      return nil
    }
  }

  func files(of name: String) -> [String] { DurableFile.names(in: "\(path)/\(name)").sorted() }

  func contents(of file: String, in name: String) throws(SystemError) -> [UInt8] {
    try Descriptor.contents(of: "\(path)/\(name)/\(file)", limit: EvidenceReport.mostBytes + 1)
  }

  /// Returns a name such as `2026-11-21T070105Z-k3f9xa`. Names sort by time.
  static func name(at time: Instant, alarmID: String) -> String {
    RFC3339.format(time, in: .utc).prefix(19).replacing(":", with: "") + "Z-\(alarmID)"
  }

  private static func time(of name: String) -> Instant? {
    let parts = name.utf8.prefix(18).map { Character(UnicodeScalar($0)) }
    guard parts.count == 18 else { return nil }
    return RFC3339.parse(
      "\(String(parts[..<13])):\(String(parts[13..<15])):\(String(parts[15..<17]))\(parts[17])")
  }

  // MARK: Changing

  private static let partial = "new-"

  /// Writes a ring, under another name until everything is on the disk. Throws if the disk is too full.
  func write(_ ring: Ring, _ pictures: [[UInt8]], named name: String) throws(SystemError) {
    try DurableFile.makeFolder(path, mode: 0o700)
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { throw SystemError("looking at \(path)", errno) }
    guard Int64(status.f_bavail) * Int64(status.f_frsize) >= EvidenceRetention.leastFreeBytes else {
      throw SystemError("keeping \(EvidenceRetention.leastFreeBytes >> 20) MB free for alarms", ENOSPC)
    }
    let folder = "\(path)/\(Self.partial)\(name)"
    ScratchFolder.remove(folder)
    try DurableFile.makeFolder(folder, mode: 0o700)
    do throws(SystemError) {
      for (frame, picture) in zip(ring.frames, pictures) {
        try DurableFile.create("\(folder)/\(frame.file)", picture, mode: 0o600)
      }
      try DurableFile.create("\(folder)/\(Self.description)", try StateFile.text(of: ring), mode: 0o600)
      try DurableFile.sync(folder)
      try DurableFile.rename(folder, to: "\(path)/\(name)")
      try DurableFile.sync(path)
    } catch {
      ScratchFolder.remove(folder)
      throw error
    }
  }

  func delete(_ names: [String]) throws(SystemError) {
    for name in names {
      let folder = "\(path)/\(name)"
      for file in DurableFile.names(in: folder) where unlink("\(folder)/\(file)") != 0 {
        throw SystemError("deleting \(folder)/\(file)", errno)
      }
      // Anything that is not a folder is deleted too.
      guard rmdir(folder) == 0 || unlink(folder) == 0 else { throw SystemError("deleting \(folder)", errno) }
    }
    if !names.isEmpty { try DurableFile.sync(path) }
  }

  /// Deletes what a crash during writing has left.
  func deletePartial() throws(SystemError) {
    try delete(DurableFile.names(in: path).filter { $0.hasPrefix(Self.partial) })
  }
}

/// The limits of how much evidence is kept, and for how long. Pure.
enum EvidenceRetention {
  static let mostRings = 10
  static let longest: Duration = .seconds(14 * 86_400)
  static let mostBytes: Int64 = 32 << 20
  /// In bytes. With less free space nothing is kept, because alarms are stored on the same disk.
  static let leastFreeBytes: Int64 = 64 << 20

  static func rings(_ count: Int) -> String { "\(count) ring\(count == 1 ? "" : "s")" }

  struct Kept: Hashable, Sendable {
    var name: String
    var time: Instant?
    var bytes: Int64
  }

  /// Returns what to delete of `kept`, newest first. `now` is `nil` while the clock is untrusted: nothing is too old.
  static func surplus(_ kept: [Kept], now: Instant?) -> [Kept] {
    var bytes: Int64 = 0
    var count = 0
    return kept.filter { ring in
      // A future time comes from a clock that was wrong.
      if let now, let time = ring.time, !(now - longest...now + .seconds(86_400)).contains(time) { return true }
      guard ring.time != nil, count < mostRings, bytes + ring.bytes <= mostBytes else { return true }
      count += 1
      bytes += ring.bytes
      return false
    }
  }
}
