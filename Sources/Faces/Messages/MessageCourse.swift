import AlarmClock

/// The messages as they go on from a moment if nobody changes them: for whoever looks ahead, or at one of them.
public struct MessageCourse: Sendable {
  private var queue: MessageQueue
  private let start: (moment: Duration, reading: ClockReading)
  private let moves: Bool
  private let timeTurn: Duration

  /// - Parameters:
  ///   - moment: by a clock that never steps; `reading` is of that moment.
  ///   - moves: they may scroll.
  ///   - timeTurn: how long the time is seen between them.
  public init(
    _ queue: MessageQueue, from moment: Duration, _ reading: ClockReading, moves: Bool, timeTurn: Duration
  ) {
    self.queue = queue
    self.queue.removeEnded(at: reading)
    (start, self.moves, self.timeTurn) = ((moment, reading), moves, timeTurn)
  }

  /// As `MessageQueue.sight`, of moments one after another.
  public mutating func sight(at moment: Duration) -> MessageSight? {
    queue.sight(at: moment, reading(at: moment), moves: moves, timeTurn: timeTurn)
  }

  /// Those that have not ended at a moment, in the order in which they came, and how each goes over the display.
  public mutating func waiting(at moment: Duration) -> [(id: String, pass: MessagePass)] {
    queue.removeEnded(at: reading(at: moment))
    return queue.passes(moves: moves)
  }

  private func reading(at moment: Duration) -> ClockReading {
    let (passed, reading) = (moment - start.moment, start.reading)
    return ClockReading(now: reading.now + passed, sinceBoot: reading.sinceBoot + passed, boot: reading.boot)
  }
}
