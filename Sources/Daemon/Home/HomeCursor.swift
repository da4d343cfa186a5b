import AlarmClock
import Storage

/// A position in the log: the number and the time of a line. Together they reveal a line of another log.
struct HomeCursor: Hashable, Sendable {
  var sequence: Int64
  var time: Instant

  static let beginning = HomeCursor(sequence: 0, time: Instant(nanoseconds: 0))

  /// Such as `512-6p8qs0c1v2dc`. It is also the ID of the line.
  var text: String { "\(sequence)-\(String(time.nanoseconds, radix: 36))" }
}

extension HomeCursor {
  init(_ line: Store.LogLine) { self.init(sequence: line.sequence, time: line.time) }

  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= 60, parts.count == 2, let sequence = Int64(parts[0]), sequence >= 0,
      let time = Int64(parts[1], radix: 36)
    else { return nil }
    self.init(sequence: sequence, time: Instant(nanoseconds: time))
    // Only one spelling is accepted, so that an event that is sent twice has one ID.
    guard self.text == text else { return nil }
  }
}
