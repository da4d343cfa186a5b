// A build without tests has no such module, and compiles this room all the same.
#if canImport(Testing)
  import Testing

  /// Each test of the suite takes a place while it runs.
  public struct StartsPrograms: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
      // The suite itself holds none while its tests wait for theirs.
      guard testCase != nil else { return try await work() }
      try await Places.shared.one(work)
    }
  }

  extension Trait where Self == StartsPrograms {
    /// For suites and tests that start programs: two at once for each processor.
    public static var startsPrograms: Self { StartsPrograms() }
  }
#endif
