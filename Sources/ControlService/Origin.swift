import Control
import Glibc

/// Who asked for the change that is being made, for the log.
package struct Origin: Sendable {
  package enum Client: Sendable {
    /// A user of this machine, with the command line.
    case user(uid_t)
    /// Home Assistant or another MQTT client, by its name.
    case house(String)
  }

  package var client: Client
  /// The command that makes changes of many kinds, such as `undo` or `import`.
  package var command: String?

  package init(_ client: Client, command: String? = nil) {
    self.client = client
    self.command = command
  }

  /// `nil` where the clock acts by itself.
  @TaskLocal package static var current: Origin?

  /// Does something in the name of the same client, as a part of `command`.
  package static func during<Value>(_ command: String, _ body: () async throws -> Value) async rethrows -> Value {
    guard var origin = current else { return try await body() }
    origin.command = command
    return try await $current.withValue(origin, operation: body)
  }

  /// `pi`, `Home Assistant` or `pi, undo`.
  package var words: String {
    let name =
      switch client {
      case .user(let id): UserDatabase.name(of: id) ?? "user \(id)"
      case .house(let name): name
      }
    return name + (command.map { ", \($0)" } ?? "")
  }
}
