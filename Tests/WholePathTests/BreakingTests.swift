import Control
import FoundationEssentials
import Glibc
import Pictures
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Tries to break the clock: deaths, crowds, full disks, a thousand rings. Each test prints a line of figures.
///
/// With ROUSE_SOAK=1 the long tests take their full length. ROUSE_SEED=N repeats the random choices of another run.
@Suite struct BreakingTests {
  static let isSoak = text("ROUSE_SOAK") == "1"
  /// By day always the same; in a soak another one each time, which its figures name.
  static let seed = text("ROUSE_SEED").flatMap { UInt64($0) } ?? (isSoak ? UInt64.random(in: 0...999_999) : 1)

  private static func text(_ variable: String) -> String? { getenv(variable).map { String(cString: $0) } }

  /// In one write, so that no other test's words come in between.
  static func figure(_ text: String) {
    let line = Array("figure: \(text)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }
}

extension SeededGenerator {
  /// A duration in milliseconds.
  mutating func duration(_ range: ClosedRange<Int>) -> Duration { .milliseconds(Int.random(in: range, using: &self)) }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Double {
  /// With two digits after the point.
  var short: String {
    let hundredths = Int((magnitude * 100).rounded())
    return "\(self < 0 ? "-" : "")\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension [Double] {
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

extension Clock {
  /// A connection of one's own, for those who ask more often than a process a question allows.
  func connect() throws(ControlError) -> ControlClient { try ControlClient(path: socketPath) }

  /// The request that holds a card before the mock camera.
  func showing(_ text: String) throws -> ShowPicture {
    let frame = try PictureFile.read(try card(text)).fitted()
    return ShowPicture(pictureName: text, pixels: Data(frame.pixels).base64EncodedString(), milliseconds: nil)
  }

  /// One row of the store's rings.
  struct StoredRing {
    var alarmID: String
    /// When it was due, in nanoseconds since 1970.
    var due: Int64
    var outcome: String?
  }

  /// What the store says of every ring.
  func storedRings() throws -> [StoredRing] {
    try Store(path: statePath + "/rouse.sqlite").database.run("SELECT alarm_id, due, outcome FROM rings") { row in
      StoredRing(alarmID: row.text(0), due: row.integer(1), outcome: row.optionalText(2))
    }
  }
}

/// Counts, from any thread.
final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}
