import AlarmClock

/// How an occurrence ended, and all that its record takes.
struct EndedRing: Sendable {
  var outcome: RingOutcome
  var armed: ArmedOccurrence
  var ended: Instant
  var isTrusted: Bool
  /// The zone had changed within a day.
  var isZoneInDoubt = false
  /// The clocks at its end, or `nil` if the time was trusted when it began.
  var untrustedEnd: ClockReading?
  /// How far it had got; nil: it never began, as far as is known.
  var progress: RingProgress?
}

/// Outcomes that are still to be stored, in the order in which rings ended: one an occurrence, and so many at most.
struct WaitingOutcomes: Sendable {
  /// Where a disk takes nothing for longer than a bedside clock rings so often, the oldest tenth is given up.
  static let most = 10_000

  private(set) var all: [EndedRing] = []
  /// Those of each alarm.
  private var keys: [String: Set<Occurrence.Key>] = [:]

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }

  func keys(of alarmID: String) -> Set<Occurrence.Key> { keys[alarmID] ?? [] }
  func contains(_ id: RingID) -> Bool { keys[id.alarmID]?.contains(id.key) ?? false }

  /// The first outcome of an occurrence stays.
  ///
  /// - Returns: what is not kept: this one, or the oldest.
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
