import AlarmClock
import Control
import Machine

/// Views of alarms, as the book, the schedule and the clock are at the moment.
struct AlarmViews: Sendable {
  let inForce: BookInForce
  let scheduler: Scheduler
  let sounds: SoundUse
  let fitting: Fitting
  let time: any TimeSource
  private let heardNext = HeardNext()

  private var zone: ZoneRules { scheduler.zone }

  var all: [AlarmView] {
    let ringing = Set(scheduler.ringing.map(\.plan.alarmID))
    let look = Look(self)
    // Most alarms of a household have the same values.
    var shown: [RingOverrides: ShownValues] = [:]
    return look.book.alarms.map { alarm in
      let values = shown[alarm.overrides] ?? shownValues(of: alarm, look)
      shown[alarm.overrides] = values
      return view(of: alarm, values, look, isRinging: ringing.contains(alarm.id))
    }
  }

  func view(of name: String) throws(ControlError) -> AlarmView {
    view(of: try inForce.book.alarm(named: name, at: time.now, in: zone))
  }

  func plan(of name: String) throws(ControlError) -> RingPlan {
    let book = inForce.book
    return book.settings.plan(for: try book.alarm(named: name, at: time.now, in: zone))
  }

  func view(of alarm: Alarm) -> AlarmView {
    let look = Look(self)
    return view(
      of: alarm, shownValues(of: alarm, look), look, isRinging: !scheduler.ringingKeys(of: alarm.id).isEmpty)
  }

  var locked: [Alarm] {
    let look = Look(self)
    return look.book.alarms.filter { scheduler.isLocked($0.id, at: look.now) }
  }

  /// Returns a note that names the alarms a change has just locked.
  func note(lockedBefore before: [Alarm]) -> [String] {
    let ids = Set(before.map(\.id))
    let names = locked.filter { !ids.contains($0.id) }.map(\.name)
    return names.isEmpty ? [] : ["Locked now, until they have rung: \(names.firstTen)."]
  }

  /// The next ring and the cards that end it, or without a ring all cards that can end one.
  var nextToAnswer: (ring: AlarmBook.NextRing?, cards: [Card]) {
    let look = Look(self)
    guard let next = nextRing(look) else { return (nil, look.book.dismissCards) }
    return (next, look.book.dismissCards.filter(next.alarm.isAnswered))
  }

  /// A snapshot that several views share.
  struct Look {
    let book: AlarmBook
    let now: Instant
    let zone: ZoneRules
    let daysOff: DaysOff
    var today: LocalDate { zone.local(now).date }

    init(_ views: AlarmViews) {
      (book, now, zone) = (views.inForce.book, views.time.now, views.zone)
      daysOff = book.daysOff
    }
  }

  /// The values that an alarm rings with. They depend only on its own overrides and the settings.
  private struct ShownValues {
    let values: SettingValues
    let ladder: [RungView]
    let inherited: [String]
    let playsInstead: String?
  }

  private func shownValues(of alarm: Alarm, _ look: Look) -> ShownValues {
    let (own, settings) = (alarm.overrides, look.book.settings)
    let playsInstead = sounds.inPlace(of: own.sound ?? settings.sound)
    return ShownValues(
      values: SettingValues(settings.complete(own)),
      ladder: settings.plan(for: alarm).ladder(on: fitting.ringDevices, hasLight: fitting.hasLight).map {
        RungView($0, playsInstead: playsInstead, shelf: sounds.shelf)
      },
      inherited: SettingKey.ofAlarms.filter { own.text(of: $0) == nil }.map(\.fieldName), playsInstead: playsInstead)
  }

  private func view(of alarm: Alarm, _ shown: ShownValues, _ look: Look, isRinging: Bool) -> AlarmView {
    var facts = AlarmView.Facts(alarm, look.book.cards, today: look.today, in: look.zone)
    if let skipped = skipped(alarm, look) {
      facts.skipNext = true
      facts.skipped = RFC3339.format(skipped.occurrence.due, in: look.zone)
      facts.skipReason = skipped.reason.words
    }
    facts.ringing = isRinging
    facts.next = nextHeard(of: alarm, look).map { view(of: $0, of: alarm, look) }
    facts.playsInstead = shown.playsInstead
    facts.ladder = shown.ladder
    facts.locked = scheduler.isLocked(alarm.id, at: look.now)
    facts.inherited = shown.inherited
    return AlarmView(facts, shown.values)
  }

  func nextHeard(of alarm: Alarm, _ look: Look) -> Occurrence? {
    heardNext.next(of: alarm, armed: scheduler.armedOccurrence(of: alarm.id), in: look.book, look.zone)
  }

  /// Returns the coming occurrences of all enabled alarms from a moment on, including those to be skipped.
  func occurrences(count: Int, from text: String?) throws(ControlError) -> [OccurrenceView] {
    let look = Look(self)
    let (now, zone) = (look.now, look.zone)
    guard (1...1000).contains(count) else {
      throw ControlError(
        field: "--count", value: "\(count)", reason: "it has to be from 1 to 1000",
        remedy: "give a number in that range")
    }
    let from = if let text { try valid(MomentText.parse(text, now: now, zone: zone)) } else { now }
    var coming: [(alarm: Alarm, occurrence: Occurrence)] = []
    for alarm in look.book.alarms {
      // Occurrences before the armed one have ended.
      guard let armed = scheduler.armedOccurrence(of: alarm.id) else { continue }
      var after = max(from, armed.due) - .nanoseconds(1)
      for _ in 0..<count {
        guard let occurrence = alarm.next(after: after, in: zone) else { break }
        coming.append((alarm, occurrence))
        after = occurrence.due
      }
    }
    coming.sort { ($0.occurrence.due, $0.alarm.id) < ($1.occurrence.due, $1.alarm.id) }
    return coming.prefix(count).map { view(of: $0.occurrence, of: $0.alarm, look) }
  }

  func view(of occurrence: Occurrence, of alarm: Alarm, _ look: Look) -> OccurrenceView {
    OccurrenceView(occurrence, of: alarm, look.daysOff, now: look.now, in: look.zone)
  }

  var next: OccurrenceView? {
    let look = Look(self)
    return nextRing(look).map { view(of: $0.occurrence, of: $0.alarm, look) }
  }

  private func nextRing(_ look: Look) -> AlarmBook.NextRing? {
    var first: AlarmBook.NextRing?
    for armed in scheduler.upcoming {
      if let first, first.occurrence.due <= armed.due { break }
      guard let alarm = look.book.alarm(armed.plan.alarmID), let heard = nextHeard(of: alarm, look),
        heard.due < first?.occurrence.due ?? .max
      else { continue }
      first = AlarmBook.NextRing(alarm: alarm, occurrence: heard)
    }
    return first
  }
}
