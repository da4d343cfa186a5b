import MockHardware
import Synchronization

/// A clock that only sleeping advances, with scheduled actions during sleeps.
public final class ManualClock: Sendable {
  private struct State {
    var now: Int64
    var events: [(moment: Int64, action: @Sendable () -> Void)] = []
  }

  private let state: Mutex<State>

  /// - Parameter now: Nanoseconds; the default is a machine that has been up for ten years.
  public init(now: Int64 = 315_360_000_000_000_000) { state = Mutex(State(now: now)) }

  public var now: Int64 { state.withLock { $0.now } }

  /// Schedules an action in this many milliseconds, during a sleep.
  public func schedule(inMilliseconds delay: Int64, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.events.append(($0.now + delay * 1_000_000, action)) }
  }

  public func advance(milliseconds: Int64) { sleep(milliseconds * 1_000_000) }

  private func sleep(_ nanoseconds: Int64) {
    let due = state.withLock { state in
      state.now += nanoseconds
      let now = state.now
      let due = state.events.filter { $0.moment <= now }
      state.events.removeAll { $0.moment <= now }
      return due.map(\.action)
    }
    for action in due { action() }
  }

  public var mockClock: MockClock {
    MockClock(wallNow: { self.now }, monotonicNow: { self.now }, sleep: { self.sleep($0) })
  }
}

extension MockHistory {
  /// `device action detail` of every entry.
  public var lines: [String] {
    entries.map { entry in
      [entry.device.rawValue, entry.action, entry.detail].compactMap { $0 }.joined(separator: " ")
    }
  }
}
