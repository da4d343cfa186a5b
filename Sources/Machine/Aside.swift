/// Runs checks that may block in the kernel on a thread of their own, so that neither the service's tasks nor a ring
/// waits for them.
package enum Aside {
  /// Returns the result of `body`, or `nil` after `limit`; a late thread is abandoned.
  package static func look<Value: Sendable>(
    within limit: Duration, time: any TimeSource, _ body: @escaping @Sendable () -> Value
  ) async -> Value? {
    let (answers, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    do {
      try MachineThread.start("look") {
        continuation.yield(body())
        continuation.finish()
      }
      return try await time.withDeadline(limit) { await answers.first { _ in true } } ?? nil
    } catch {
      return nil
    }
  }
}
