import Control
import Glibc
import Synchronization

/// Who asked for the change that is being made, for the log.
package struct Origin: Sendable {
  /// A user of this machine, Home Assistant, or another MQTT client.
  package var name: String
  /// The command that makes changes of many kinds, such as `undo` or `import`.
  package var command: String?

  package init(name: String) { self.name = name }

  init(user: uid_t) { name = Self.name(of: user) }

  /// `nil` where the clock acts by itself.
  @TaskLocal package static var current: Origin?

  /// Does something for the same client, as a part of `command`.
  package static func during<Value>(_ command: String, _ body: () async throws -> Value) async rethrows -> Value {
    var origin = current
    origin?.command = command
    return try await $current.withValue(origin, operation: body)
  }

  /// Does what the clock would do by itself, although a client's request was the occasion for it.
  package static func byTheClock<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $current.withValue(nil, operation: body)
  }

  /// `pi`, `Home Assistant` or `pi, undo`.
  package var words: String { name + (command.map { ", \($0)" } ?? "") }

  private static let names = Mutex<[uid_t: String]>([:])

  /// Looked up once, so that no change waits for a disk.
  private static func name(of user: uid_t) -> String {
    names.withLock { names in
      let name = names[user] ?? UserDatabase.name(of: user) ?? "user \(user)"
      names[user] = name
      return name
    }
  }
}
