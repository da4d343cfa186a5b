import Glibc
import Synchronization

// Builds without tests compile this target too, but have no such module.
#if canImport(Testing)
  import Testing
#endif

/// Limits how many things run at the same time.
public final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Places for tests that start programs: two per processor, because such tests spend two thirds of their time waiting
  /// for an alarm or a card. Optimized programs (`ROUSE_BIN`) wait nine tenths of the time, so they get four.
  public static let shared = Places(
    (getenv("ROUSE_BIN") == nil ? 2 : 4) * Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

  private let state: Mutex<State>

  public init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Waits for a place and releases it after the work, which must not ask for another one. Prints how long the work
  /// took, because the time that Swift Testing prints includes the wait.
  ///
  /// - Parameter isLong: Whether the work gets the next place, so that short ones run beside it and not before it.
  public func one<Value>(
    isLong: Bool = false, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
  ) async rethrows -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.insert(continuation, at: isLong ? 0 : state.waiting.count)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    let start = ContinuousClock.now
    defer {
      Self.printDuration(since: start)
      leave()
    }
    return try await work()
  }

  private static func printDuration(since start: ContinuousClock.Instant) {
    #if canImport(Testing)
      guard let test = Test.current else { return }
      let tenths = Int((ContinuousClock.now - start) / .milliseconds(100))
      print("took \(tenths / 10).\(tenths % 10) s: \(test.name)")
    #endif
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
