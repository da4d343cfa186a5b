import AlarmClock
import Faces
import Hardware
import Machine
import Synchronization

/// The messages that the display shows, as they are at this moment. What is kept of them on the disk, `MessageCommands` sees
/// to.
final class ShownMessages: Sendable {
  let shape: DisplayShape
  private let queue: Mutex<MessageQueue>
  private let inForce: BookInForce
  private let time: any TimeSource

  /// - Parameter kept: those of before a restart; what has ended meanwhile is not shown.
  init(on shape: DisplayShape, kept: [Message], inForce: BookInForce, time: any TimeSource) {
    self.shape = shape
    self.inForce = inForce
    self.time = time
    var queue = MessageQueue(on: shape)
    for message in kept { queue.put(message) }
    self.queue = Mutex(queue)
  }

  /// Those that have not ended, in the order in which they came.
  var all: [Message] {
    let reading = time.reading
    return queue.withLock { queue in
      queue.removeEnded(at: reading)
      return queue.messages
    }
  }

  /// What is to be seen of them; nil: nothing.
  ///
  /// - Parameter moment: by the clock that never steps.
  func sight(at moment: Duration) -> MessageSight? {
    let reading = time.reading
    return queue.withLock { $0.sight(at: moment, reading, moves: moves, timeTurn: timeTurn) }
  }

  /// A copy of them, to look ahead with.
  func course(at moment: Duration) -> MessageCourse {
    let reading = time.reading
    return queue.withLock { MessageCourse($0, from: moment, reading, moves: moves, timeTurn: timeTurn) }
  }

  private var moves: Bool { inForce.settings.face.moves }
  private var timeTurn: Duration { inForce.settings.face.mode == .message ? .zero : MessageQueue.timeTurn }

  func put(_ message: Message) { queue.withLock { $0.put(message) } }
  func remove(_ ids: [String]) { queue.withLock { queue in for id in ids { queue.remove(id) } } }
}
