/// An occurrence that is going to ring: the record that a ring is made of.
public struct ArmedOccurrence: Hashable, Sendable {
  public var occurrence: Occurrence
  public var plan: RingPlan
  /// What its successor follows from, so that a repeating alarm goes on even while nothing can be stored.
  public var recurrence: Recurrence
  /// It is to pass without a ring.
  public var isSkipped: Bool
  /// What its successors have to know; seldom anything.
  public var later: Later

  public init(
    occurrence: Occurrence, plan: RingPlan, recurrence: Recurrence, isSkipped: Bool, later: Later = Later()
  ) {
    self.occurrence = occurrence
    self.plan = plan
    self.recurrence = recurrence
    self.isSkipped = isSkipped
    self.later = later
  }

  /// What is special about occurrences after it, most of it once the clock was set back past some of them.
  public struct Later: Hashable, Sendable {
    /// They have ended already.
    public var ended: Set<Occurrence.Key>
    /// It is to pass without a ring.
    public var skipped: Occurrence.Key?
    /// What its alarm does on some days.
    public var days: AlarmDays

    public init(ended: Set<Occurrence.Key> = [], skipped: Occurrence.Key? = nil, days: AlarmDays = AlarmDays()) {
      self.ended = ended
      self.skipped = skipped
      self.days = days
    }
  }

  public var id: RingID { RingID(alarmID: plan.alarmID, key: occurrence.key) }
  public var due: Instant { occurrence.due }

  /// Late by less, as after a restart, it rings whatever `catchUp` says.
  static let promptness: Duration = .seconds(30)

  /// Whether it no longer rings, having been due while it could not.
  public func isTooLate(at now: Instant) -> Bool { now - due >= max(plan.catchUp, Self.promptness) }

  /// From when on its alarm can no longer be taken back; nil: it always can.
  public var lockedFrom: Instant? { plan.cancelLock > .zero && !isSkipped ? due - plan.cancelLock : nil }

  /// Returns the alarm's next occurrence that is not skipped, starting with this one, if it is locked at `instant`; `nil` if
  /// it is not locked or there is none.
  public func lockedRing(at instant: Instant, in zone: ZoneRules, daysOff: DaysOff) -> ArmedOccurrence? {
    guard plan.cancelLock > .zero else { return nil }
    var next: ArmedOccurrence? = self
    while let ring = next, ring.due - plan.cancelLock <= instant {
      if !ring.isSkipped { return ring }
      next = ring.successor(at: instant, in: zone, daysOff: daysOff)
    }
    return nil
  }

  /// The occurrence of a repeating alarm after this one, which may have passed by now as well.
  public func successor(at now: Instant, in zone: ZoneRules, daysOff: DaysOff = DaysOff()) -> ArmedOccurrence? {
    let earliest = max(due, now - Schedule.longestCatchUp)
    let excluded = later.ended.union([occurrence.key])
    guard let next = recurrence.next(after: earliest, in: zone, excluding: excluded, moved: later.days.moved) else {
      return nil
    }
    var following = ArmedOccurrence(
      occurrence: next, plan: plan, recurrence: recurrence, isSkipped: next.key == later.skipped, later: later)
    following.isSkipped = following.isSkipped || daysOff.reason(for: following) != nil
    return following
  }
}

/// Which ring: an alarm's, of a local date and time.
public struct RingID: Hashable, Sendable {
  public var alarmID: String
  public var key: Occurrence.Key

  public init(alarmID: String, key: Occurrence.Key) {
    self.alarmID = alarmID
    self.key = key
  }
}

/// How an occurrence ended; each ends in exactly one.
public enum RingOutcome: Hashable, Sendable {
  case dismissed(cardID: String)
  /// It rang and nobody answered, or there was no chance to ring in time.
  case missed(rang: Bool)
  case skipped
}

/// The occurrences to come, one an alarm, and those that ring.
///
/// Taking what is due costs the same however many alarms are not due.
public struct Schedule: Sendable {
  private var armed: [String: ArmedOccurrence] = [:]
  /// The armed, latest first, so that the next one is taken off the end.
  private var queue: [(due: Instant, alarmID: String)] = []
  public private(set) var ringing: [RingID: ArmedOccurrence] = [:]
  /// The same by alarm.
  private var keys: [String: Set<Occurrence.Key>] = [:]
  /// When repeating alarms are skipped.
  public var daysOff = DaysOff()

  public init() {}

  /// When the next occurrence is due.
  public var next: Instant? { queue.last?.due }

  /// The armed occurrences, the next one first.
  public var upcoming: [ArmedOccurrence] { queue.reversed().compactMap { armed[$0.alarmID] } }

  /// The next armed occurrence.
  public var first: ArmedOccurrence? { queue.last.flatMap { armed[$0.alarmID] } }

  /// The next one that rings, of those that are due before a moment.
  public func nextRing(before end: Instant) -> ArmedOccurrence? {
    for entry in queue.reversed() {
      guard let occurrence = armed[entry.alarmID], occurrence.due < end else { return nil }
      if !occurrence.isSkipped { return occurrence }
    }
    return nil
  }

  /// The armed occurrence of an alarm.
  public func armedOccurrence(of alarmID: String) -> ArmedOccurrence? { armed[alarmID] }

  /// Whether an alarm can no longer be taken back: its next ring is near, or one is not answered yet.
  public func isLocked(_ alarmID: String, at now: Instant, in zone: ZoneRules) -> Bool {
    armed[alarmID]?.lockedRing(at: now, in: zone, daysOff: daysOff) != nil
      || keys[alarmID]?.contains {
        ringing[RingID(alarmID: alarmID, key: $0)]?.lockedFrom.map { $0 <= now } ?? false
      } ?? false
  }

  /// The times at which alarms become locked, for each alarm whose lock begins before its armed occurrence is due.
  public func locks(in zone: ZoneRules) -> [Instant] {
    armed.values.compactMap { $0.lockedRing(at: $0.due, in: zone, daysOff: daysOff)?.lockedFrom }
  }

  /// Arms an occurrence in place of the one its alarm had; false, and nothing is done, when it rings already.
  @discardableResult
  public mutating func arm(_ occurrence: ArmedOccurrence) -> Bool {
    guard ringing[occurrence.id] == nil else { return false }
    disarm(occurrence.plan.alarmID)
    armed[occurrence.plan.alarmID] = occurrence
    queue.insert((occurrence.due, occurrence.plan.alarmID), at: position(of: occurrence.due))
    return true
  }

  /// Forgets an alarm's armed occurrence; one that rings goes on.
  public mutating func disarm(_ alarmID: String) {
    guard let old = armed.removeValue(forKey: alarmID) else { return }
    var index = position(of: old.due)
    while index < queue.count, queue[index].due == old.due {
      if queue[index].alarmID == alarmID {
        queue.remove(at: index)
        return
      }
      index += 1
    }
  }

  /// How far back occurrences are looked for that a jump of the clock, or a time without power, has passed over.
  public static let longestCatchUp: Duration = .seconds(7 * 86_400)

  /// Takes what is due, earliest first: what is not skipped rings from now on, and a repeating alarm is armed again.
  ///
  /// A jump of the clock makes several occurrences of an alarm due at once, each of which is to have its own outcome.
  public mutating func takeDue(at now: Instant, in zone: ZoneRules) -> [ArmedOccurrence] {
    var taken: [ArmedOccurrence] = []
    while let last = queue.last, last.due <= now, let due = armed[last.alarmID] {
      queue.removeLast()
      armed[last.alarmID] = nil
      taken.append(due)
      if !due.isSkipped { resume(due) }
      if let following = due.successor(at: now, in: zone, daysOff: daysOff) { arm(following) }
    }
    return taken
  }

  /// It rings from now on, or goes on after a restart.
  public mutating func resume(_ ring: ArmedOccurrence) {
    ringing[ring.id] = ring
    keys[ring.plan.alarmID, default: []].insert(ring.occurrence.key)
  }

  /// The ring has its outcome.
  public mutating func finish(_ id: RingID) {
    ringing[id] = nil
    keys[id.alarmID]?.remove(id.key)
    if keys[id.alarmID]?.isEmpty ?? false { keys[id.alarmID] = nil }
  }

  /// The keys of an alarm's rings that have no outcome yet.
  public func ringingKeys(of alarmID: String) -> Set<Occurrence.Key> { keys[alarmID] ?? [] }

  /// Where in the latest-first queue the first entry that is not later than `due` stands.
  private func position(of due: Instant) -> Int {
    var low = 0
    var high = queue.count
    while low < high {
      let middle = (low + high) / 2
      if queue[middle].due > due { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
