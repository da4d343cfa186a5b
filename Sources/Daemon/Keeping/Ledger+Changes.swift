import AlarmClock
import Control
import Storage

/// Changes: the book decides, the store saves, and only then the change takes effect and alarms are armed.
extension Ledger {
  enum Concern {
    /// Only things that no alarm depends on, such as cards or presets.
    case none
    /// One alarm, which may get another occurrence.
    case one(String)
    /// Any alarm, but none gets another occurrence.
    case all
  }

  /// Returns the book after retrying a store that accepted no changes, which may replace the book.
  func reopenedBook() -> AlarmBook {
    reopenStore()
    return book
  }

  /// Decides on a change, stores it and puts it in force; if it throws, nothing has changed. `what` is stored, as in
  /// `the alarm`. `asked` is what a refusal names, as in `the removal`; `what` if `nil`.
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
    // If an occurrence came due while the change was being stored, the change applies to the one after it.
    rearm(armings.filter { !arm($0) }.compactMap { change.book.alarm($0.alarmID) })
    // A ring that began in the meantime keeps its record.
    let rang = armings.filter { $0.staying != nil && !scheduler.ringingKeys(of: $0.alarmID).isEmpty }
    if !rang.isEmpty { passed(Set(rang.map(\.alarmID))) }
    return change
  }

  /// Records a change that `rouse undo` cannot take back.
  func noteForGood(_ what: String) { lastChange = LastChange(what: .forGood(what), made: time.monotonic) }

  /// Returns the change that the book decides on, without making it. Throws if the book refuses.
  @discardableResult
  func decision(
    _ asked: String, of concern: Concern,
    _ decide: (AlarmBook, AlarmBook.Moment) throws(AlarmBook.Refusal) -> AlarmBook.Change
  ) throws(ControlError) -> AlarmBook.Change {
    do throws(AlarmBook.Refusal) { return try decide(book, moment(of: concern)) } catch {
      throw refusal(of: asked, error)
    }
  }

  /// Refuses to change a locked alarm. `what` is the request, as in `the removal`.
  func refuseIfLocked(_ alarm: Alarm, _ what: String) throws(ControlError) {
    do throws(AlarmBook.Refusal) { try book.checkThatItIsNotLocked(alarm, at: moment(of: [alarm.id])) } catch {
      throw refusal(of: what, error)
    }
  }

  /// Refuses to remove or add a sound that a ringing or locked alarm needs. `what` is the request, as in `the removal`.
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

  /// Puts a refusal into words. Logs every attempt to change a locked alarm.
  func refusal(of what: String, _ refusal: AlarmBook.Refusal) -> ControlError {
    if case .locked(let alarm, _) = refusal {
      events.append(.changeRefused, alarmID: alarm.id, label: alarm.label, detail: "\(what): cancel-lock")
    }
    return ControlError(refusal, of: what)
  }

  // MARK: Moments

  private func moment(of concern: Concern) -> AlarmBook.Moment {
    switch concern {
    case .none: moment(of: [])
    case .one(let id): momentToArm([id])
    case .all: moment(of: book.alarms.map(\.id))
    }
  }

  func moment(of alarmIDs: [String], at now: Instant? = nil) -> AlarmBook.Moment {
    var moment = AlarmBook.Moment(now: now ?? time.now, zone: zone)
    for id in alarmIDs { moment.standings[id] = standing(of: id, at: moment.now) }
    return moment
  }

  /// Returns the same moment plus recently ended occurrences, which must not be armed again.
  func momentToArm(_ alarmIDs: [String], at now: Instant? = nil) -> AlarmBook.Moment {
    var moment = moment(of: alarmIDs, at: now)
    for id in alarmIDs {
      moment.standings[id]?.ended = endedKeys(of: id, dueAfter: moment.now - .seconds(2 * 86_400))
    }
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
    read { store throws(StorageError) in try store.endedKeys(of: alarmID, dueAfter: instant) } ?? []
  }

  /// Returns the keys of an alarm's occurrences that are due and have no stored outcome.
  func openKeys(of alarmID: String) -> Set<Occurrence.Key> {
    scheduler.ringingKeys(of: alarmID).union(rings.unrecorded.keys(of: alarmID))
  }

  /// Returns the open keys and those that a zone change passed over.
  func unsettledKeys(of alarmID: String) -> Set<Occurrence.Key> {
    openKeys(of: alarmID).union(rings.passedOver(of: alarmID).map(\.occurrence.key))
  }

  // MARK: Arming

  /// Updates the armed occurrences of alarms in the schedule and in the store.
  func rearm(_ alarms: [Alarm]) {
    let book = book
    var armings: [AlarmBook.Arming] = []
    for alarm in alarms {
      while let arming = book.rearming(alarm, at: momentToArm([alarm.id])) {
        armings.append(arming)
        // Schedule first, because no ring waits for a disk. If it came due meanwhile, try its successor.
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

  /// Returns `false` if the occurrence came due before it could be armed.
  private func arm(_ arming: AlarmBook.Arming) -> Bool {
    if let passedOver = arming.passedOver { rings.setPassedOver(passedOver, of: arming.alarmID) }
    if let next = arming.next { return scheduler.arm(next) }
    scheduler.disarm(arming.alarmID)
    return true
  }
}

/// The user's last change, for `rouse undo`. It is kept in memory only, so a restart forgets it.
struct LastChange: Sendable {
  enum What: Sendable {
    case step(AlarmBook.Step)
    /// Cannot be undone, as in `the last change was of a card`. Nor can earlier changes, which the user does not mean.
    case forGood(String)
  }

  var what: What
  /// On the monotonic clock.
  var made: Duration
  /// Whether this change is itself an undo. It cannot be undone, so repeating `rouse undo` by mistake is harmless.
  var isUndo = false

  static let longestKept: Duration = .seconds(3600)
}
