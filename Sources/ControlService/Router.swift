import Control
import FoundationEssentials

/// Maps commands to the functions that answer them.
package struct Router: Sendable {
  /// Decodes a request's arguments from its line, and sends all encoded answers except the end.
  package typealias Handler = @Sendable (_ line: Data, _ id: Int, _ send: @escaping Send) async throws -> Void
  package typealias Send = @Sendable ([UInt8]) async throws -> Void

  private var handlers: [String: Handler] = [:]

  package init() {}

  package var commands: [String] { handlers.keys.sorted() }

  package mutating func on<Arguments: Command>(
    _: Arguments.Type, _ answer: @escaping @Sendable (Arguments) async throws -> Arguments.Reply
  ) {
    onStream(Arguments.self) { command, yield in try await yield(try await answer(command)) }
  }

  /// Adds a command whose answer only says that it is done.
  package mutating func perform<Arguments: Command>(
    _: Arguments.Type, _ perform: @escaping @Sendable (Arguments) async throws -> Void
  ) where Arguments.Reply == Done {
    onStream(Arguments.self) { command, yield in
      try await perform(command)
      try await yield(Done())
    }
  }

  /// Adds a command with a stream of answers. It is canceled when the client asks for that or goes.
  package mutating func onStream<Arguments: Command>(
    _: Arguments.Type,
    _ answer:
      @escaping @Sendable (Arguments, @escaping @Sendable (Arguments.Reply) async throws -> Void) async throws -> Void
  ) {
    handlers[Arguments.name] = { line, id, send in
      let request: Wire.Request<Arguments>
      do { request = try JSONDecoder().decode(Wire.Request<Arguments>.self, from: line) } catch {
        throw ControlError(
          .usage, "the arguments of `\(Arguments.name)` are not understood", why: "\(error)",
          fix: "use the `rouse` of the same version as the daemon")
      }
      try await answer(request.arguments) { item in
        // A write that does not wait does not check for cancellation.
        try Task.checkCancellation()
        try await send(ControlServer.line(of: item, id))
      }
    }
  }

  package func handler(of command: String) throws(ControlError) -> Handler {
    guard let handler = handlers[command] else {
      throw ControlError(
        .usage, "there is no command `\(command.prefix(40))`", why: "the daemon does not know it",
        fix: "use the `rouse` of the same version as the daemon")
    }
    return handler
  }
}
