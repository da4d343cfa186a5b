import AlarmClock
import Control
import Synchronization

/// What `rouse-mqtt` has said of its line to the house, for as long as it is there to say it. In memory alone.
final class HomeLine: Sendable {
  private struct State {
    var turn = 0
    var report: HomeReport?
    /// Ends when another report takes the place of this one.
    var holder: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  /// nil: it does not run, or has said nothing.
  var report: HomeReport? { state.withLock { $0.report } }

  /// Takes the place of what was said before, until the task is cancelled or another report comes.
  func hold(_ report: HomeReport, _ taken: () async throws -> Void) async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let (turn, before) = state.withLock { state in
      defer { (state.report, state.holder) = (report.bounded, continuation) }
      state.turn += 1
      return (state.turn, state.holder)
    }
    before?.finish()
    defer {
      state.withLock { if $0.turn == turn { ($0.report, $0.holder) = (nil, nil) } }
    }
    try await taken()
    for await _ in stream {}
    try Task.checkCancellation()
  }
}

extension HomeReport {
  /// Another program has written it: one line each, and no longer than a line.
  var bounded: HomeReport {
    HomeReport(
      state: state, broker: broker.line(Self.longestBroker), since: since.line(40),
      why: why?.line(Self.longestText), fix: fix?.line(Self.longestText), waiting: max(0, waiting),
      oldest: oldest?.line(40))
  }
}

extension String {
  /// As much of it as has so many bytes. Not of characters, of which one may be as long as a book.
  fileprivate func line(_ most: Int) -> String {
    let text = printable()
    guard text.utf8.count > most else { return text }
    var (cut, size) = (UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      size += UTF8.width(scalar)
      guard size <= most else { break }
      cut.append(scalar)
    }
    return String(cut)
  }
}
