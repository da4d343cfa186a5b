/// Decides when a client has kept the daemon waiting too long: for a first request, the rest of a line, or reading an
/// answer. Data that the daemon has not read yet, for example on a busy machine, does not count against the client.
struct ClientPatience {
  struct Wait {
    /// When the client's turn began, on the monotonic clock, or `nil` while it is the daemon's turn.
    var since: Duration?
    /// Whether the client's turn is to read an answer.
    var isForReading = false
    var linesWaiting = 0
    var line: ClientMemory.Share.BegunLine?
  }

  let limit: Duration
  /// The length of the incomplete line at the last check.
  var length = 0

  /// A line that grows by less between two checks (five per limit) counts as stalled. A trickle therefore keeps a
  /// connection no longer than silence does, and the longest line ends within minutes.
  static let leastGrowth = 1 << 14

  /// Checks a connection. Call this several times within the limit.
  mutating func isOver(_ wait: Wait, at now: Duration) -> Bool {
    let length = wait.line?.length ?? 0
    let isGrowing = length - self.length >= Self.leastGrowth
    self.length = length
    let isLong = wait.since.map { now - $0 > limit } ?? false
    if wait.isForReading, isLong { return true }
    guard wait.linesWaiting == 0 else { return false }
    // Applies even while other requests are running.
    if let line = wait.line { return now - line.since > limit && !isGrowing }
    return isLong
  }
}
