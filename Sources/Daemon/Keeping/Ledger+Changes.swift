import AlarmClock
import Control
import Storage

/// Changes: decided by the book, stored, and only then in force; and what is armed then.
extension Ledger {
  enum Concern {
    /// It is about cards or presets that no alarm goes by.
    case none
    /// This one may get another occurrence.
    case one(String)
    /// None of them gets another occurrence.
    case all
  }

  /// The book, after a store that took no changes was asked again: that may have changed it.
  func reopenedBook() -> AlarmBook {
    reopenStore()
    return book
  }

  /// Nothing of it is in force when it throws.
  ///
  /// - Parameters:
  ///   - what: is to be stored, as `the alarm`.
  ///   - asked: what somebody wants, where it may be refused because an alarm is locked; nil: `what`.
  /// - Returns: what was decided.
  @discardableResult
  func change(
    _ what: String, asked: String? = nil, of concern: Concern,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> AlarmBook.Change {
    let book = reopenedBook()
    let change = try decision(asked ?? what, of: concern, decide)
    try commitNow(what) { store throws(StorageError) in try store.write(change.writes) }
    inForce.use(change.book)
    if let step = book.step(of: change) {
      lastChange = LastChange(what: .step(step), made: time.monotonic)
    } else if change.isOfCards {
      noteForGood("a card")
    }
    scheduler.use(change.book.daysOff)
    let armings = change.armings
    // What came due while it was being stored: the change is for the occurrence after it.
    rearm(armings.filter { !arm($0) }.compactMap { change.book.alarm($0.alarmID) })
    // A ring that began meanwhile keeps its record.
    let rang = armings.filter { $0.staying != nil && !scheduler.ringingKeys(of: $0.alarmID).isEmpty }
    if !rang.isEmpty { passed(Set(rang.map(\.alarmID))) }
    return change
  }

  /// Remembers that people changed something that `rouse undo` cannot take back.
  func noteForGood(_ what: String) { lastChange = LastChange(what: .forGood(what), made: time.monotonic) }

  /// What would be done; throws where that is refused.
  @discardableResult
  func decision(
    _ asked: String, of concern: Concern,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> AlarmBook.Change {
    do throws(AlarmBook.Refusal) { return try decide(book, moment(of: concern)) } catch {
      throw refusal(of: asked, error)
    }
  }

  /// Refuses to change an alarm that can no longer be taken back; `what` was asked for, as `the removal`.
  func refuseIfLocked(_ alarm: Alarm, _ what: String) throws(ControlError) {
    do throws(AlarmBook.Refusal) { try book.checkThatItIsNotLocked(alarm, at: moment(of: alarm.id)) } catch {
      throw refusal(of: what, error)
    }
  }

  /// Refuses to remove or add a sound that a ringing or locked alarm needs; `what` was asked for, as `the removal`.
  func refuseIfLocked(sound id: String, _ what: String) throws(ControlError) {
    func needing(_ plans: [RingPlan]) -> RingPlan? { plans.first { $0.needs(anyOf: [id]) } }
    let ringing = needing(scheduler.ringing.map(\.plan))
    let locked = book.alarms.filter { scheduler.isLocked($0.id, at: time.now) }.map(book.settings.plan)
    guard let plan = ringing ?? needing(locked) else { return }
    events.append(
      .changeRefused, alarmID: plan.alarmID, label: plan.label,
      detail: "\(what): \(ringing == nil ? "cancel-lock" : "it rings")")
    throw ControlError(soundOf: plan, isRinging: ringing != nil, what)
  }

  /// The words for a refusal. Every attempt to take a ring back shortly before it is in the log.
  func refusal(of what: String, _ refusal: AlarmBook.Refusal) -> ControlError {
    if case .locked(let alarm, _) = refusal {
      events.append(.changeRefused, alarmID: alarm.id, label: alarm.label, detail: "\(what): cancel-lock")
    }
    return ControlError(refusal, of: what)
  }

  // MARK: What a decision goes by

  private func moment(of concern: Concern) -> AlarmBook.Moment {
    switch concern {
    case .none: return AlarmBook.Moment(now: time.now, zone: zone)
    case .one(let id): return momentToArm(id)
    case .all:
      let now = time.now
      var moment = AlarmBook.Moment(now: now, zone: zone)
      for alarm in book.alarms { moment.standings[alarm.id] = standing(of: alarm.id, at: now) }
      return moment
    }
  }

  func moment(of alarmID: String, at now: Instant? = nil) -> AlarmBook.Moment {
    let now = now ?? time.now
    return AlarmBook.Moment(now: now, zone: zone, standings: [alarmID: standing(of: alarmID, at: now)])
  }

  /// That, and what of it has ended, so that it is not armed again.
  func momentToArm(_ alarmID: String, at now: Instant? = nil) -> AlarmBook.Moment {
    var moment = moment(of: alarmID, at: now)
    moment.standings[alarmID]?.ended = endedKeys(of: alarmID, dueAfter: moment.now - .seconds(2 * 86_400))
    return moment
  }

  func momentToArm(_ alarmIDs: [String]) -> AlarmBook.Moment {
    var moment = AlarmBook.Moment(now: time.now, zone: zone)
    for id in alarmIDs { moment.standings[id] = momentToArm(id, at: moment.now).standings[id] }
    return moment
  }

  private func standing(of alarmID: String, at now: Instant) -> AlarmBook.Standing {
    let ringing = scheduler.ringingKeys(of: alarmID)
    return AlarmBook.Standing(
      armed: scheduler.armedOccurrence(of: alarmID), passedOver: rings.passedOver(of: alarmID),
      open: openKeys(of: alarmID),
      lock: scheduler.isLocked(alarmID, at: now) ? ringing.isEmpty ? .ringsSoon : .isRinging : nil)
  }

  func endedKeys(of alarmID: String, dueAfter instant: Instant) -> Set<Occurrence.Key> {
    do { return try folder.store.endedKeys(of: alarmID, dueAfter: instant) } catch {
      storageFailed(error)
      return []
    }
  }

  /// The occurrences of an alarm that are due and have no stored outcome.
  func openKeys(of alarmID: String) -> Set<Occurrence.Key> {
    scheduler.ringingKeys(of: alarmID).union(rings.unrecorded.keys(of: alarmID))
  }

  /// Those, and the ones that a change of the zone has passed over.
  func unsettledKeys(of alarmID: String) -> Set<Occurrence.Key> {
    openKeys(of: alarmID).union(rings.passedOver(of: alarmID).map(\.occurrence.key))
  }

  // MARK: Arming

  /// Brings what is armed of alarms up to date, in the schedule and in the store.
  func rearm(_ alarms: [Alarm]) {
    let book = book
    var armings: [AlarmBook.Arming] = []
    for alarm in alarms {
      while let arming = book.rearming(alarm, at: momentToArm(alarm.id)) {
        armings.append(arming)
        // In the schedule first: no ring waits for a disk. What came due meanwhile has another successor.
        if arm(arming) { break }
      }
    }
    guard !armings.isEmpty else { return }
    attemptWhole { store throws(StorageError) in
      for var arming in armings {
        // One may have begun to ring since.
        arming.staying = unsettledKeys(of: arming.alarmID)
        try store.write(arming)
      }
    }
  }

  /// False: the occurrence came due before it could be armed.
  private func arm(_ arming: AlarmBook.Arming) -> Bool {
    if let passedOver = arming.passedOver { rings.setPassedOver(passedOver, of: arming.alarmID) }
    if let next = arming.next { return scheduler.arm(next) }
    scheduler.disarm(arming.alarmID)
    return true
  }
}

/// The last thing that people changed, for `rouse undo`. It is in memory alone: a restart of the service forgets it.
struct LastChange: Sendable {
  enum What: Sendable {
    case step(AlarmBook.Step)
    /// It cannot be undone, and nor can the change before it: nobody who asks means that one. Its name is for people, as in
    /// `the last change was of a card`.
    case forGood(String)
  }

  var what: What
  /// By the clock that never steps.
  var made: Duration
  /// It has taken back the one before it. One change is remembered, so a second undo finds nothing: whoever asks twice by
  /// mistake loses nothing else.
  var isUndo = false

  static let longestKept: Duration = .seconds(3600)
}
