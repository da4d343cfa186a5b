/// The codes read in the last second: each look tries only some of the reader's passes, so that even a perfect card is not
/// read on each.
struct RecentCodes {
  private var codes: [(payload: [UInt8], at: Duration)] = []

  static let memory: Duration = .seconds(1)

  mutating func look(at sight: Sight, at now: Duration) {
    codes.removeAll { now - $0.at > Self.memory }
    for payload in sight.payloads {
      if let index = codes.firstIndex(where: { $0.payload == payload }) {
        codes[index].at = now
      } else {
        codes.append((payload, now))
      }
    }
  }

  /// Each once, the one that has been in view for longest first.
  func payloads(at now: Duration) -> [[UInt8]] {
    codes.filter { now - $0.at <= Self.memory }.map(\.payload)
  }
}
