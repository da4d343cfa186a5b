import AlarmClock

/// The last readable time zone, stored in the state folder: used if a start cannot read the zone, and to detect a
/// change while the daemon was not running.
///
/// The file has three lines (`rouse-zone 1`, the name, the settling state) followed by TZif data. An empty name marks a
/// guess.
package struct KeptZone: Hashable, Sendable {
  package private(set) var rules = ZoneRules.utc
  /// The TZif data (RFC 9636) of the rules; empty for a guess, because no zone was ever read.
  package private(set) var data: [UInt8] = []
  /// `nil` once the zone has settled.
  package internal(set) var settling: ZoneInForce.Settling?

  package enum Found: Hashable, Sendable {
    case none
    case damaged(String)
    case kept(KeptZone)
  }

  init(settling: ZoneInForce.Settling? = nil) { self.settling = settling }

  init(name: String, data: [UInt8]) throws(ZoneError) {
    rules = try ZoneRules(name: name, tzif: data)
    self.data = data
  }

  package static func path(in folder: String) -> String { folder + "/zone" }

  /// - Parameter isNew: whether the state folder is new. Otherwise a missing file is `damaged`, because nobody knows
  ///   how long the zone has been in force.
  package static func find(in folder: String, isNew: Bool = true) -> Found {
    let path = path(in: folder)
    guard DurableFile.exists(path) else { return isNew ? .none : .damaged("there is no \(path)") }
    do {
      return KeptZone(try Descriptor.contents(of: path)).map { .kept($0) } ?? .damaged("\(path) is damaged")
    } catch {
      return .damaged("\(error)")
    }
  }

  /// Returns once the zone is on disk.
  package func write(to folder: String) throws(SystemError) {
    try DurableFile.replace(Self.path(in: folder), by: bytes)
  }

  private static let magic = "rouse-zone 1"

  private var bytes: [UInt8] {
    let settles =
      settling.map {
        "\($0.end.due.nanoseconds) \($0.end.sinceBoot.wholeNanoseconds) \($0.isTrusted ? 1 : 0) \($0.end.boot)"
      } ?? "settled"
    return Array("\(Self.magic)\n\(data.isEmpty ? "" : rules.name)\n\(settles)\n".utf8) + data
  }

  /// Returns `nil` for data that `bytes` does not produce.
  private init?(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let lines = parts.prefix(3).map { String(decoding: $0, as: UTF8.self) }
    guard lines[0] == Self.magic else { return nil }
    if !lines[1].isEmpty || !parts[3].isEmpty {
      do throws(ZoneError) { try self.init(name: lines[1], data: Array(parts[3])) } catch { return nil }
    } else {
      self.init()
    }
    if lines[2] != "settled" {
      let words = lines[2].split(separator: " ", maxSplits: 3).map(String.init)
      guard words.count == 4, let due = Int64(words[0]), let sinceBoot = Int64(words[1]), ["0", "1"].contains(words[2])
      else { return nil }
      settling = ZoneInForce.Settling(
        end: Deadline(due: Instant(nanoseconds: due), sinceBoot: .nanoseconds(sinceBoot), boot: words[3]),
        isTrusted: words[2] == "1")
    }
  }
}
