import AlarmClock
import Synchronization

/// What happened to rings and waits to be written down, in order. Putting in never blocks.
final class LedgerQueue: Sendable {
  enum Entry: Sendable {
    /// They came due, to ring or to be skipped.
    case passed([ArmedOccurrence])
    case progressed(RingID, RingProgress)
    case ended(RingOutcome, ArmedOccurrence, at: Instant, isTrusted: Bool)
    case clockChanged
    case timersChanged
  }

  private let entries = AsyncStream<Entry>.makeStream()
  private struct Waiting {
    var all = 0
    var ofTimers = 0

    mutating func add(_ count: Int, of entry: Entry) {
      all += count
      if case .timersChanged = entry { ofTimers += count }
    }
  }

  private let waiting = Mutex(Waiting())

  func put(_ entry: Entry) {
    waiting.withLock { $0.add(1, of: entry) }
    entries.continuation.yield(entry)
  }

  /// Everything was handed to the ledger.
  var isEmpty: Bool { waiting.withLock { $0.all == 0 } }
  /// Everything but what is of timers was.
  var isEmptyForAlarms: Bool { waiting.withLock { $0.all == $0.ofTimers } }

  /// Hands on what is put in, until the task is cancelled.
  func run(_ ledger: Ledger) async {
    for await entry in entries.stream {
      switch entry {
      case .passed(let due): await ledger.passed(due)
      case .progressed(let id, let progress): await ledger.progressed(id, progress)
      case .ended(let outcome, let armed, let ended, let isTrusted):
        await ledger.record(outcome, of: armed, at: ended, isTrusted: isTrusted)
      case .clockChanged: await ledger.clockChanged()
      case .timersChanged: await ledger.storeTimers()
      }
      waiting.withLock { $0.add(-1, of: entry) }
    }
  }
}
