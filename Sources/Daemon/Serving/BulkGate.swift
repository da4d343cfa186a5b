import AlarmClock
import Control
import Synchronization

/// Lets a few requests at a time through that hold a file, a program or a great deal of memory while they are answered.
final class BulkGate: Sendable {
  static let most = 4
  /// How long one waits for its turn. Who reads nothing is hung up on after `ControlServer.patience`.
  private static let patience: Duration = .seconds(5)
  private static let step: Duration = .milliseconds(50)

  private let time: any TimeSource
  private let count = Mutex(0)

  init(time: any TimeSource) { self.time = time }

  /// Runs it when its turn has come, and throws `tryAgain` when that takes too long.
  func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    let start = time.monotonic
    while !enter() {
      guard time.monotonic - start < Self.patience else {
        throw ControlError(
          .tryAgain, "the daemon is busy with other clients",
          why: "at most \(Self.most) at a time get what takes much memory or a file, so that alarms keep theirs",
          fix: "end those that wait (a stopped `rouse log` or `rouse backup`), then try again",
          stillWorks: "alarms ring; short answers, as of `rouse status`, are given")
      }
      try await time.sleep(for: Self.step)
    }
    defer { count.withLock { $0 -= 1 } }
    return try await body()
  }

  private func enter() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }
}
