import AlarmClock
import Control

/// How alarms are shown.
extension Ledger {
  var storageView: StorageView {
    let notices = [
      folder.recovery.map { "\($0.text(in: zone)). Seen? `rouse acknowledge` takes this away." },
      backupError.map { "no backup could be made: \($0)" }, folder.store.isLogAstray ? StateFolder.lostLog : nil,
      folder.textOfFlaws,
    ].compactMap(\.self)
    return StorageView(
      folder: folder.path, writable: folder.isWritable && folder.displacement == nil && storageError == nil,
      error: storageError?.description ?? folder.problem ?? folder.displacement,
      notice: notices.isEmpty ? nil : notices.joined(separator: "; "), unstored: unrecorded.count)
  }

  var alarmViews: [AlarmView] {
    let now = time.now
    let ringing = Set(scheduler.ringing.map(\.plan.alarmID))
    let zone = zone
    return alarms.map { view(of: $0, now: now, zone: zone, isRinging: ringing.contains($0.id)) }
  }

  func alarmView(_ name: String) throws(ControlError) -> AlarmView { view(of: alarms[try index(of: name)]) }

  /// What it would ring with.
  func plan(of name: String) throws(ControlError) -> RingPlan { settings.plan(for: alarms[try index(of: name)]) }

  func view(of alarm: Alarm) -> AlarmView {
    view(of: alarm, now: time.now, zone: zone, isRinging: !scheduler.ringingKeys(of: alarm.id).isEmpty)
  }

  private func view(of alarm: Alarm, now: Instant, zone: ZoneRules, isRinging: Bool) -> AlarmView {
    let (word, local, days): (String, LocalDateTime?, Weekdays?) =
      switch alarm.recurrence {
      case .once(let local): ("once", local, nil)
      case .weekly(let days, _): ("weekly", nil, days)
      case .instant(let instant): ("relative", zone.local(instant), nil)
      }
    let time: LocalTime? = if case .weekly(_, let time) = alarm.recurrence { time } else { local?.time }
    let playsInstead = soundInPlace(of: alarm.overrides.sound ?? settings.sound)
    return AlarmView(
      AlarmView.Facts(
        id: alarm.id, label: alarm.label, recurrence: word, time: time?.description ?? "",
        date: local?.date.description, days: days, enabled: alarm.isEnabled, skipNext: alarm.skippedKey != nil,
        ringing: isRinging, next: nextRing(of: alarm, now: now, zone: zone), playsInstead: playsInstead,
        ladder: settings.plan(for: alarm).ladder.map { RungView($0, playsInstead: playsInstead) },
        locked: scheduler.isLocked(alarm.id, at: now),
        inherited: SettingKey.ofAlarms.filter { alarm.overrides.text(of: $0) == nil }.map(\.fieldName),
        cards: alarm.cards.map { id in cards.first { $0.id == id }?.name ?? "\(id) (removed)" }),
      SettingValues(settings.complete(alarm.overrides)))
  }

  /// The next occurrence that will be heard.
  private func nextRing(of alarm: Alarm, now: Instant, zone: ZoneRules) -> OccurrenceView? {
    nextHeard(of: alarm, in: zone).map { occurrenceView($0, of: alarm, now: now, zone: zone) }
  }

  /// The coming occurrences of all enabled alarms after a moment, those to be skipped included.
  func occurrences(count: Int, from text: String?) throws(ControlError) -> [OccurrenceView] {
    let now = time.now
    let zone = zone
    guard (1...1000).contains(count) else {
      throw ControlError(
        InvalidValue(
          field: "--count", value: "\(count)", reason: "it has to be from 1 to 1000",
          remedy: "give a number in that range"))
    }
    var from = now
    if let text {
      do { from = try MomentText.parse(text, now: now, zone: zone) } catch { throw ControlError(error) }
    }
    var coming: [(alarm: Alarm, occurrence: Occurrence)] = []
    for alarm in alarms {
      // Before its armed occurrence an alarm has none: those have ended.
      guard let armed = scheduler.armedOccurrence(of: alarm.id) else { continue }
      var after = max(from, armed.due - .nanoseconds(1))
      for _ in 0..<count {
        guard let occurrence = alarm.recurrence.next(after: after, in: zone) else { break }
        coming.append((alarm, occurrence))
        after = occurrence.due
      }
    }
    coming.sort { ($0.occurrence.due, $0.alarm.id) < ($1.occurrence.due, $1.alarm.id) }
    return coming.prefix(count).map { occurrenceView($0.occurrence, of: $0.alarm, now: now, zone: zone) }
  }

  func occurrenceView(_ occurrence: Occurrence, of alarm: Alarm, now: Instant, zone: ZoneRules)
    -> OccurrenceView
  {
    var special: [String] = []
    if occurrence.adjustment != .none { special.append(occurrence.adjustment.rawValue) }
    if alarm.skippedKey == occurrence.key {
      special.append("skipped")
    } else if alarm.recurrence.isPaused(occurrence, until: settings.pausedUntil) {
      special.append("paused")
    }
    return OccurrenceView(
      alarmId: alarm.id, label: alarm.label, time: RFC3339.format(occurrence.due, in: zone),
      inSeconds: (occurrence.due - now).wholeSeconds, special: special)
  }

  /// The occurrence that rings next, of all alarms.
  var nextRing: OccurrenceView? {
    let now = time.now
    let zone = zone
    var first: (alarm: Alarm, occurrence: Occurrence)?
    for armed in scheduler.upcoming {
      if let first, first.occurrence.due <= armed.due { break }
      guard let alarm = alarms.first(where: { $0.id == armed.plan.alarmID }),
        let heard = nextHeard(of: alarm, in: zone), heard.due < first?.occurrence.due ?? .max
      else { continue }
      first = (alarm, heard)
    }
    return first.map { occurrenceView($0.occurrence, of: $0.alarm, now: now, zone: zone) }
  }
}

extension Duration {
  /// Rounded to the nearest second.
  var wholeSeconds: Int {
    let half: Duration = .milliseconds(500)
    return Int((self < .zero ? self - half : self + half).components.seconds)
  }
}
