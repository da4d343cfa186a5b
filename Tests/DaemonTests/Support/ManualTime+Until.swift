import Testing

extension ManualTime {
  /// Waits until a condition holds, and lets `step` pass before each look. Records an issue and returns `false` if that
  /// hangs.
  func eventually(
    every step: Duration, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async rethrows -> Bool {
    try await DaemonTests.eventually(sourceLocation: sourceLocation) {
      advance(by: step)
      return try await condition()
    }
  }
}
