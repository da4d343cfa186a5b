import MockHardware

extension MockClock {
  /// - Parameter sleep: blocks the calling thread for about this many nanoseconds.
  public init(
    wallNow: @escaping @Sendable () -> Int64, monotonicNow: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Int64) -> Void
  ) {
    self.init(wallNow: wallNow, monotonicNow: monotonicNow) {
      let event = MockSignal.system()
      return MockSignal(send: event.send) { limit in
        // A wait of 10 s or more is a wait for a change, so it waits for the event.
        guard let limit, limit < 10_000_000_000 else { return event.wait(limit) }
        // Short sleeps, because nothing can interrupt them.
        sleep(min(limit, 10_000_000))
      }
    }
  }
}
