import AlarmClock

/// Predicts the outcome of every occurrence: a slow model, written from the rules below and not from the product.
/// Test names and failure messages call it the book.
///
/// 1. An alarm's next occurrence is the earliest one still to come by the current clock that has no outcome and does
///    not ring. A repeating alarm has one on each date that its rule names (rule 9, in `Model+Rules`), but none on a
///    date that the zone skips. It passes without a ring (skipped) if the user asked for that, and on a day off (rule
///    10).
/// 2. At its due time it rings or is skipped. If the clock jumps over it, it rings if it is late by less than catch-up
///    (at least 30 s); otherwise it is missed. A jump passes the next occurrence, and all later ones in the seven days
///    before the new time; any others before that get no outcome.
/// 3. Time without power counts as such a jump. If the clock is untrusted after it, occurrences that seem too late to
///    ring, and rings that seem to have given up, wait for trust for at most a minute. Those that turn out to be still
///    to come are armed again if their alarm still wants them.
/// 4. A card ends every ring that it answers; otherwise a ring gives up. A ring that a power cut interrupted continues
///    for the rest of its time, counted from its beginning as corrected by the last clock step. If the clock was ahead
///    then, the ring begins now.
/// 5. The outcome of a ring that began, or of an occurrence that passed, under an untrusted clock is forgotten once the
///    clock shows that the occurrence is still to come. It rings then: a one-off alarm is enabled again, and a skip is
///    used up, because ringing twice is better than not at all. Trusted outcomes stay. A card that ended such a ring
///    counts for good once a trusted clock, with no power cut since, shows that it was shown no earlier than five
///    minutes before the due time, even if the occurrence has been armed again.
/// 6. If a new zone puts the next occurrence and later ones in the past, those that are late by less than catch-up and
///    not skipped are due at once, with their lateness in that zone. The others wait (in `Model+Rules`).
/// 7. Editing, disabling or removing an alarm drops its armed occurrence but not its rings. The end of its last
///    occurrence disables an alarm: the only one of a one-off, or the one on the last date of its rule if no other is
///    still to come by the current clock. Once a trusted clock shows that this last date is still to come, and others
///    without an outcome too, the alarm is enabled again. An enabled alarm that could not ring is not saved.
/// 8. The last change can be undone (in `Model+Undoing`).
/// 9. to 13. cover rules with dates (in `Model+Rules`), days off and exceptions (in `Model+DaysOff`), locks (in
///    `Model+Undoing`) and imports (in `Model+Importing`).
/// 14. When people change an alarm whose time had passed, and another alarm that can still ring has its label, its
///     label gets the next free number, from 2 on. The same goes for an alarm that can still ring and that an import
///     adds, or replaces under another label or after its time had passed. Imported alarms do not share a label with
///     each other either: the first in the book keeps it.
/// 15. covers one-time alarms that have rung (in `Model+Undoing`).
/// 16. covers a daemon on a mock clock (in `Model+Undoing`).
struct Model {
  struct Name: Hashable {
    var number: Int
    var key: Occurrence.Key
  }
  struct Person {
    var recurrence: Recurrence
    var isEnabled = true
    var skipped: Occurrence.Key?
    var catchUp: Int
    var silenceAfter: Int
    var lock = 0
    var group = ""
    var ringsOnHolidays = false
    var label = ""
    var card = 0
    /// Exceptions that the user asked for.
    var wanted: [LocalDate: AlarmDays.Exception] = [:]
    var armed: (key: Occurrence.Key, open: Open)?
  }
  struct Open {
    var due: Instant
    var isSkipped: Bool
    var recurrence: Recurrence
    var catchUp: Duration
    var silenceAfter: Duration
    var lock: Duration
    var card: Int
    var ring: Ring?
  }
  struct Ring {
    var start: Duration
    var began: Instant
    var isTrusted: Bool
  }
  struct Ended {
    var word: String
    var isTrusted: Bool
    /// Whether the zone had changed within a day before.
    var isInDoubt: Bool
    var due: Instant
    var recurrence: Recurrence
    var at: Instant
  }

  let wall: WallClock
  let human: Human
  let room: (atOnce: Int, inAll: Int)
  var now: Instant
  /// How far the clock is ahead of the true time.
  var error: Duration = .zero
  var monotonic: Duration = .zero
  var isTrusted: Bool { trustedSince != nil }
  /// The time from which the clock has been trusted and not set, by the time of day then; `nil` if it is untrusted.
  var trustedSince: Instant?
  /// Rule 15: when each alarm was changed, by the time of day then.
  var touched: [Int: [Instant]] = [:]
  /// Rule 15: when the clock last jumped forward by over a week, and the last check for that.
  var leap: Instant?
  var looked: (now: Instant, monotonic: Duration)?
  /// Rule 16 (in `Model+Undoing`); `nil` in one process.
  var looks: Looks?
  var zone: Int
  /// When the zone has been the same for a day; `nil` if it has been already.
  var settling: Settling?
  var passedOver: [Name: Open] = [:]
  /// The number of power cuts, and the monotonic time of the last one.
  var boots = (count: 0, last: Duration.zero)
  var off = DaysOff()
  var alarms: [Int: Person] = [:]
  /// Alarm numbers in the order in which they were added to the book.
  var order: [Int] = []
  var created = 0
  /// The number of copies of theirs that imports have put beside mine.
  var copied = 0
  var ringing: [Name: Open] = [:]
  var waiting: [Name: Open] = [:]
  var ended: [Name: Ended] = [:]
  /// When cards ended rings that began under an untrusted clock, since the last power cut, until rule 5 is decided.
  var earlierCards: [Name: Duration] = [:]
  var answers: [(at: Duration, card: Int)] = []
  /// When occurrences that wait for trust are decided without it.
  var decision: Duration?
  /// The user's last change (rule 8, in `Model+Undoing`).
  var deed: Deed?
  var begun = 0

  init(_ history: History, wall: WallClock) {
    (self.wall, human, room, now, zone) = (wall, history.human, history.room, history.start, history.zone)
    trustedSince = now
  }

  // MARK: Rules 2 and 4

  static let week: Duration = .seconds(7 * 86_400)

  /// Rings or skips all occurrences that are due by now.
  mutating func take() {
    for number in alarms.keys.sorted() {
      guard let alarm = alarms[number], let armed = alarm.armed, armed.open.due <= now else { continue }
      alarms[number]?.armed = nil
      let later = free(number, after: max(armed.open.due, now - Self.week), through: now)
        .filter { $0.key != armed.key }.compactMap { open(number, $0) }
      for (key, open) in [armed] + later {
        let name = Name(number: number, key: key)
        if open.isSkipped {
          end(name, open, "skipped", isTrusted: isTrusted, at: open.due)
        } else {
          endPassedOver(of: number)
          begin(name, open)
        }
      }
      arm(number)
    }
  }

  mutating func begin(_ name: Name, _ open: Open) {
    var open = open
    if let ring = open.ring {
      guard now < ring.began + open.silenceAfter else {
        return end(name, open, "missed", isTrusted: ring.isTrusted)
      }
      let began = min(ring.began, now)
      open.ring?.start = monotonic + (began - now)
      open.ring?.began = began
    } else {
      let late = max(.zero, now - open.due)
      guard now - open.due < max(open.catchUp, .seconds(30)) else {
        return end(name, open, "missed_unrung", isTrusted: isTrusted)
      }
      let already = late < .seconds(5) ? late : .zero
      open.ring = Ring(start: monotonic - already, began: now - already, isTrusted: isTrusted)
      begun += 1
    }
    waiting[name] = nil
    ringing[name] = open
    if let delay = human.delay(name.number, name.key) {
      answers.append((monotonic + delay, open.card))
    }
  }

  mutating func end(_ name: Name, _ open: Open, _ word: String, isTrusted: Bool, at: Instant? = nil) {
    ringing[name] = nil
    waiting[name] = nil
    passedOver[name] = nil
    let outcome = Ended(
      word: word, isTrusted: isTrusted, isInDoubt: zoneLeft > .zero, due: open.due, recurrence: open.recurrence,
      at: at ?? now)
    if ended[name] == nil {
      ended[name] = outcome
      if word == "dismissed", !isTrusted {
        earlierCards[name] = monotonic
        if self.isTrusted { settleEarlierCards() }
      }
    }
    if alarms[name.number]?.skipped == name.key { alarms[name.number]?.skipped = nil }
    if alarms[name.number]?.recurrence == open.recurrence, isLast(name.key, of: open.recurrence),
      free(name.number, after: now, through: nil).isEmpty
    {
      alarms[name.number]?.isEnabled = false
    }
    if isToCome(name, outcome) { clockChanged() }
  }

  // MARK: Rules 3, 5 and 6

  mutating func clockChanged() {
    renewZone()
    if isTrusted { settleEarlierCards() }
    for (name, outcome) in ended where isToCome(name, outcome) {
      ended[name] = nil
      if outcome.word == "dismissed" { touched[name.number, default: []].append(now) }
      if isLast(name.key, of: outcome.recurrence), alarms[name.number]?.recurrence == outcome.recurrence {
        alarms[name.number]?.isEnabled = true
      }
    }
    for number in alarms.keys where isTrusted && hasMoreToCome(number) { alarms[number]?.isEnabled = true }
    for (number, alarm) in alarms where alarm.isEnabled { followZone(number) }
    take()
    settleZone()
  }

  private mutating func settleEarlierCards() {
    for (name, shown) in earlierCards where now - (monotonic - shown) >= due(name.key) - .seconds(300) {
      if let outcome = ended[name] {
        if outcome.word == "dismissed" { ended[name]?.isTrusted = true }
      } else if let armed = alarms[name.number]?.armed, armed.key == name.key {
        alarms[name.number]?.armed = nil
        touched[name.number, default: []].append(now)
        end(name, armed.open, "dismissed", isTrusted: true, at: now - (monotonic - shown))
      }
    }
    earlierCards = [:]
  }

  /// Returns whether a clock that was ahead reached the last date of an alarm and so disabled it.
  private func hasMoreToCome(_ number: Int) -> Bool {
    guard let alarm = alarms[number], !alarm.isEnabled, !alarm.recurrence.isOneOff else { return false }
    let recurrence = alarm.recurrence
    let last = ended.keys.contains { name in
      name.number == number && alarm.has(name.key)
        && isLast(name.key, of: recurrence) && isToCome(name.key, of: recurrence)
    }
    return last && !free(number, after: now, through: nil).isEmpty
  }

  mutating func decideLate() {
    decision = nil
    let undecided = waiting.map { (name: $0, open: following($0.key, $1)) }
    for number in comeBack(undecided) { followZone(number) }
    for (name, open) in undecided.sorted(by: { $0.open.due < $1.open.due }) where waiting[name] != nil {
      begin(name, open)
    }
    take()
    attend()
  }

  /// Arms the occurrences that are still to come again, the earliest per alarm. Returns the numbers of their alarms.
  @discardableResult
  mutating func comeBack(_ undecided: [(name: Name, open: Open)]) -> Set<Int> {
    var numbers: Set<Int> = []
    for (name, open) in undecided where open.due > now && open.ring == nil {
      waiting[name] = nil
      guard let alarm = alarms[name.number], alarm.isEnabled else { continue }
      numbers.insert(name.number)
      guard alarm.recurrence == open.recurrence, open.due < alarm.armed?.open.due ?? .max else { continue }
      alarms[name.number]?.armed = (name.key, open)
    }
    return numbers
  }
}
