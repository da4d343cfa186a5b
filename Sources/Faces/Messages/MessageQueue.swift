import AlarmClock
import Hardware

/// The state of the messages on the display at one moment.
public struct MessageSight: Hashable, Sendable {
  /// The message whose turn it is, or `nil` if it is the time's turn.
  public var id: String?
  /// The visible part of the message, at most as long as the display; `nil` for the time.
  public var text: String?
  /// The least time that this state lasts.
  public var holds: Duration
  /// The message visible now or last in this round; `nil` if there was none yet, or it is gone.
  public var last: String?
}

/// The messages in order of arrival. Each is shown once, a new one immediately; then the time; then they start over.
public struct MessageQueue: Sendable {
  /// The limit for messages, and separately for reminders, so that neither crowds out the other.
  public static let most = 10
  public static let timeTurn: Duration = .seconds(5)
  /// If nobody called `sight` for this long after the last one expired, as during a ring, the turn starts over.
  private static let gap: Duration = .seconds(1)

  private struct Entry {
    var message: Message
    var drawing: MessageDrawing
  }

  private let shape: DisplayShape
  private var entries: [Entry] = []
  /// The id of the message whose turn it is, or `nil` for the time.
  private var turn: String?
  /// `nil` until the next call of `sight`.
  private var since: Duration?
  private var lastHeld: Duration = .zero
  private var lastSeen: String?

  public init(on shape: DisplayShape) { self.shape = shape }

  public var messages: [Message] { entries.map(\.message) }

  /// Adds a message to be shown next. Does nothing if the limit is reached.
  public mutating func put(_ message: Message) {
    guard entries.count(where: { $0.message.isReminder == message.isReminder }) < Self.most else { return }
    entries.append(Entry(message: message, drawing: MessageDrawing(message.text, on: shape)))
    begin(message.id)
  }

  /// If the message was being shown, the next one gets its turn.
  public mutating func remove(_ id: String) {
    guard let index = entries.firstIndex(where: { $0.message.id == id }) else { return }
    entries.remove(at: index)
    if lastSeen == id { lastSeen = nil }
    if turn == id { begin(index < entries.count ? entries[index].message.id : nil) }
  }

  public mutating func removeEnded(at reading: ClockReading) {
    for message in messages where message.end.left(at: reading) <= .zero { remove(message.id) }
  }

  /// Returns what to show at `moment`, on a clock that never steps, or `nil` if there is no message. `timeTurn` is how
  /// long the time is shown between rounds, zero if only messages are; `moves` is whether messages may scroll.
  public mutating func sight(
    at moment: Duration, _ reading: ClockReading, moves: Bool, timeTurn: Duration = timeTurn
  ) -> MessageSight? {
    removeEnded(at: reading)
    guard !entries.isEmpty else { return nil }
    if let since, moment < since || moment > max(since, lastHeld) + Self.gap { (self.since, lastSeen) = (nil, nil) }
    var start = since ?? moment
    while true {
      let length = entry.map { pass(of: $0, moves: moves).length } ?? timeTurn
      guard moment - start >= length else { break }
      start += length
      turn = next
    }
    since = start
    var sight = MessageSight(holds: timeTurn - (moment - start))
    if let entry {
      let view = pass(of: entry, moves: moves).view(at: moment - start)
      lastSeen = entry.message.id
      sight = MessageSight(id: lastSeen, text: view.text, holds: min(view.holds, entry.message.end.left(at: reading)))
    }
    lastHeld = moment + sight.holds
    sight.last = lastSeen
    return sight
  }

  private mutating func begin(_ turn: String?) {
    self.turn = turn
    since = nil
  }

  private var entry: Entry? { entries.first { $0.message.id == turn } }

  private var next: String? {
    let index = entries.firstIndex { $0.message.id == turn }
    return entries.dropFirst(index.map { $0 + 1 } ?? 0).first?.message.id
  }

  /// Returns how each message is shown; `moves` is whether messages may scroll.
  public func passes(moves: Bool) -> [(id: String, pass: MessagePass)] {
    entries.map { ($0.message.id, pass(of: $0, moves: moves)) }
  }

  private func pass(of entry: Entry, moves: Bool) -> MessagePass {
    MessagePass(entry.drawing.cells, digits: shape.digits, moves: moves)
  }
}

/// A preview of the messages from one moment on, assuming that nobody changes them.
public struct MessageCourse: Sendable {
  private var queue: MessageQueue
  private let start: (moment: Duration, reading: ClockReading)
  private let moves: Bool
  private let timeTurn: Duration

  /// `moment` is the moment of `reading`, on a clock that never steps. All else is as for `MessageQueue.sight`.
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
