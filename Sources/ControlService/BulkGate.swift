import Control
import Machine

/// Limits how many requests run at once that hold a file, a process or a lot of memory.
package final class BulkGate: Sendable {
  package static let most = 4
  /// How long a request waits for its turn. A client that does not read is disconnected after `ControlServer.patience`.
  private static let patience: Duration = .seconds(5)
  private static let step: Duration = .milliseconds(50)

  private let time: any TimeSource
  private let count = BoundedCount(most: most)

  package init(time: any TimeSource) { self.time = time }

  /// Runs `body` when its turn comes. Throws `tryAgain` if that takes too long.
  package func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    let start = time.monotonic
    while !count.enter() {
      guard time.monotonic - start < Self.patience else {
        throw ControlError(
          .tryAgain, "the daemon is already busy with \(Self.most) large requests",
          why: "their number is limited to keep memory free for alarms; they wait for their clients or the disk",
          fix: "end clients that do not read (a stopped `rouse log` or `rouse backup`), then try again; "
            + "if `rouse status` does not answer either, the disk hangs: `sudo dmesg | tail`",
          stillWorks: "alarms ring, and the card ends them")
      }
      try await time.sleep(for: Self.step)
    }
    defer { count.leave() }
    return try await body()
  }
}
