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

/// The messages in order of arrival. Each is shown once, then the time, then they start over. A new message is shown
/// immediately.
public struct MessageQueue: Sendable {
  /// The limit for messages, and separately for reminders, so that neither crowds out the other.
  public static let most = 10
  public static let timeTurn: Duration = .seconds(5)
  /// If nobody called `sight` for this long after the last one expired, for example during a ring, the turn starts
  /// over.
  private static let gap: Duration = .seconds(1)

  private enum Turn: Hashable {
    case message(String)
    case time
  }

  private struct Entry {
    var message: Message
    var drawing: MessageDrawing
  }

  private let shape: DisplayShape
  private var entries: [Entry] = []
  private var turn = Turn.time
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
    begin(.message(message.id))
  }

  /// If the message was being shown, the next one gets its turn.
  public mutating func remove(_ id: String) {
    guard let index = entries.firstIndex(where: { $0.message.id == id }) else { return }
    entries.remove(at: index)
    if lastSeen == id { lastSeen = nil }
    if turn == .message(id) { begin(index < entries.count ? .message(entries[index].message.id) : .time) }
  }

  public mutating func removeEnded(at reading: ClockReading) {
    for message in messages where message.end.left(at: reading) <= .zero { remove(message.id) }
  }

  /// Returns what to show now, or `nil` if there is no message.
  ///
  /// - Parameters:
  ///   - moment: on a clock that never steps.
  ///   - moves: whether messages may scroll.
  ///   - timeTurn: how long the time is shown between rounds; zero if only messages are shown.
  public mutating func sight(
    at moment: Duration, _ reading: ClockReading, moves: Bool, timeTurn: Duration = timeTurn
  ) -> MessageSight? {
    removeEnded(at: reading)
    guard !entries.isEmpty else { return nil }
    if let since, moment < since || moment > max(since, lastHeld) + Self.gap { (self.since, lastSeen) = (nil, nil) }
    var start = since ?? moment
    while true {
      let length = length(moves: moves, timeTurn: timeTurn)
      guard moment - start >= length else { break }
      start += length
      turn = next
    }
    since = start
    var sight = view(after: moment - start, at: reading, moves: moves, timeTurn: timeTurn)
    lastHeld = moment + sight.holds
    if let id = sight.id { lastSeen = id }
    sight.last = lastSeen
    return sight
  }

  private func view(
    after elapsed: Duration, at reading: ClockReading, moves: Bool, timeTurn: Duration
  ) -> MessageSight {
    guard let entry else { return MessageSight(id: nil, text: nil, holds: timeTurn - elapsed) }
    let view = pass(of: entry, moves: moves).view(at: elapsed)
    return MessageSight(
      id: entry.message.id, text: view.text, holds: min(view.holds, entry.message.end.left(at: reading)))
  }

  private mutating func begin(_ turn: Turn) {
    self.turn = turn
    since = nil
  }

  private var entry: Entry? { entries.first { .message($0.message.id) == turn } }

  private var next: Turn {
    let index = entries.firstIndex { .message($0.message.id) == turn }
    return entries.dropFirst(index.map { $0 + 1 } ?? 0).first.map { .message($0.message.id) } ?? .time
  }

  private func length(moves: Bool, timeTurn: Duration) -> Duration {
    entry.map { pass(of: $0, moves: moves).length } ?? timeTurn
  }

  /// Returns how each message is shown.
  ///
  /// - Parameter moves: whether messages may scroll.
  public func passes(moves: Bool) -> [(id: String, pass: MessagePass)] {
    entries.map { ($0.message.id, pass(of: $0, moves: moves)) }
  }

  private func pass(of entry: Entry, moves: Bool) -> MessagePass {
    MessagePass(entry.drawing.cells, digits: shape.digits, moves: moves)
  }
}
