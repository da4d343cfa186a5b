import Control
import Machine
import Synchronization

/// Limits the house: a compromised `rouse-mqtt` costs at most a few commands a minute and a few lines of the log.
final class HomeGate: Sendable {
  private struct State {
    var commands = RateLimit(burst: 10, oneMoreEvery: .seconds(6))
    var lines = RateLimit(burst: 10, oneMoreEvery: .seconds(300))
    var untold = 0
    var pages = RateLimit(burst: 50, oneMoreEvery: .milliseconds(50))
  }

  let path: String
  private let state = Mutex(State())
  private let events: EventLog
  private let time: any TimeSource

  init(path: String?, events: EventLog, time: any TimeSource) {
    self.path = path ?? HomePolicy.systemFile
    self.events = events
    self.time = time
  }

  func check(_ command: HomeCommand, read: () async -> HomePolicy) async throws {
    let isSoon = state.withLock { !$0.commands.take(at: time.monotonic) }
    guard !isSoon else {
      throw ControlError(
        .tryAgain, "\(command.origin.words) asks for too much", why: "the clock does ten things a minute for the house",
        fix: "try again in a minute; where it goes on, look which automation of \(command.origin.words) repeats itself",
        stillWorks: "alarms ring, and the command line works")
    }
    let policy = await read()
    let word = command.command.rawValue
    guard policy.commands.contains(command.command) else {
      let list = (policy.commands.map(\.rawValue) + [word]).map { "\"\($0)\"" }.joined(separator: ", ")
      throw ControlError(
        .notPermitted, "\(command.origin.words) may not \(word)",
        why: policy.problem ?? "`\(word)` is not among `commands` in \(path); nothing was changed",
        fix: policy.problem == nil
          ? "where you want it, allow it as root: `commands: [\(list)]`"
          : "correct the file as root: it is to belong to root, and only root may write to it (mode 0644)",
        stillWorks: "`rouse` does it on the clock itself")
    }
  }

  func refused(_ command: HomeCommand, _ error: ControlError) {
    let untold = state.withLock { state -> Int? in
      guard state.lines.take(at: time.monotonic) else {
        state.untold += 1
        return nil
      }
      defer { state.untold = 0 }
      return state.untold
    }
    guard let untold else { return }
    let more = untold == 0 ? "" : " (and \(untold) before it)"
    let why = error.what.printable().prefix(200)
    events.append(.homeRefused, detail: "\(command.command.rawValue) by \(command.origin.words): \(why)\(more)")
  }

  /// Waits until another page may be read, so that the store has time for others.
  func waitForPage() async throws {
    while true {
      let wait = state.withLock { state in
        let wait = state.pages.wait(at: time.monotonic)
        _ = state.pages.take(at: time.monotonic)
        return wait
      }
      guard wait > .zero else { return }
      try await time.sleep(for: wait)
    }
  }
}

/// A limit of how often something may be done: `burst` times at once, and once more after each `oneMoreEvery`.
struct RateLimit: Hashable, Sendable {
  let burst: Int
  let oneMoreEvery: Duration
  /// When the whole burst is available again, by the monotonic clock.
  private(set) var free: Duration = .zero

  func wait(at now: Duration) -> Duration { max(.zero, max(free, now) - now - oneMoreEvery * (burst - 1)) }

  mutating func take(at now: Duration) -> Bool {
    guard wait(at: now) == .zero else { return false }
    free = max(free, now) + oneMoreEvery
    return true
  }
}
