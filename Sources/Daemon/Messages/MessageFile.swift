import AlarmClock
import Faces
import FoundationEssentials
import Hardware
import Machine

/// The messages that are shown, in a file of the state folder: whoever wants one until tomorrow wants it after a power cut too.
struct MessageFile {
  let path: String

  init(stateFolder: String) { path = stateFolder + "/messages.json" }

  private struct Content: Codable {
    var messages: [Entry]
  }

  fileprivate struct Entry: Codable {
    var id: String
    var text: String
    var beeps: Bool
    /// When it ends: nanoseconds since 1970, UTC.
    var end: Int64
    /// The same by the clock that never steps, and which start of the machine that clock began with; nil: it ends when the
    /// time of day says so.
    var sinceBoot: Int64?
    var boot: String?
  }

  /// Returns once it is on the disk. Reminders have a file of their own, which knows which of them were answered.
  func write(_ messages: [Message]) throws {
    let content = Content(messages: messages.filter { !$0.isReminder }.map(Entry.init))
    try DurableFile.replace(path, by: [UInt8](try JSONEncoder().encode(content)))
  }

  /// What was shown, of that whatever may be shown on this display now.
  func read(on shape: DisplayShape) throws -> [Message] {
    guard DurableFile.exists(path) else { return [] }
    let bytes = try Descriptor.contents(of: path)
    let entries = try JSONDecoder().decode(Content.self, from: Data(bytes)).messages.prefix(MessageQueue.most)
    var messages: [Message] = []
    for entry in entries where Self.isID(entry.id) && !messages.contains(where: { $0.id == entry.id }) {
      do throws(InvalidValue) {
        messages.append(entry.message(try Message.text(entry.text, on: shape)))
      } catch {
        // Another display may be there since, which makes other things of letters.
        continue
      }
    }
    return messages
  }

  private static func isID(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }
}

extension MessageFile.Entry {
  fileprivate init(_ message: Message) {
    self.init(id: message.id, text: message.text, beeps: message.beeps, end: 0, sinceBoot: nil, boot: nil)
    switch message.end {
    case .at(let moment): end = moment.nanoseconds
    case .after(let deadline):
      end = deadline.due.nanoseconds
      (sinceBoot, boot) = (deadline.sinceBoot.wholeNanoseconds, deadline.boot)
    }
  }

  fileprivate func message(_ text: String) -> Message {
    let moment = Instant(nanoseconds: end)
    let deadline = sinceBoot.flatMap { sinceBoot in
      boot.map { Deadline(due: moment, sinceBoot: .nanoseconds(sinceBoot), boot: $0) }
    }
    return Message(id: id, text: text, end: deadline.map { .after($0) } ?? .at(moment), beeps: beeps)
  }
}
