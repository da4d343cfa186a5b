import AlarmClock

@testable import Daemon
@testable import Storage

/// Renders the state of the product and of the model as lines, so that differences are easy to read.
enum Comparison {
  /// - Parameter isWhole: includes all occurrences that have ended.
  static func lines(_ world: World, isWhole: Bool = true) throws -> Set<String> {
    let numbers = world.numbers
    var lines = try rows(world.bench.state.store, numbers, isWhole: isWhole)
    for armed in world.scheduler.upcoming {
      lines.insert(
        self.armed(numbers[armed.plan.alarmID] ?? -1, armed.occurrence.key, armed.due, isSkipped: armed.isSkipped))
    }
    for ring in world.ringer.current {
      lines.insert("rings: \(numbers[ring.plan.alarmID] ?? -1) \(ring.armed.occurrence.key)")
    }
    let book = world.ledger.assumeIsolated { $0.book }
    lines.formUnion(self.book(book, numbers))
    for alarm in book.alarms {
      let armed = world.scheduler.armedOccurrence(of: alarm.id)
      if let heard = book.nextHeard(of: alarm, armed: armed, in: world.scheduler.zone) {
        lines.insert("heard: \(numbers[alarm.id] ?? -1) \(heard.key)")
      }
    }
    return lines
  }

  /// Returns the lines of a daemon's store, without exceptions and pauses before `oldest`.
  static func lines(_ store: Store, _ numbers: [String: Int], since oldest: LocalDate) throws -> Set<String> {
    try rows(store, numbers, isWhole: true).union(book(store.book(), numbers, since: oldest))
  }

  /// Returns what only one of both has: the product (`found`) or the model.
  static func differences(of found: Set<String>, from wanted: Set<String>) -> [String] {
    found.subtracting(wanted).sorted().map { "has  \($0)" } + wanted.subtracting(found).sorted().map { "book \($0)" }
  }

  /// Returns those lines of the model that a daemon stores.
  static func stored(_ model: Model, since oldest: LocalDate) -> Set<String> {
    lines(model, since: oldest).filter { line in
      !["armed: ", "rings: ", "heard: "].contains { line.hasPrefix($0) }
    }
  }

  private static func rows(_ store: Store, _ numbers: [String: Int], isWhole: Bool) throws -> Set<String> {
    let lines = try store.database.run(
      "SELECT alarm_id, key, due, skipped, outcome, trusted, began, zone_doubt FROM rings"
        + (isWhole ? "" : " WHERE outcome IS NULL")
    ) { row in
      let (number, key, isInDoubt) = (numbers[row.text(0)] ?? -1, row.text(1), row.integer(7) != 0)
      if let outcome = row.optionalText(4) {
        return ended(number, key, outcome, isTrusted: row.integer(5) != 0, isInDoubt: isInDoubt)
      }
      return open(
        number, key, row.integer(2), isSkipped: row.integer(3) != 0, hasBegun: row.optionalInteger(6) != nil,
        isWaiting: isInDoubt)
    }
    return Set(lines)
  }

  private static func book(_ book: AlarmBook, _ numbers: [String: Int], since oldest: LocalDate? = nil) -> Set<String> {
    var lines: Set<String> = []
    for alarm in book.alarms {
      lines.insert(
        self.alarm(
          numbers[alarm.id] ?? -1, alarm.label, cards: alarm.cards, alarm.isEnabled, alarm.skippedKey,
          alarm.recurrence, dates: alarm.days.exceptions.filter { isRecent($0.key, oldest) }))
    }
    lines.insert(
      daysOff(
        book.pauses.filter { isRecent($0.until, oldest) }.count,
        book.holidays.calendars.map(\.days.count)))
    return lines
  }

  private static func isRecent(_ date: LocalDate, _ oldest: LocalDate?) -> Bool { oldest.map { $0 <= date } ?? true }

  static func lines(_ model: Model, isWhole: Bool = true, since oldest: LocalDate? = nil) -> Set<String> {
    var lines: Set<String> = []
    func add(_ name: Model.Name, _ open: Model.Open, isWaiting: Bool = false) {
      lines.insert(
        self.open(
          name.number, name.key.description, open.due.nanoseconds, isSkipped: open.isSkipped,
          hasBegun: open.ring != nil, isWaiting: isWaiting))
    }
    for (name, ended) in isWhole ? model.ended : [:] {
      lines.insert(
        self.ended(
          name.number, name.key.description, ended.word, isTrusted: ended.isTrusted, isInDoubt: ended.isInDoubt))
    }
    for (name, open) in model.ringing {
      add(name, open)
      lines.insert("rings: \(name.number) \(name.key)")
    }
    for (name, open) in model.waiting { add(name, open) }
    for (name, open) in model.passedOver { add(name, open, isWaiting: true) }
    lines.insert(
      daysOff(
        model.off.pauses.values.filter { isRecent($0.until, oldest) }.count,
        model.off.calendars.values.map(\.dates.count)))
    for (number, alarm) in model.alarms {
      lines.insert(
        self.alarm(
          number, alarm.label, cards: ["card\(alarm.card)"], alarm.isEnabled, alarm.skipped, alarm.recurrence,
          dates: alarm.wanted.filter { isRecent($0.key, oldest) }))
      if let heard = model.heard(number) { lines.insert("heard: \(number) \(heard)") }
      guard let (key, open) = alarm.armed else { continue }
      add(Model.Name(number: number, key: key), open)
      lines.insert(armed(number, key, open.due, isSkipped: open.isSkipped))
    }
    return lines
  }

  static func summary(_ world: World) throws -> [String] {
    let ended = try lines(world).filter { $0.hasPrefix("ended: ") }.map { String($0.dropFirst(7)) }
    func line(_ armed: ArmedOccurrence, _ word: String) -> String {
      "\(world.numbers[armed.plan.alarmID] ?? -1) \(armed.occurrence.key) \(word), due \(utc(armed.due))"
        + (armed.isSkipped ? ", skipped" : "")
    }
    let rings = world.ringer.current.map { line($0.armed, "rings") }
    let armed = world.scheduler.upcoming.map { line($0, "to come") }
    let waiting = world.ledger.assumeIsolated { $0.rings.passedOver }.map { line($0, "waits") }
    return (ended + rings + armed + waiting).sorted()
  }

  private static func utc(_ instant: Instant) -> String {
    RFC3339.format(instant, in: .utc).replacing("+00:00", with: "Z")
  }

  private static func ended(
    _ number: Int, _ key: String, _ outcome: String, isTrusted: Bool, isInDoubt: Bool
  ) -> String {
    "ended: \(number) \(key) \(outcome) \(isTrusted ? "trusted" : "untrusted")\(isInDoubt ? ", zone in doubt" : "")"
  }
  private static func open(
    _ number: Int, _ key: String, _ due: Int64, isSkipped: Bool, hasBegun: Bool, isWaiting: Bool
  ) -> String {
    "row: \(number) \(key) \(due / 1_000_000_000)\(isSkipped ? " skipped" : "")\(hasBegun ? " begun" : "")"
      + (isWaiting ? " waits" : "")
  }
  private static func armed(_ number: Int, _ key: Occurrence.Key, _ due: Instant, isSkipped: Bool) -> String {
    "armed: \(number) \(key) \(due.seconds)\(isSkipped ? " skipped" : "")"
  }
  private static func alarm(
    _ number: Int, _ label: String, cards: [String], _ isEnabled: Bool, _ skipped: Occurrence.Key?,
    _ recurrence: Recurrence, dates: [LocalDate: AlarmDays.Exception]
  ) -> String {
    "alarm: \(number) \"\(label)\" \(cards) \(isEnabled ? "on" : "off") skips \(skipped?.description ?? "none") "
      + "\(ColumnText.text(recurrence))\(dates.isEmpty ? "" : " but \(ColumnText.text(dates))")"
  }
  private static func daysOff(_ pauses: Int, _ calendars: [Int]) -> String {
    "days off: \(pauses) pauses, calendars of \(calendars.sorted()) days"
  }
}
