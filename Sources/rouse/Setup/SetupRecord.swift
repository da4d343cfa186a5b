import Control
import FoundationEssentials
import Glibc

/// Answers given so far, in a file of the user: the clock itself cannot know whether someone heard it.
struct SetupRecord {
  struct Entry: Codable, Hashable {
    var answer: String
    /// Whether an answers file says so, without a test.
    var isSaid: Bool
  }

  private struct Content: Codable {
    var clock: String
    var answers: [String: Entry]
  }

  private let path: String
  /// Identifies the clock that the answers are about.
  private let clock: String
  private(set) var entries: [String: Entry] = [:]
  private var isKept = true

  static var usualPath: String { SocketPath.userStateFolder + "/setup.json" }

  /// Reads the answers about this clock. Reports a broken file, and then starts without answers.
  init(path: String = usualPath, of status: StatusView) {
    self.path = path
    clock = "\(status.board.name) \(status.storage.folder)"
    guard access(path, F_OK) == 0 else { return }
    do {
      let file = try InputFile(path, remedy: "")
      guard let bytes = try file.whole(atMost: SetupAnswers.mostBytes) else {
        tellBroken("it is too large")
        return
      }
      let content = try JSONDecoder().decode(Content.self, from: Data(bytes))
      if content.clock == clock { entries = content.answers }
    } catch let error as ControlError {
      tellBroken(error.why)
    } catch {
      tellBroken("it was not written by `rouse setup`")
    }
  }

  private func tellBroken(_ why: String) {
    Output.notes([
      "earlier answers cannot be read (\(path): \(why)); what the clock itself knows still counts"
    ])
  }

  /// Deletes the answers of this user if `isDue`.
  ///
  /// - Returns: a note to print, or `nil` if there are no answers.
  static func erase(path: String = usualPath, isDue: Bool) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    let name = Terminal.printable(path)
    guard isDue else {
      return "Your answers to `rouse setup` stay in \(name). To delete them: `rm \(path.shellWord)`."
    }
    guard unlink(path) == 0 else {
      return "Your answers to `rouse setup` stay; \(name) cannot be deleted: \(String(cString: strerror(errno)))."
    }
    return "Your answers to `rouse setup` are deleted: \(name). Other users have their own files."
  }

  /// Stores an answer on the disk. Reports the first failure, and does not try again after it.
  mutating func keep(_ answer: String, to key: String, isSaid: Bool) {
    entries[key] = Entry(answer: answer, isSaid: isSaid)
    guard isKept else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let bytes = try encoder.encode(Content(clock: clock, answers: entries))
      try OutputFile.save([UInt8](bytes), to: path)
    } catch {
      isKept = false
      let why = (error as? ControlError)?.why ?? "\(error)"
      Output.notes(["your answers are not saved: \(path) cannot be written (\(why))"])
    }
  }
}
