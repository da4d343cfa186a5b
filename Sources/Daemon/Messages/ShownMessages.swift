import AlarmClock
import Faces
import Hardware
import Machine
import Synchronization

/// The messages that the display shows now. `MessageCommands` keeps them on disk.
final class ShownMessages: MessageSource {
  let shape: DisplayShape
  private let queue: Mutex<MessageQueue>
  private let inForce: BookInForce
  private let time: any TimeSource

  /// - Parameter kept: messages from before a restart. Those that have ended since are not shown.
  init(on shape: DisplayShape, kept: [Message] = [], inForce: BookInForce, time: any TimeSource) {
    self.shape = shape
    self.inForce = inForce
    self.time = time
    var queue = MessageQueue(on: shape)
    for message in kept { queue.put(message) }
    self.queue = Mutex(queue)
  }

  /// Messages that have not ended, in the order in which they came.
  var all: [Message] {
    let reading = time.reading
    return queue.withLock { queue in
      queue.removeEnded(at: reading)
      return queue.messages
    }
  }

  func sight(at moment: Duration) -> MessageSight? {
    let reading = time.reading
    return queue.withLock { $0.sight(at: moment, reading, moves: moves, timeTurn: timeTurn) }
  }

  func course(at moment: Duration) -> MessageCourse {
    let reading = time.reading
    return queue.withLock { MessageCourse($0, from: moment, reading, moves: moves, timeTurn: timeTurn) }
  }

  private var moves: Bool { inForce.settings.face.moves }
  private var timeTurn: Duration { inForce.settings.face.mode == .message ? .zero : MessageQueue.timeTurn }

  func put(_ message: Message) { queue.withLock { $0.put(message) } }
  func remove(_ ids: [String]) { queue.withLock { queue in for id in ids { queue.remove(id) } } }
}

/// The messages in a file of the state folder, so that they survive a power cut. Reminders have their own file.
struct KeptMessages: Codable, Sendable {
  private var messages: [Entry]

  static func file(in stateFolder: String) -> StateFile<Self> { StateFile("messages", in: stateFolder) }

  init(_ messages: [Message]) { self.messages = messages.filter { !$0.isReminder }.map(Entry.init) }

  /// Returns the messages that can be shown on this display now.
  func messages(on shape: DisplayShape) -> [Message] {
    var shown: [Message] = []
    for entry in messages.prefix(MessageQueue.most) {
      guard Self.isID(entry.id), !shown.contains(where: { $0.id == entry.id }) else { continue }
      // The display may have been replaced by one that draws letters differently.
      do { shown.append(entry.message(try Message.text(entry.text, on: shape))) } catch { continue }
    }
    return shown
  }

  private static func isID(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }

  private struct Entry: Codable {
    var id: String
    var text: String
    var beeps: Bool
    var end: Instant
    /// The end in nanoseconds since boot, and the id of that boot; `nil` if the message ends by the time of day.
    var sinceBoot: Int64?
    var boot: String?

    init(_ message: Message) {
      (id, text, beeps) = (message.id, message.text, message.beeps)
      switch message.end {
      case .at(let moment): end = moment
      case .after(let deadline):
        end = deadline.due
        (sinceBoot, boot) = (deadline.sinceBoot.wholeNanoseconds, deadline.boot)
      }
    }

    func message(_ text: String) -> Message {
      let deadline = sinceBoot.flatMap { sinceBoot in
        boot.map { Deadline(due: end, sinceBoot: .nanoseconds(sinceBoot), boot: $0) }
      }
      return Message(id: id, text: text, end: deadline.map { .after($0) } ?? .at(end), beeps: beeps)
    }
  }
}
