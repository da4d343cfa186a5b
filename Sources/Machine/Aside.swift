import Synchronization

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
    } catch {
      return nil
    }
    return await withTaskGroup(of: Value?.self) { group in
      group.addTask { await answers.first { _ in true } }
      group.addTask {
        _ = await time.rest(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}
