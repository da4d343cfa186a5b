import Control
import FoundationEssentials
import Glibc
import Pictures
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Tries to break the clock: crashes, crowds, full disks, a thousand rings. Each test prints a line of figures.
///
/// `ROUSE_SOAK=1` runs the long tests at full length. `ROUSE_SEED=N` repeats the random choices of an earlier run.
@Suite struct BreakingTests {
  static let isSoak = text("ROUSE_SOAK") == "1"
  /// Always 1 in CI; random in a soak, whose figures print it.
  static let seed = text("ROUSE_SEED").flatMap { UInt64($0) } ?? (isSoak ? UInt64.random(in: 0...999_999) : 1)

  private static func text(_ variable: String) -> String? { getenv(variable).map { String(cString: $0) } }

  /// Written with a single call, so that the output of other tests does not get in between.
  static func figure(_ text: String) {
    let line = Array("figure: \(text)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }
}

extension SeededGenerator {
  /// Milliseconds.
  mutating func duration(_ range: ClosedRange<Int>) -> Duration { .milliseconds(Int.random(in: range, using: &self)) }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Double {
  var short: String {
    let hundredths = Int((magnitude * 100).rounded())
    return "\(self < 0 ? "-" : "")\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension [Double] {
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

extension Clock {
  /// Opens a connection, for tests that ask too often to start a process each time.
  func connect() throws(ControlError) -> ControlClient { try ControlClient(path: socketPath) }

  func showing(_ text: String) throws -> ShowPicture {
    let frame = try PictureFile.read(try card(text)).fitted()
    return ShowPicture(pictureName: text, pixels: Data(frame.pixels).base64EncodedString(), milliseconds: nil)
  }

  struct StoredRing {
    var alarmID: String
    /// When the ring was due, in nanoseconds since 1970.
    var due: Int64
    var outcome: String?
  }

  func storedRings() throws -> [StoredRing] {
    try Store(path: statePath + "/rouse.sqlite").database.run("SELECT alarm_id, due, outcome FROM rings") { row in
      StoredRing(alarmID: row.text(0), due: row.integer(1), outcome: row.optionalText(2))
    }
  }
}

/// A thread-safe counter.
final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}
