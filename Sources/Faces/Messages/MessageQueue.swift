import AlarmClock
import Hardware

/// What is to be seen of messages at a moment.
public struct MessageSight: Hashable, Sendable {
  /// The message whose turn it is; nil: it is the time's turn.
  public var id: String?
  /// What the display shows of it, no more characters than it has digits; nil: the time.
  public var text: String?
  /// For how long that holds at least.
  public var holds: Duration
  /// The message that is seen, or that was seen last in this round; nil: none was yet, or it is gone.
  public var last: String?
}

/// The messages, in the order in which they came: each goes over the display once, then the time has its turn, and they
/// begin anew. A message that comes is seen at once.
public struct MessageQueue: Sendable {
  /// No more of people are kept, and no more reminders: neither take the places of the other.
  public static let most = 10
  /// How long the time is seen between them.
  public static let timeTurn: Duration = .seconds(5)
  /// Nobody has looked for so long after the last sight: a ring, say, had the display. Then the turn begins anew.
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
  /// When the turn began; nil: it begins when it is looked at.
  private var since: Duration?
  private var lastHeld: Duration = .zero
  private var lastSeen: String?

  public init(on shape: DisplayShape) { self.shape = shape }

  public var messages: [Message] { entries.map(\.message) }

  /// Shows it next; without effect where there are as many as are kept.
  public mutating func put(_ message: Message) {
    guard entries.count(where: { $0.message.isReminder == message.isReminder }) < Self.most else { return }
    entries.append(Entry(message: message, drawing: MessageDrawing(message.text, on: shape)))
    begin(.message(message.id))
  }

  /// Takes one away; what comes after it has its turn.
  public mutating func remove(_ id: String) {
    guard let index = entries.firstIndex(where: { $0.message.id == id }) else { return }
    entries.remove(at: index)
    if lastSeen == id { lastSeen = nil }
    if turn == .message(id) { begin(index < entries.count ? .message(entries[index].message.id) : .time) }
  }

  public mutating func removeEnded(at reading: ClockReading) {
    for message in messages where message.end.left(at: reading) <= .zero { remove(message.id) }
  }

  /// What is to be seen now; nil: there is no message.
  ///
  /// - Parameters:
  ///   - moment: by a clock that never steps.
  ///   - moves: they may scroll.
  ///   - timeTurn: how long the time is seen between them; zero where they stand alone.
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

  /// Of the message whose turn it is.
  private var entry: Entry? { entries.first { .message($0.message.id) == turn } }

  private var next: Turn {
    let index = entries.firstIndex { .message($0.message.id) == turn }
    switch index {
    case nil: return entries.first.map { .message($0.message.id) } ?? .time
    case let index? where index + 1 < entries.count: return .message(entries[index + 1].message.id)
    default: return .time
    }
  }

  private func length(moves: Bool, timeTurn: Duration) -> Duration {
    entry.map { pass(of: $0, moves: moves).length } ?? timeTurn
  }

  /// How each of them goes over the display.
  ///
  /// - Parameter moves: they may scroll.
  public func passes(moves: Bool) -> [(id: String, pass: MessagePass)] {
    entries.map { ($0.message.id, pass(of: $0, moves: moves)) }
  }

  private func pass(of entry: Entry, moves: Bool) -> MessagePass {
    MessagePass(entry.drawing.cells, digits: shape.digits, moves: moves)
  }
}
