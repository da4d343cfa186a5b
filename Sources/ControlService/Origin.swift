import Control
import Glibc
import Synchronization

/// The requester of the current change, for the log.
package struct Origin: Sendable {
  /// A user of this machine, Home Assistant, or another MQTT client.
  package var name: String
  /// The command that makes several kinds of changes, such as `undo` or `import`.
  package var command: String?

  package init(name: String) { self.name = name }

  init(user: uid_t) { name = Self.name(of: user) }

  /// `nil` if the clock acts by itself.
  @TaskLocal package static var current: Origin?

  /// Runs `body` for the same client, as a part of `command`.
  package static func during<Value>(_ command: String, _ body: () async throws -> Value) async rethrows -> Value {
    var origin = current
    origin?.command = command
    return try await $current.withValue(origin, operation: body)
  }

  /// Runs `body` as an action of the clock itself, although a client's request caused it.
  package static func byTheClock<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $current.withValue(nil, operation: body)
  }

  /// The text for the log: `pi`, `Home Assistant` or `pi, undo`.
  package var words: String { name + (command.map { ", \($0)" } ?? "") }

  private static let names = Mutex<[uid_t: String]>([:])

  /// Cached, so that a change does not wait for a disk.
  private static func name(of user: uid_t) -> String {
    names.withLock { names in
      let name = names[user] ?? UserDatabase.name(of: user) ?? "user \(user)"
      names[user] = name
      return name
    }
  }
}
