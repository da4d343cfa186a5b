import AlarmClock
import Machine
import Synchronization

/// Ring events that wait for the ledger. Adding one never blocks. However long the ledger hangs, it holds only the
/// outcomes that `WaitingOutcomes` keeps, one entry per alarm and the latest progress of each ring.
final class LedgerQueue: Sendable {
  enum Entry: Sendable {
    case passed([ArmedOccurrence])
    case progressed(RingID, RingProgress)
    case ended(EndedRing)
    case clockChanged
    case timersChanged
  }

  struct Batch: Sendable {
    var ended = WaitingOutcomes()
    /// Alarms with an occurrence that came due.
    var passed: Set<String> = []
    var rang: Set<String> = []
    var progressed: [RingID: RingProgress] = [:]
    var isClockChanged = false
    var areTimersChanged = false

    var isEmpty: Bool { count == 0 }
    var count: Int {
      ended.count + passed.count + progressed.count + (isClockChanged ? 1 : 0) + (areTimersChanged ? 1 : 0)
    }

    /// - Returns: the outcomes that were dropped to make room.
    mutating func add(_ entry: Entry) -> [EndedRing] {
      switch entry {
      case .passed(let due):
        passed.formUnion(due.map(\.plan.alarmID))
        rang.formUnion(due.filter { !$0.isSkipped }.map(\.plan.alarmID))
      case .progressed(let id, let progress): if !ended.contains(id) { progressed[id] = progress }
      case .ended(let ring):
        progressed[ring.armed.id] = nil
        return ended.add(ring)
      case .clockChanged: isClockChanged = true
      case .timersChanged: areTimersChanged = true
      }
      return []
    }
  }

  private struct State {
    var waiting = Batch()
    /// Entries that the ledger has taken but not finished.
    var handedOn = Batch()
  }

  private let state = Mutex(State())
  private let signal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let events: EventLog

  init(events: EventLog) { self.events = events }

  func put(_ entry: Entry) {
    let lost = state.withLock { $0.waiting.add(entry) }
    events.giveUp(lost)
    signal.continuation.yield()
  }

  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty && $0.handedOn.isEmpty } }
  /// The number of outcomes that the ledger has not finished.
  var outcomes: Int { state.withLock { $0.waiting.ended.count + $0.handedOn.ended.count } }
  var count: Int { state.withLock { $0.waiting.count } }

  func run(_ ledger: Ledger) async {
    for await _ in signal.stream {
      await ledger.take(handOn())
      handedOn()
    }
  }

  /// Hands on everything that waits. The caller must call `handedOn` once the ledger is done.
  func handOn() -> Batch {
    state.withLock { state in
      state.handedOn = exchange(&state.waiting, Batch())
      return state.handedOn
    }
  }

  func handedOn() { state.withLock { $0.handedOn = Batch() } }
}
