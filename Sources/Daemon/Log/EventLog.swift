import AlarmClock
import Control
import ControlService
import Machine
import Storage
import Synchronization

/// What happened, in order: to the followers at once, to the store as soon as it takes it.
final class EventLog: Sendable {
  fileprivate struct Line {
    var event: Event
    /// It tells how a ring has ended, and is stored with that outcome, so that neither is there without the other.
    var isOfOutcome: Bool
  }

  fileprivate struct State {
    var lastSequence: Int64 = 0
    var pending: [Line] = []
    var ofOutcomes = 0
    /// How many a broken store has cost, and the line that says so, until that one is stored.
    var dropped = 0
    var note: Int64?
    var followers: [Follower<Event>] = []
    var happenings = 0
    /// Those who are told that more is stored.
    var storeFollowers: [Follower<Void>] = []
  }

  fileprivate struct Follower<News> {
    let news: AsyncStream<News>.Continuation
    let hasGone: Box<Bool>
  }

  /// So many wait at most, beside those of outcomes: the oldest go when a broken store leaves more.
  static let mostPending = 10_000

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
  ///
  /// - Parameter happening: what the history keeps of it, as soon as the store takes it.
  func append(
    _ kind: Event.Kind, alarmID: String? = nil, label: String? = nil, detail: String? = nil,
    happening: Happening? = nil
  ) {
    let detail = kind.isByPeople ? Self.detail(detail, by: Origin.current) : detail
    let lost = state.withLock { state -> String? in
      state.add(
        Event(time: time.now, kind: kind, alarmID: alarmID, label: label, detail: detail, happening: happening))
      return state.pending.count - state.ofOutcomes > Self.mostPending ? state.dropOldest(at: time.now) : nil
    }
    log.log(.info, Self.line(kind, alarmID: alarmID, label: label, detail: detail))
    if let lost { log.log(.warning, Self.line(.eventsPruned, alarmID: nil, label: nil, detail: lost)) }
    pendingSignal.continuation.yield()
  }

  /// Says something to whoever reads the journal, and to nobody else. Never blocks.
  func tellLog(_ text: String) { log.log(.notice, text) }

  func append(_ kind: Event.Kind, of plan: RingPlan, detail: String? = nil, happening: Happening? = nil) {
    append(kind, alarmID: plan.alarmID, label: plan.label, detail: detail, happening: happening)
  }

  /// Fires when there is something to store.
  var hasPending: AsyncStream<Void> { pendingSignal.stream }

  /// How often something has happened since the start that measures of the history are made of.
  var happenings: Int { state.withLock { $0.happenings } }

  var pending: [Event] { state.withLock { $0.pending.map(\.event) } }

  /// Those that are stored by themselves: up to the first line of an outcome, which is stored with the outcome.
  var pendingBeforeOutcomes: [Event] {
    state.withLock { $0.pending.prefix { !$0.isOfOutcome }.map(\.event) }
  }

  /// Those up to the last line that tells how one of these rings has ended.
  func pending(throughTheEndsOf rings: [EndedRing]) -> [Event] {
    state.withLock { state in
      state.lines(of: rings).last.map { state.pending[...$0].map(\.event) } ?? []
    }
  }

  func stored(upTo sequence: Int64) {
    state.withLock { state in
      state.pending.removeAll { ($0.event.sequence ?? 0) <= sequence }
      state.ofOutcomes = state.pending.count { $0.isOfOutcome }
      state.letGo()
      for follower in state.storeFollowers { follower.news.yield() }
      guard let note = state.note, note <= sequence else { return }
      (state.note, state.dropped) = (nil, 0)
    }
  }

  /// These outcomes will not be stored: their lines are lines like all others from now on.
  func giveUp(_ rings: [EndedRing]) {
    guard !rings.isEmpty else { return }
    state.withLock { state in
      for index in state.lines(of: rings) {
        state.pending[index].isOfOutcome = false
        state.ofOutcomes -= 1
      }
    }
    append(
      .storageFailed,
      detail: "\(rings.count) outcomes are not kept: a ring has one, and \(WaitingOutcomes.most) wait at most")
  }

  /// Events from now on. A follower that falls 1,000 behind loses the oldest.
  func follow() -> AsyncStream<Event> { follow(\.followers, behindAtMost: 1000) }

  /// Fires when more is stored than before.
  func followStored() -> AsyncStream<Void> { follow(\.storeFollowers, behindAtMost: 1) }

  private func follow<News>(
    _ followers: WritableKeyPath<State, [Follower<News>]>, behindAtMost most: Int
  ) -> AsyncStream<News> {
    let (stream, continuation) = AsyncStream<News>.makeStream(bufferingPolicy: .bufferingNewest(most))
    let hasGone = Box(false)
    // Only noted, without the lock of the log. A task that is cancelled says so while Swift's runtime holds the task, and
    // whoever tells it of an event, which is done under that lock, waits for the task: each would wait for the other.
    continuation.onTermination = { _ in hasGone.value = true }
    state.withLock { state in
      state.letGo()
      state[keyPath: followers].append(Follower(news: continuation, hasGone: hasGone))
    }
    return stream
  }

  /// `volume 80 → 0 (by pi)`
  private static func detail(_ detail: String?, by origin: Origin?) -> String? {
    guard let origin else { return detail }
    return detail.map { "\($0) (by \(origin.words))" } ?? "by \(origin.words)"
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

extension EventLog.State {
  mutating func add(_ event: Event) {
    lastSequence += 1
    var event = event
    event.sequence = lastSequence
    let isOfOutcome = event.kind.isOutcome
    pending.append(EventLog.Line(event: event, isOfOutcome: isOfOutcome))
    if isOfOutcome { ofOutcomes += 1 }
    if let happening = event.happening, Happening.telling.contains(happening.kind) { happenings += 1 }
    letGo()
    for follower in followers { follower.news.yield(event) }
  }

  /// Where the lines are that tell how these rings have ended.
  func lines(of rings: [EndedRing]) -> [Int] {
    // In the order of an alarm's rings, as their outcomes are.
    var left = Dictionary(rings.filter(\.hasLine).map { ($0.armed.plan.alarmID, 1) }, uniquingKeysWith: +)
    var lines: [Int] = []
    for (index, line) in pending.enumerated() where line.isOfOutcome && !left.isEmpty {
      guard let id = line.event.alarmID, let count = left[id] else { continue }
      lines.append(index)
      left[id] = count > 1 ? count - 1 : nil
    }
    return lines
  }

  /// Those who have gone are told no more.
  mutating func letGo() {
    followers.removeAll { $0.hasGone.value }
    storeFollowers.removeAll { $0.hasGone.value }
  }

  /// The oldest give way to a line that counts them; returns what it says.
  mutating func dropOldest(at now: Instant) -> String {
    var left = EventLog.mostPending / 10
    pending.removeAll { line in
      if line.event.sequence == note { return true }
      guard left > 0, !line.isOfOutcome else { return false }
      left -= 1
      return true
    }
    dropped += EventLog.mostPending / 10
    let detail = "\(dropped) events could not be stored, and are lost"
    add(Event(time: now, kind: .eventsPruned, detail: detail))
    note = lastSequence
    return detail
  }
}

extension EndedRing {
  /// Whether the log tells of it before it is stored. (`skipped` is told by the ledger itself, once it is stored.)
  fileprivate var hasLine: Bool { outcome != .skipped }
}

extension Event.Kind {
  /// Whether people change what is stored, so that the log says who did. None of these is sent to Home
  /// Assistant (`isForTheHouse`), so that names of users are not.
  fileprivate var isByPeople: Bool {
    switch self {
    case .alarmChanged, .alarmRemoved, .changeRefused, .cardCreated, .cardEnrolled, .cardRemoved,
      .settingsChanged, .imported, .storageRestored, .presetSaved, .presetRemoved, .erasurePlanned,
      .erasureCancelled, .dataErased, .soundAdded, .soundRemoved, .evidenceDeleted:
      true
    default: false
    }
  }

  /// Tells how a ring has ended.
  fileprivate var isOutcome: Bool { self == .dismissSuccess || self == .missed }
}

extension EventView {
  init(_ event: Event, in zone: ZoneRules) {
    self.init(event.kind.rawValue, at: event.time, in: zone)
    (alarmId, label, detail) = (event.alarmID, event.label, event.detail)
  }
}
