import AlarmClock
import Storage
import Synchronization

/// What happened, in order: to the followers at once, to the store as soon as it takes it.
final class EventLog: Sendable {
  private struct State {
    var lastSequence: Int64 = 0
    /// Not stored yet; the oldest go when a broken store leaves too many.
    var pending: [Event] = []
    var followers: [Int: AsyncStream<Event>.Continuation] = [:]
    var lastFollower = 0
  }

  private static let mostPending = 10_000

  private let state = Mutex(State())
  private let time: any TimeSource
  private let log: LogWriter
  private let pendingSignal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(time: any TimeSource, log: LogWriter) {
    self.time = time
    self.log = log
  }

  /// Goes on counting from the last event stored.
  func startSequence(after last: Int64) { state.withLock { $0.lastSequence = max($0.lastSequence, last) } }

  /// Says that something happened just now. Never blocks.
  func append(_ kind: Event.Kind, alarmID: String? = nil, label: String? = nil, detail: String? = nil) {
    state.withLock { state in
      state.lastSequence += 1
      let event = Event(
        sequence: state.lastSequence, time: time.now, kind: kind, alarmID: alarmID, label: label, detail: detail)
      state.pending.append(event)
      if state.pending.count > Self.mostPending { state.pending.removeFirst(Self.mostPending / 10) }
      for follower in state.followers.values { follower.yield(event) }
    }
    log.log(.info, Self.line(kind, alarmID: alarmID, label: label, detail: detail))
    pendingSignal.continuation.yield()
  }

  func append(_ kind: Event.Kind, of plan: RingPlan, detail: String? = nil) {
    append(kind, alarmID: plan.alarmID, label: plan.label, detail: detail)
  }

  /// Fires when there is something to store.
  var hasPending: AsyncStream<Void> { pendingSignal.stream }

  /// The events that are not stored yet.
  var pending: [Event] { state.withLock { $0.pending } }

  /// Those that are stored by themselves: up to the first line of an outcome, which is stored with the outcome.
  var pendingBeforeOutcomes: [Event] { Array(pending.prefix { !$0.kind.isOutcome }) }

  /// Those up to the line that tells how a ring of this alarm has ended.
  func pending(throughTheEndOf alarmID: String) -> [Event] {
    let all = pending
    guard let end = all.firstIndex(where: { $0.kind.isOutcome && $0.alarmID == alarmID }) else { return [] }
    return Array(all[...end])
  }

  /// The events up to this one are stored.
  func stored(upTo sequence: Int64) {
    state.withLock { $0.pending.removeAll { ($0.sequence ?? 0) <= sequence } }
  }

  /// Events from now on. A follower that falls 1,000 behind loses the oldest.
  func follow() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(1000))
    let id = state.withLock { state in
      state.lastFollower += 1
      state.followers[state.lastFollower] = continuation
      return state.lastFollower
    }
    continuation.onTermination = { [self] _ in state.withLock { _ = $0.followers.removeValue(forKey: id) } }
    return stream
  }

  /// As `fired k3f9xa "work": joins the ring under way`.
  private static func line(_ kind: Event.Kind, alarmID: String?, label: String?, detail: String?) -> String {
    var line = kind.rawValue
    if let alarmID { line += " \(alarmID)" }
    if let label, !label.isEmpty { line += " \"\(label)\"" }
    if let detail { line += ": \(detail)" }
    return line
  }
}

extension Event.Kind {
  /// Tells how a ring has ended. (`skipped` is told by the ledger itself, once it is stored.)
  fileprivate var isOutcome: Bool { self == .dismissSuccess || self == .missed }
}
