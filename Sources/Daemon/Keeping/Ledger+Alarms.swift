import AlarmClock
import Control
import ControlService
import Storage

/// What people do with alarms.
extension Ledger {
  /// Several times what anybody has: each change looks through all of them.
  static let mostAlarms = 10_000

  func add(_ input: AlarmInput) throws(ControlError) -> AlarmSaved {
    try refuseIfFull()
    // The recurrence stands in until the input is read, which sets it for a new alarm or throws.
    var alarm = Alarm(id: Names.newID(taken: alarms.map(\.id)), recurrence: .instant(time.now))
    try reading.apply(input, to: &alarm, isNew: true)
    return try save(alarm)
  }

  func copy(_ name: String, _ input: AlarmInput) throws(ControlError) -> AlarmSaved {
    try refuseIfFull()
    var alarm = alarms[try index(of: name)]
    alarm.id = Names.newID(taken: alarms.map(\.id))
    alarm.skippedKey = nil
    alarm.isEnabled = true
    try reading.apply(input, to: &alarm, isNew: false)
    return try save(alarm)
  }

  private func refuseIfFull() throws(ControlError) {
    guard alarms.count >= Self.mostAlarms else { return }
    throw ControlError(
      .tryAgain, "the alarm was not saved",
      why: "there are \(Self.mostAlarms) already, and no more are kept, as each change looks through all of them",
      fix: "remove what is over: `rouse alarm list`, then `rouse alarm remove ALARM`",
      stillWorks: "those that are set ring, and can be changed")
  }

  func edit(_ name: String, _ input: AlarmInput) throws(ControlError) -> AlarmSaved {
    guard input != AlarmInput() else {
      throw ControlError(
        .usage, "nothing to change was given", why: "the alarm stays as it is",
        fix: "say what, as in `rouse alarm edit \(name) --time 07:45`; `rouse help alarm edit` lists all")
    }
    var alarm = alarms[try index(of: name)]
    try refuseIfLocked(alarm, "the change")
    try reading.apply(input, to: &alarm, isNew: false)
    var notes = ringingNotes(alarm)
    if !alarm.isEnabled { notes.append("The alarm is disabled. Enable it: rouse alarm enable \(alarm.id)") }
    return try save(alarm, notes: notes)
  }

  func change(_ name: String, _ change: ChangeAlarm.Change) throws(ControlError) -> AlarmSaved {
    let index = try index(of: name)
    var alarm = alarms[index]
    var notes = ringingNotes(alarm)
    // What only makes it ring is welcome at any time.
    if ![.enable, .unskip].contains(change) { try refuseIfLocked(alarm, "`\(change.rawValue)`") }
    switch change {
    case .enable: notes += enable(&alarm)
    case .disable: alarm.isEnabled = false
    case .skip: alarm.skippedKey = try keyToSkip(alarm)
    case .unskip:
      if alarm.skippedKey == nil { notes.append("The alarm was not going to be skipped.") }
      alarm.skippedKey = nil
    case .remove:
      let shown = view(of: alarm)
      try remove(alarm, at: index)
      return AlarmSaved(alarm: shown, notes: notes)
    }
    return try save(alarm, notes: notes)
  }

  /// A one-off of a time of day that has passed rings the next time it is that late.
  private func enable(_ alarm: inout Alarm) -> [String] {
    alarm.isEnabled = true
    guard case .once(let local) = alarm.recurrence, zone.resolve(local).instant <= time.now,
      !openKeys(of: alarm.id).contains(.local(local))
    else { return [] }
    alarm.recurrence = .once(reading.next(local.time))
    return ["\(local.date) has passed: it is set for the next \(local.time)."]
  }

  private func keyToSkip(_ alarm: Alarm) throws(ControlError) -> Occurrence.Key {
    guard let armed = scheduler.armedOccurrence(of: alarm.id) else {
      throw ControlError(
        .nothingFound, "there is no next ring to skip", why: "the alarm is disabled, or has rung for the last time",
        fix: "enable it first: `rouse alarm enable \(alarm.id)`")
    }
    return armed.occurrence.key
  }

  private func remove(_ alarm: Alarm, at index: Int) throws(ControlError) {
    let ringing = ringingKeys(of: alarm.id)
    try commit("the removal") { store throws(StorageError) in
      try store.removeAlarm(alarm.id)
      try store.disarm(alarm.id, except: ringing)
    }
    scheduler.disarm(alarm.id)
    setWaiting([], of: alarm.id)
    alarms.remove(at: index)
    keepRecordOfRings(of: alarm.id)
    events.append(.alarmRemoved, alarmID: alarm.id, label: alarm.label)
  }

  /// Stores an alarm and arms it; nothing has happened when this throws.
  private func save(_ alarm: Alarm, notes: [String] = []) throws(ControlError) -> AlarmSaved {
    if alarm.isEnabled { try checkThatItCanEnd(alarm) }
    let armed = arming(alarm)
    let waiting = stillWaiting(of: alarm, settings)
    // A one-off that rings has no next time, and is disabled when its ring ends.
    if alarm.isEnabled, armed == nil, waiting.isEmpty, ringingKeys(of: alarm.id).isEmpty {
      throw ControlError(
        .usage, "the alarm would never ring", why: "its time has passed",
        fix: "give it a time to come: `rouse alarm edit \(alarm.id) --time 07:30`")
    }
    let ringing = ringingKeys(of: alarm.id)
    try commit("the alarm") { store throws(StorageError) in
      try store.save(alarm)
      try store.disarm(alarm.id, except: ringing)
      if let armed { try store.arm(armed) }
      for armed in waiting { try store.arm(armed, isWaiting: true) }
    }
    setWaiting(waiting, of: alarm.id)
    if let index = alarms.firstIndex(where: { $0.id == alarm.id }) {
      alarms[index] = alarm
    } else {
      alarms.append(alarm)
    }
    if let armed {
      // It came due while it was being stored: the change is for the occurrence after it.
      guard scheduler.arm(armed) else { return try save(alarm, notes: notes) }
    } else {
      scheduler.disarm(alarm.id)
    }
    keepRecordOfRings(of: alarm.id)
    if let armed {
      events.append(
        .scheduled, of: armed.plan,
        detail: RFC3339.format(armed.due, in: zone) + (armed.isSkipped ? " (to be skipped)" : ""))
    } else {
      events.append(.alarmChanged, alarmID: alarm.id, label: alarm.label, detail: "disabled")
    }
    return AlarmSaved(
      alarm: view(of: alarm),
      notes: notes + notesOnSilence(of: alarm) + notesOnLowVolume(of: alarm))
  }

  /// What somebody who has turned things off may not have thought of.
  private func notesOnSilence(of alarm: Alarm) -> [String] {
    let plan = settings.plan(for: alarm)
    var notes: [String] = []
    if alarm.overrides.flashes == true, !plan.flashes {
      notes.append(
        "It does not flash: the setting `flash` is off, for all alarms. To allow it: `rouse settings set flash on`")
    }
    if !plan.flashes, plan.wakesByLightAndVibration { notes.append("It has \(Self.riskOfSteadyLight)") }
    if !plan.isNoticedWithoutBuzzer { notes.append("Sound and vibration are off: the buzzer rings at once.") }
    if plan.speaks, plan.volume == 0 { notes.append("It says nothing, as it has no sound to say it over.") }
    return notes
  }

  /// After a setting changed by which light and vibration may be all that wakes.
  func notesOnSteadyLight() -> [String] {
    let names = alarms.filter { $0.isEnabled && settings.plan(for: $0).wakesByLightAndVibration }.map(\.name)
    guard !settings.flashes, !names.isEmpty else { return [] }
    let more = names.count > Self.mostNamed ? " and \(names.count - Self.mostNamed) more" : ""
    let subject = names.prefix(Self.mostNamed).joined(separator: ", ") + more
    return ["\(subject) \(names.count == 1 ? "has" : "have") \(Self.riskOfSteadyLight)"]
  }

  private static let mostNamed = 10
  private static let riskOfSteadyLight =
    "no sound, so light and vibration are all that wakes before the buzzer, and steady light is easier to sleep "
    + "through. To add a sound: `rouse alarm edit ALARM --sound tone --volume 60`"

  /// An alarm that nobody could stop is not enabled.
  private func checkThatItCanEnd(_ alarm: Alarm) throws(ControlError) {
    guard !cards.contains(where: alarm.isAnswered) else { return }
    let named = alarm.cards.isEmpty ? "no card is enrolled" : "none of its cards is enrolled"
    throw ControlError(
      .nothingFound, "the alarm cannot be enabled: \(named)",
      why: "only a card ends a ring, so it could not be stopped; nothing was changed",
      fix:
        "make one (`rouse card new NAME --output card.png`, print it, `rouse card test`), or enroll any QR code: `rouse card add NAME`"
    )
  }

  /// A ring that began while its alarm was being changed keeps its record.
  private func keepRecordOfRings(of alarmID: String) {
    if !scheduler.ringingKeys(of: alarmID).isEmpty { passed([alarmID]) }
  }

  private func ringingNotes(_ alarm: Alarm) -> [String] {
    scheduler.ringingKeys(of: alarm.id).isEmpty ? [] : ["Alarm is ringing, changes will apply next time"]
  }

  func index(of name: String) throws(ControlError) -> Int {
    try Names.find(
      name, what: "alarm", ids: alarms.map(\.id), names: alarms.map(\.label), listCommand: "rouse alarm list")
  }

  private var reading: AlarmReading {
    AlarmReading(now: time.now, zone: zone, cards: cards, knownSounds: knownSounds, fitting: fitting)
  }
}
