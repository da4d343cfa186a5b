// Builds without tests compile this target too, but have no such module.
#if canImport(Testing)
  import Testing

  /// Makes each test of a suite wait for a place.
  public struct StartsPrograms: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
      // The suite itself takes no place while its tests wait for theirs.
      guard testCase != nil else { return try await work() }
      try await Places.shared.one(work)
    }
  }

  extension Trait where Self == StartsPrograms {
    /// For suites and tests that start programs.
    public static var startsPrograms: Self { StartsPrograms() }
  }
#endif
