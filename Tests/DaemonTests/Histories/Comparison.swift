import AlarmClock

@testable import Daemon
@testable import Storage

/// What the product holds and what the book says, as lines that are easy to tell apart.
enum Comparison {
  /// - Parameter isWhole: with all that has ended.
  static func lines(_ world: World, isWhole: Bool = true) throws -> Set<String> {
    var lines: Set<String> = []
    let rows = try world.bench.state.store.database.run(
      "SELECT alarm_id, key, due, skipped, outcome, trusted, began, zone_doubt FROM rings"
        + (isWhole ? "" : " WHERE outcome IS NULL")
    ) { row in
      (
        id: row.text(0), key: row.text(1), due: row.integer(2), isSkipped: row.integer(3) != 0,
        outcome: row.optionalText(4), isTrusted: row.integer(5) != 0, hasBegun: row.optionalInteger(6) != nil,
        isInDoubt: row.integer(7) != 0
      )
    }
    for row in rows {
      let number = world.numbers[row.id] ?? -1
      if let outcome = row.outcome {
        lines.insert(ended(number, row.key, outcome, isTrusted: row.isTrusted, isInDoubt: row.isInDoubt))
      } else {
        lines.insert(
          open(
            number, row.key, row.due, isSkipped: row.isSkipped, hasBegun: row.hasBegun, isWaiting: row.isInDoubt))
      }
    }
    for armed in world.scheduler.upcoming {
      lines.insert(
        self.armed(
          world.numbers[armed.plan.alarmID] ?? -1, armed.occurrence.key, armed.due, isSkipped: armed.isSkipped))
    }
    for ring in world.ringer.current {
      lines.insert("rings: \(world.numbers[ring.plan.alarmID] ?? -1) \(ring.armed.occurrence.key)")
    }
    let book = world.ledger.assumeIsolated { $0.book }
    for alarm in book.alarms {
      lines.insert(
        self.alarm(
          world.numbers[alarm.id] ?? -1, alarm.label, cards: alarm.cards, alarm.isEnabled, alarm.skippedKey,
          alarm.recurrence, dates: ColumnText.text(alarm.days.exceptions)))
      let armed = world.scheduler.armedOccurrence(of: alarm.id)
      if let heard = book.nextHeard(of: alarm, armed: armed, in: world.scheduler.zone) {
        lines.insert("heard: \(world.numbers[alarm.id] ?? -1) \(heard.key)")
      }
    }
    lines.insert(daysOff(book.pauses.count, book.holidays.calendars.map(\.days.count)))
    return lines
  }

  static func lines(_ model: Model, isWhole: Bool = true) -> Set<String> {
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
    lines.insert(daysOff(model.off.pauses.count, model.off.calendars.values.map(\.dates.count)))
    for (number, alarm) in model.alarms {
      lines.insert(
        self.alarm(
          number, alarm.label, cards: ["card\(alarm.card)"], alarm.isEnabled, alarm.skipped, alarm.recurrence,
          dates: dates(alarm.wanted)))
      if let heard = model.heard(number) { lines.insert("heard: \(number) \(heard)") }
      guard let (key, open) = alarm.armed else { continue }
      add(Model.Name(number: number, key: key), open)
      lines.insert(armed(number, key, open.due, isSkipped: open.isSkipped))
    }
    return lines
  }

  /// What has ended, what rings and since when, and what is armed; for tables in tests.
  static func summary(_ world: World) throws -> [String] {
    let ended = try lines(world).filter { $0.hasPrefix("ended: ") }.map { String($0.dropFirst(7)) }
    let rings = world.ringer.current.map { ring in
      "\(world.numbers[ring.plan.alarmID] ?? -1) \(ring.armed.occurrence.key) rings, due \(utc(ring.armed.due))"
    }
    let armed = world.scheduler.upcoming.map { armed in
      "\(world.numbers[armed.plan.alarmID] ?? -1) \(armed.occurrence.key) to come, due \(utc(armed.due))"
        + (armed.isSkipped ? ", skipped" : "")
    }
    let waiting = world.ledger.assumeIsolated { $0.rings.passedOver }.map { armed in
      "\(world.numbers[armed.plan.alarmID] ?? -1) \(armed.occurrence.key) waits, due \(utc(armed.due))"
        + (armed.isSkipped ? ", skipped" : "")
    }
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
    _ recurrence: Recurrence, dates: String
  ) -> String {
    "alarm: \(number) \"\(label)\" \(cards) \(isEnabled ? "on" : "off") skips \(skipped?.description ?? "none") "
      + "\(ColumnText.text(recurrence))\(dates.isEmpty ? "" : " but \(dates)")"
  }
  private static func dates(_ wanted: [LocalDate: Model.Wanted]) -> String {
    wanted.sorted { $0.key < $1.key }.map { date, wanted in
      switch wanted {
      case .skip: "\(date)=skip"
      case .ring: "\(date)=ring"
      case .move(let time): "\(date)=\(time)"
      }
    }.joined(separator: " ")
  }
  private static func daysOff(_ pauses: Int, _ calendars: [Int]) -> String {
    "days off: \(pauses) pauses, calendars of \(calendars.sorted()) days"
  }
}
