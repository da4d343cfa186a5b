import AlarmClock

/// Where a reader of the log is: the number and the moment of a line, so that one of another log is known as such.
struct HomeCursor: Hashable, Sendable {
  var sequence: Int64
  var time: Instant

  static let beginning = HomeCursor(sequence: 0, time: Instant(nanoseconds: 0))

  /// `512-6p8qs0c1v2dc`: also the id of the line.
  var text: String { "\(sequence)-\(String(time.nanoseconds, radix: 36))" }
}

extension HomeCursor {
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= 60, parts.count == 2, let sequence = Int64(parts[0]), sequence >= 0,
      let time = Int64(parts[1], radix: 36)
    else { return nil }
    self.init(sequence: sequence, time: Instant(nanoseconds: time))
    // One way to write it, so that what is told twice has one id.
    guard self.text == text else { return nil }
  }
}
