import AlarmClock
import Control
import ControlService
import Machine
import Storage
import Synchronization

/// The events in order, for the followers at once and for the store as soon as it accepts them.
final class EventLog: Sendable {
  fileprivate struct Line {
    var event: Event
    /// Whether it reports the end of a ring. It is stored with that outcome, so that neither exists without the other.
    var isOfOutcome: Bool
  }

  fileprivate struct State {
    var lastSequence: Int64 = 0
    var pending: [Line] = []
    var ofOutcomes = 0
    /// The number of events lost to a broken store, and the sequence number of the unstored line that reports it.
    var dropped = 0
    var note: Int64?
    var followers = Followers<Event>()
    var happenings = 0
    var storeFollowers = Followers<Void>()
  }

  /// The maximum number of waiting events, besides those of outcomes. Beyond that, the oldest are dropped.
  static let mostPending = 10_000

  private let state = Mutex(State())
  private let time: any TimeSource
  private let log: LogWriter
  private let pendingSignal = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  init(time: any TimeSource, log: LogWriter) {
    self.time = time
    self.log = log
  }

  func startSequence(after last: Int64) { state.withLock { $0.lastSequence = max($0.lastSequence, last) } }

  /// Records that something happened now. Never blocks. `happening`: what the history stores about it.
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

  /// Writes to the journal only. Never blocks.
  func tellLog(_ text: String) { log.log(.notice, text) }

  func append(_ kind: Event.Kind, of plan: RingPlan, detail: String? = nil, happening: Happening? = nil) {
    append(kind, alarmID: plan.alarmID, label: plan.label, detail: detail, happening: happening)
  }

  var hasPending: AsyncStream<Void> { pendingSignal.stream }

  /// The number of events since the start that affect the measures of the history.
  var happenings: Int { state.withLock { $0.happenings } }

  var pending: [Event] { state.withLock { $0.pending.map(\.event) } }

  /// The events that are stored by themselves. From the first line of an outcome on, they wait for that outcome.
  var pendingBeforeOutcomes: [Event] {
    state.withLock { $0.pending.prefix { !$0.isOfOutcome }.map(\.event) }
  }

  func pending(throughTheEndsOf rings: [EndedRing]) -> [Event] {
    state.withLock { state in
      state.lines(of: rings).last.map { state.pending[...$0].map(\.event) } ?? []
    }
  }

  func stored(upTo sequence: Int64) {
    state.withLock { state in
      state.pending.removeAll { ($0.event.sequence ?? 0) <= sequence }
      state.ofOutcomes = state.pending.count { $0.isOfOutcome }
      state.storeFollowers.tell(())
      guard let note = state.note, note <= sequence else { return }
      (state.note, state.dropped) = (nil, 0)
    }
  }

  /// Turns the lines of outcomes that will not be stored into ordinary ones.
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

  /// Returns the events from now on. A follower that falls 1,000 behind loses the oldest.
  func follow() -> AsyncStream<Event> { state.withLock { $0.followers.add(behindAtMost: 1000) } }

  func followStored() -> AsyncStream<Void> { state.withLock { $0.storeFollowers.add(behindAtMost: 1) } }

  /// Returns, for example, `volume 80 → 0 (by pi)`.
  private static func detail(_ detail: String?, by origin: Origin?) -> String? {
    guard let origin else { return detail }
    return detail.map { "\($0) (by \(origin.words))" } ?? "by \(origin.words)"
  }

  /// Returns, for example, `fired k3f9xa "work": joins the ring under way`.
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
    let isOfOutcome = [.dismissSuccess, .missed].contains(event.kind)
    pending.append(EventLog.Line(event: event, isOfOutcome: isOfOutcome))
    if isOfOutcome { ofOutcomes += 1 }
    if let happening = event.happening, Happening.telling.contains(happening.kind) { happenings += 1 }
    followers.tell(event)
  }

  /// Returns the indices of the lines that report the ends of these rings.
  func lines(of rings: [EndedRing]) -> [Int] {
    // The lines of an alarm are in the order of its outcomes. The ledger reports skipped rings after storing them.
    let told = rings.filter { $0.outcome != .skipped }
    var left = Dictionary(told.map { ($0.armed.plan.alarmID, 1) }, uniquingKeysWith: +)
    var lines: [Int] = []
    for (index, line) in pending.enumerated() where line.isOfOutcome && !left.isEmpty {
      guard let id = line.event.alarmID, let count = left[id] else { continue }
      lines.append(index)
      left[id] = count > 1 ? count - 1 : nil
    }
    return lines
  }

  /// Replaces the oldest lines by one that counts them, and returns its text.
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

extension Event.Kind {
  /// Whether users change what is stored: the log says who. None of these is `isForTheHouse`, so names stay private.
  fileprivate var isByPeople: Bool {
    [
      .alarmChanged, .alarmRemoved, .changeRefused, .cardCreated, .cardEnrolled, .cardRemoved, .settingsChanged,
      .imported, .storageRestored, .presetSaved, .presetRemoved, .erasurePlanned, .erasureCancelled, .dataErased,
      .soundAdded, .soundRemoved, .evidenceDeleted,
    ].contains(self)
  }
}

extension EventView {
  init(_ event: Event, in zone: ZoneRules) {
    self.init(event.kind.rawValue, at: event.time, in: zone)
    (alarmId, label, detail) = (event.alarmID, event.label, event.detail)
  }
}

/// The end of an occurrence, with everything that its record needs.
struct EndedRing: Sendable {
  var outcome: RingOutcome
  var armed: ArmedOccurrence
  var ended: Instant
  var isTrusted: Bool
  /// Whether the zone had changed within a day.
  var isZoneInDoubt = false
  /// The clocks at its end, or `nil` if the time was trusted when it began.
  var untrustedEnd: ClockReading?
  /// How far the ring had got, or `nil` if it never began as far as is known.
  var progress: RingProgress?
}

/// The outcomes that wait to be stored, in the order in which rings ended, one for each occurrence.
struct WaitingOutcomes: Sendable {
  /// More than a bedside clock rings in years. If the disk fails for longer, the oldest tenth is dropped.
  static let most = 10_000

  private(set) var all: [EndedRing] = []
  private var keys: [String: Set<Occurrence.Key>] = [:]

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }

  func keys(of alarmID: String) -> Set<Occurrence.Key> { keys[alarmID] ?? [] }
  func contains(_ id: RingID) -> Bool { keys[id.alarmID]?.contains(id.key) ?? false }

  /// Adds an outcome; the first one of an occurrence stays. Returns the outcomes not kept: this one, or the oldest.
  mutating func add(_ ring: EndedRing) -> [EndedRing] {
    guard keys[ring.armed.plan.alarmID, default: []].insert(ring.armed.occurrence.key).inserted else { return [ring] }
    all.append(ring)
    return all.count > Self.most ? removeFirst(Self.most / 10) : []
  }

  @discardableResult
  mutating func removeFirst(_ count: Int) -> [EndedRing] {
    let gone = Array(all.prefix(count))
    all.removeFirst(gone.count)
    for ring in gone {
      let alarmID = ring.armed.plan.alarmID
      keys[alarmID]?.remove(ring.armed.occurrence.key)
      if keys[alarmID]?.isEmpty ?? false { keys[alarmID] = nil }
    }
    return gone
  }
}
