/// Says when a client has kept the daemon waiting for too long: for a first request, for the end of a line that was begun,
/// or for an answer to be read. What has come and was not read yet, as on a machine that is busy, is not the client's delay.
struct ClientPatience {
  struct Wait {
    /// When the client's turn began, on the monotonic clock, or `nil` while it is the daemon's turn.
    var since: Duration?
    /// What the client is to do is read.
    var isForReading = false
    /// Lines that have come, and wait for the daemon.
    var linesWaiting = 0
    var line: ClientMemory.Share.BegunLine?
  }

  let limit: Duration
  /// How much of a line had come when it was looked at last.
  private var length = 0

  /// A line that grows by less between two looks, of which there are five in the limit, is not being sent: so a trickle
  /// holds a connection for no longer than silence does, and a line of the longest length ends within minutes.
  static let leastGrowth = 1 << 14

  init(limit: Duration) { self.limit = limit }

  /// Looks at a connection, a few times within the limit.
  mutating func isOver(_ wait: Wait, at now: Duration) -> Bool {
    let length = wait.line?.length ?? 0
    let isGrowing = length - self.length >= Self.leastGrowth
    self.length = length
    let isLong = wait.since.map { now - $0 > limit } ?? false
    if wait.isForReading, isLong { return true }
    guard wait.linesWaiting == 0 else { return false }
    // Also where something else is under way.
    if let line = wait.line { return now - line.since > limit && !isGrowing }
    return isLong
  }
}
