/// An occurrence that is going to ring, with everything that its ring needs.
public struct ArmedOccurrence: Hashable, Sendable {
  public var occurrence: Occurrence
  public var plan: RingPlan
  /// Used to find the successor, so that a repeating alarm goes on even while nothing can be stored.
  public var recurrence: Recurrence
  public var isSkipped: Bool
  /// Later occurrences that have ended or are skipped. Mostly needed after the clock was set back past some of them.
  public var ended: Set<Occurrence.Key> = []
  public var skippedKey: Occurrence.Key?
  public var days = AlarmDays()
}

extension ArmedOccurrence {
  public init(occurrence: Occurrence, plan: RingPlan, recurrence: Recurrence, isSkipped: Bool) {
    self.init(occurrence: occurrence, plan: plan, recurrence: recurrence, isSkipped: isSkipped, ended: [])
  }

  public var id: RingID { RingID(alarmID: plan.alarmID, key: occurrence.key) }
  public var due: Instant { occurrence.due }

  /// An occurrence that is late by less, for example after a restart, rings regardless of `catchUp`.
  static let promptness: Duration = .seconds(30)

  /// Whether it was due so long ago that it no longer rings.
  public func isTooLate(at now: Instant) -> Bool { now - due >= max(plan.catchUp, Self.promptness) }

  /// When the lock begins, after which the alarm can no longer be canceled, or `nil` if it has no lock.
  public var lockedFrom: Instant? { plan.cancelLock > .zero && !isSkipped ? due - plan.cancelLock : nil }

  /// Returns the first occurrence from this one on that is not skipped, or `nil` if it is not locked at `instant`.
  public func lockedRing(at instant: Instant, in zone: ZoneRules, daysOff: DaysOff) -> ArmedOccurrence? {
    guard plan.cancelLock > .zero else { return nil }
    var next: ArmedOccurrence? = self
    while let ring = next, ring.due - plan.cancelLock <= instant {
      if !ring.isSkipped { return ring }
      next = ring.successor(at: instant, in: zone, daysOff: daysOff)
    }
    return nil
  }

  /// Returns the next occurrence of a repeating alarm, which may be past as well.
  public func successor(
    at now: Instant, in zone: ZoneRules, daysOff: DaysOff = DaysOff(pausedUntil: nil)
  ) -> ArmedOccurrence? {
    let earliest = max(due, now - Schedule.longestCatchUp)
    let excluded = ended.union([occurrence.key])
    guard let next = recurrence.next(after: earliest, in: zone, excluding: excluded, moved: days.moved) else {
      return nil
    }
    var following = self
    following.occurrence = next
    following.isSkipped = next.key == skippedKey || daysOff.reason(for: following) != nil
    return following
  }
}

public struct RingID: Hashable, Sendable {
  public var alarmID: String
  public var key: Occurrence.Key

  public init(alarmID: String, key: Occurrence.Key) {
    self.alarmID = alarmID
    self.key = key
  }
}

/// The outcome of an occurrence; each has exactly one.
public enum RingOutcome: Hashable, Sendable {
  case dismissed(cardID: String)
  /// It rang without an answer, or could not ring in time.
  case missed(rang: Bool)
  case skipped
}

/// Each alarm's next occurrence, and the rings that have begun. Only due alarms add to the cost of `takeDue`.
public struct Schedule: Sendable {
  private var armed: [String: ArmedOccurrence] = [:]
  /// The armed occurrences, latest first, so that the next one is removed from the end.
  private var queue: [(due: Instant, alarmID: String)] = []
  public private(set) var ringing: [RingID: ArmedOccurrence] = [:]
  /// The keys in `ringing`, by alarm.
  private var keys: [String: Set<Occurrence.Key>] = [:]
  public var daysOff = DaysOff()

  public init() {}

  public var next: Instant? { queue.last?.due }

  /// The armed occurrences, earliest first.
  public var upcoming: [ArmedOccurrence] { queue.reversed().compactMap { armed[$0.alarmID] } }

  public var first: ArmedOccurrence? { queue.last.flatMap { armed[$0.alarmID] } }

  /// Returns the next armed occurrence that is due before `end` and not skipped.
  public func nextRing(before end: Instant) -> ArmedOccurrence? {
    queue.lazy.reversed().compactMap { armed[$0.alarmID] }.prefix { $0.due < end }.first { !$0.isSkipped }
  }

  public func armedOccurrence(of alarmID: String) -> ArmedOccurrence? { armed[alarmID] }

  /// Whether an alarm can no longer be canceled: its next ring is near, or it has an unanswered ring.
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

  /// Arms an occurrence, replacing the alarm's armed one. Returns `false` and does nothing if it is already ringing.
  @discardableResult
  public mutating func arm(_ occurrence: ArmedOccurrence) -> Bool {
    guard ringing[occurrence.id] == nil else { return false }
    disarm(occurrence.plan.alarmID)
    armed[occurrence.plan.alarmID] = occurrence
    queue.insert((occurrence.due, occurrence.plan.alarmID), at: position(of: occurrence.due))
    return true
  }

  /// Removes an alarm's armed occurrence. A ring that has begun goes on.
  public mutating func disarm(_ alarmID: String) {
    guard let old = armed.removeValue(forKey: alarmID) else { return }
    let index = queue[position(of: old.due)...].firstIndex { $0.alarmID == alarmID }
    if let index { queue.remove(at: index) }
  }

  /// How far back missed occurrences are looked for, after a jump of the clock or a power cut.
  public static let longestCatchUp: Duration = .seconds(7 * 86_400)

  /// Removes and returns the due occurrences, earliest first. Those not skipped begin to ring; repeating alarms are
  /// armed again.
  ///
  /// A jump of the clock can make several occurrences of an alarm due at once; each gets its own outcome.
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

  /// Marks a ring as begun, or as continuing after a restart.
  public mutating func resume(_ ring: ArmedOccurrence) {
    ringing[ring.id] = ring
    keys[ring.plan.alarmID, default: []].insert(ring.occurrence.key)
  }

  public mutating func finish(_ id: RingID) {
    ringing[id] = nil
    keys[id.alarmID]?.remove(id.key)
    if keys[id.alarmID]?.isEmpty ?? false { keys[id.alarmID] = nil }
  }

  public func ringingKeys(of alarmID: String) -> Set<Occurrence.Key> { keys[alarmID] ?? [] }

  /// Returns the index of the first entry in the latest-first queue that is not later than `due`.
  private func position(of due: Instant) -> Int { queue.firstSortedIndex { $0.due <= due } }
}
