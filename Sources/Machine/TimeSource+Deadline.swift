extension TimeSource {
  /// Returns `nil` if the time limit ends first. A `nil` limit means no limit.
  package func withDeadline<Result: Sendable>(
    _ limit: Duration?, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    guard let limit else { return try await body() }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// Runs a check that may block in the kernel on a thread of its own, so that neither the service's tasks nor a ring
  /// waits for it. Returns `nil` after `limit`; a late thread is abandoned.
  package func look<Value: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () -> Value
  ) async -> Value? {
    let (answers, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    do {
      try MachineThread.start("look") {
        continuation.yield(body())
        continuation.finish()
      }
      return try await withDeadline(limit) { await answers.first { _ in true } } ?? nil
    } catch {
      return nil
    }
  }
}

/// Runs both until the first of them ends, and then cancels the other.
package func untilOneEnds(
  _ first: @escaping @Sendable () async -> Void, _ second: @escaping @Sendable () async -> Void
) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask(operation: first)
    group.addTask(operation: second)
    await group.next()
    group.cancelAll()
  }
}
