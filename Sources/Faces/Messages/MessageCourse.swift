import AlarmClock

/// A preview of the messages from one moment on, assuming that nobody changes them.
public struct MessageCourse: Sendable {
  private var queue: MessageQueue
  private let start: (moment: Duration, reading: ClockReading)
  private let moves: Bool
  private let timeTurn: Duration

  /// - Parameters:
  ///   - moment: the moment of `reading`, on a clock that never steps.
  ///   - moves: whether messages may scroll.
  ///   - timeTurn: how long the time is shown between rounds.
  public init(
    _ queue: MessageQueue, from moment: Duration, _ reading: ClockReading, moves: Bool, timeTurn: Duration
  ) {
    self.queue = queue
    self.queue.removeEnded(at: reading)
    (start, self.moves, self.timeTurn) = ((moment, reading), moves, timeTurn)
  }

  /// Returns the same as `MessageQueue.sight`. Successive calls need increasing moments.
  public mutating func sight(at moment: Duration) -> MessageSight? {
    queue.sight(at: moment, reading(at: moment), moves: moves, timeTurn: timeTurn)
  }

  /// Returns the messages that have not ended at `moment`, in order of arrival, and how each is shown.
  public mutating func waiting(at moment: Duration) -> [(id: String, pass: MessagePass)] {
    queue.removeEnded(at: reading(at: moment))
    return queue.passes(moves: moves)
  }

  private func reading(at moment: Duration) -> ClockReading {
    let (passed, reading) = (moment - start.moment, start.reading)
    return ClockReading(now: reading.now + passed, sinceBoot: reading.sinceBoot + passed, boot: reading.boot)
  }
}
