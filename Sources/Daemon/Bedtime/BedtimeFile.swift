import AlarmClock
import Control
import FoundationEssentials
import Glibc
import Machine

/// The last verdict, in a file of the state folder: for `rouse status` after a restart.
struct BedtimeFile {
  let path: String

  init(stateFolder: String) { path = stateFolder + "/bedtime.json" }

  private struct Content: Codable {
    /// Nanoseconds since 1970, UTC.
    var time: Int64
    var findings: [FindingView]
    var card: String?
  }

  /// Returns once it is on the disk.
  func write(_ verdict: BedtimeVerdict) throws {
    let content = Content(time: verdict.time.nanoseconds, findings: verdict.problems, card: verdict.card)
    try DurableFile.replace(path, by: [UInt8](try JSONEncoder().encode(content)))
  }

  /// Also where there is none.
  func delete() throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("deleting \(path)", errno) }
  }

  /// nil: there is none yet.
  func read() throws -> BedtimeVerdict? {
    guard DurableFile.exists(path) else { return nil }
    let content = try JSONDecoder().decode(Content.self, from: Data(try Descriptor.contents(of: path)))
    return BedtimeVerdict(time: Instant(nanoseconds: content.time), findings: content.findings, card: content.card)
  }
}
