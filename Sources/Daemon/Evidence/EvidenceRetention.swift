import AlarmClock

/// How much evidence is kept, and for how long. Pure.
enum EvidenceRetention {
  static let mostRings = 10
  static let longest: Duration = .seconds(14 * 86_400)
  static let mostBytes: Int64 = 32 << 20
  /// Evidence is not to fill the disk that alarms are stored on: below this nothing more is kept.
  static let leastFreeBytes: Int64 = 64 << 20

  static func rings(_ count: Int) -> String { "\(count) ring\(count == 1 ? "" : "s")" }

  struct Kept: Hashable, Sendable {
    var name: String
    /// nil: the name tells none.
    var time: Instant?
    var bytes: Int64
  }

  /// What has to go.
  ///
  /// - Parameters:
  ///   - kept: the newest first.
  ///   - now: nil while the clock is not trusted: then nothing is too old, and the other bounds have to do.
  static func surplus(_ kept: [Kept], now: Instant?) -> [Kept] {
    var bytes: Int64 = 0
    var count = 0
    return kept.filter { ring in
      // A time to come is that of a clock that was wrong.
      if let now, let time = ring.time, !(now - longest...now + .seconds(86_400)).contains(time) { return true }
      guard ring.time != nil, count < mostRings, bytes + ring.bytes <= mostBytes else { return true }
      count += 1
      bytes += ring.bytes
      return false
    }
  }
}
