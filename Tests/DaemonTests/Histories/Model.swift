import AlarmClock
import Control

/// What has to become of every occurrence: a slow book-keeper, written from the rules below and not from the product.
///
/// 1. An alarm's next occurrence is the earliest one to come by the clock there is that neither has an outcome nor
///    rings. One that repeats has one on each date that its rule names (rule 9, in `Model+Rules`), none on a date that the
///    zone skips; it passes without a ring (skipped) where somebody asked for that, and on a day off (rule 10).
/// 2. When its moment comes it rings, or is skipped. When the clock jumps over it, it rings late by less than catch-up
///    (never less than 30 s), else it is missed. A jump passes the next occurrence and all later ones of the seven days
///    before the new time; what lies further back gets no outcome.
/// 3. Time without power counts as such a jump. If the clock is not trusted then, what seems to be too late to ring, and
///    what seems to have given up meanwhile, waits for trust, a minute at most; what turns out to be still to come is
///    armed again, if its alarm still wants it.
/// 4. A card ends every ring that it answers; else a ring gives up. What rang when the power went rings on for the rest of
///    its time, by when it began, as the clock of the last step tells it. Where the clock of then was ahead, it begins now.
/// 5. An outcome of a ring that began, or of an occurrence that passed, under an untrusted clock is forgotten once the
///    clock says that the occurrence is still to come: it rings then (a one-off's alarm is enabled again, and a skip is
///    used up: in doubt twice rather than never). Trusted outcomes stay. A card that ended such a ring counts for good once
///    a trusted clock, without a power cut since, says that it was shown five minutes before the due time or later; also
///    where the occurrence is armed again meanwhile.
/// 6. A zone in which the next occurrence, and others after it, have passed makes them due at once, as late as they are
///    there, where that is less than catch-up and they are not to be skipped. Else they wait (in `Model+Zone`).
/// 7. Editing, disabling or removing an alarm forgets what it had armed, and nothing that rings. An alarm is disabled by the
///    end of its last occurrence: of the only one, or of the last date that its rule has, where no other is to come by the
///    clock there is. Once a trusted clock says that this last date is still to come, and others without an outcome, it is
///    enabled again. Nothing that could not ring is saved.
/// 8. What was done last can be taken back (in `Model+Undoing`).
/// 9. to 13. are those of rules with dates, days off, exceptions (in `Model+DaysOff`), locks (in `Model+Locks`) and imports (in
///    `Model+Importing`).
/// 14. When people change an alarm that had passed, and another one that can still ring has its label, its label gets the
///    next free number, from 2 on. So does the label of one that an import brings, or that becomes theirs under another
///    label or after it had passed, if it can still ring. What an import brings does not take each other's label either;
///    the first in the book keeps it.
/// 15. is that of one-time alarms that have rung (in `Model+Spent`).
/// 16. is that of a daemon on a mock clock (in `Model+Looks`).
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
    /// Which card answers it.
    var card = 0
    /// What somebody wants of one date.
    var wanted: [LocalDate: Wanted] = [:]
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
    /// On the clock that does not step.
    var start: Duration
    var began: Instant
    var isTrusted: Bool
  }
  struct Ended {
    var word: String
    var isTrusted: Bool
    /// The zone had changed within a day.
    var isInDoubt: Bool
    var due: Instant
    var recurrence: Recurrence
    var at: Instant
  }

  let wall: WallClock
  let human: Human
  let room: (atOnce: Int, inAll: Int)
  var now: Instant
  /// How far the clock is ahead of the truth.
  var error: Duration = .zero
  var monotonic: Duration = .zero
  var isTrusted: Bool { trustedSince != nil }
  /// Since when it is trusted and was not set, by the clock of then.
  var trustedSince: Instant?
  /// Rule 15: when each alarm was changed, by the clock of then.
  var touched: [Int: [Instant]] = [:]
  /// Rule 15: when the clock leapt, and when somebody last looked whether it had.
  var leap: Instant?
  var looked: (now: Instant, monotonic: Duration)?
  /// Rule 16 (in `Model+Looks`); `nil` in one process.
  var looks: Looks?
  var zone: Int
  /// When the zone has stood for a day; nil: it has.
  var settling: Settling?
  /// What a change of the zone has passed over.
  var passedOver: [Name: Open] = [:]
  /// How often the power was cut, and when the last time, on the clock that does not step.
  var boots = (count: 0, last: Duration.zero)
  var off = DaysOff()
  var alarms: [Int: Person] = [:]
  /// Their numbers in the order in which they came into the book.
  var order: [Int] = []
  var created = 0
  /// How many copies of theirs imports have put beside mine.
  var copied = 0
  var ringing: [Name: Open] = [:]
  var waiting: [Name: Open] = [:]
  var ended: [Name: Ended] = [:]
  /// When cards ended rings that began under an untrusted clock, since the last power cut; until that is decided on.
  var earlierCards: [Name: Duration] = [:]
  /// When somebody shows which card.
  var answers: [(at: Duration, card: Int)] = []
  /// When what waits for trust is decided on without.
  var decision: Duration?
  /// What somebody has done last (rule 8, in `Model+Undoing`).
  var deed: Deed?
  /// How many rings have begun.
  var begun = 0

  init(_ history: History, wall: WallClock) {
    (self.wall, human, room, now, zone) = (wall, history.human, history.room, history.start, history.zone)
    trustedSince = now
  }

  // MARK: Rules 2 and 4

  static let week: Duration = .seconds(7 * 86_400)

  /// What came due by now.
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

  /// Whether its last date was reached by a clock ahead of its time, and it was disabled by that.
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

  /// What is still to come is armed again; its alarm has the earliest. Returns whose it was.
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
