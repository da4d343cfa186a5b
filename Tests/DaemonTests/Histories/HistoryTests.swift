import AlarmClock
import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Machine
@testable import Storage

@Suite struct HistoryTests {
  /// Seeds that once failed, found among 100,000.
  @Test(arguments: [1893, 2218, 43_932 as UInt64])
  func aHistoryThatOnceDifferedEndsAsTheBookSays(seed: UInt64) async throws {
    let (tally, differences) = try await Player().play([seed])
    #expect(differences.isEmpty && tally.histories == 1)
  }

  @Test func everyOccurrenceOfARandomHistoryEndsAsTheBookSays() async throws {
    try await Player.check("random histories", "ROUSE_", usual: 2000) {
      let player = try Player()
      return { try await player.play($0) }
    }
  }
}

extension Player {
  typealias Play = @Sendable (StrideThrough<UInt64>) async throws -> (Tally, [Difference])

  /// Plays the histories from seed 1 to `ROUSE_HISTORIES` with two workers, and records their differences. `ROUSE_SEED`
  /// sets the first seed instead; then only that one is played unless `ROUSE_HISTORIES` asks for more.
  ///
  /// - Parameters:
  ///   - prefix: `ROUSE_`, or `ROUSE_REAL_` for variables of their own.
  ///   - makeWorker: returns a function that plays a worker's seeds.
  static func check(_ what: String, _ prefix: String, usual: Int, _ makeWorker: () throws -> Play) async throws {
    let seed = getenv(prefix + "SEED").flatMap { UInt64(String(cString: $0)) }
    let first = seed ?? 1
    let count = TestSize.number(prefix + "HISTORIES", usual: seed == nil ? usual : 1)
    var total = Tally()
    var differences: [Difference] = []
    let workers: UInt64 = 2
    try await withThrowingTaskGroup(of: (Tally, [Difference]).self) { group in
      for worker in 0..<workers {
        let share = stride(from: first + worker, through: first + UInt64(count) - 1, by: Int(workers))
        let play = try makeWorker()
        group.addTask { try await play(share) }
      }
      for try await (tally, found) in group {
        total += tally
        differences += found
      }
    }
    for difference in differences { Issue.record("\(difference)") }
    if let first = differences.map(\.history.seed).min() {
      TestSize.printFirstDifference(at: Int(first), of: "history")
    }
    print(
      "figure: \(what): \(total.histories), actions \(total.actions), occurrences \(total.occurrences), "
        + "rings \(total.rings), \(differences.count) differences")
  }
}

/// Plays histories to the product and to the model, on the thread of a ledger, so that nothing needs to be awaited.
actor Player {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var bench: HistoryRig?
  var tally = Tally()

  struct Tally: Sendable {
    var histories = 0
    var actions = 0
    var occurrences = 0
    var rings = 0

    static func += (total: inout Self, one: Self) {
      total.histories += one.histories
      total.actions += one.actions
      total.occurrences += one.occurrences
      total.rings += one.rings
    }
  }

  struct Difference: Error, CustomStringConvertible {
    var history: History
    /// The index of the action before the difference.
    var index: Int
    var lines: [String]

    var description: String { "\(history)\nafter action \(index):\n  " + lines.joined(separator: "\n  ") }
  }

  init() throws { executor = try ThreadExecutor(name: "player") }

  func differences(_ world: World, _ model: inout Model, _ action: Action, isWhole: Bool = true) throws -> [String] {
    let isAccepted = try world.act(action, model)
    let shouldBe = model.act(action)
    world.removeSpentAlarms()
    model.removeSpentAlarms()
    let lines = isAccepted == shouldBe ? [] : ["\(isAccepted ? "accepted" : "refused"), unlike the book"]
    return try lines
      + Comparison.differences(
        of: Comparison.lines(world, isWhole: isWhole), from: Comparison.lines(model, isWhole: isWhole))
      + world.promises.broken
  }

  /// Returns the product after a history, or throws the first difference.
  func world(after history: History) throws -> World {
    let (world, start) = try begin(history)
    var model = start
    for (index, action) in history.actions.enumerated() {
      let lines = try differences(world, &model, action)
      if !lines.isEmpty { throw Difference(history: history, index: index, lines: lines) }
      tally.actions += 1
    }
    tally.histories += 1
    tally.occurrences += model.ended.count
    tally.rings += world.promises.rings
    return world
  }

  func begin(_ history: History) throws -> (world: World, model: Model) {
    let bench = try bench ?? HistoryRig(executor: executor)
    self.bench = bench
    let world = try World(history, on: bench)
    var model = Model(history, wall: bench.wall)
    model.monotonic = world.time.monotonic
    return (world, model)
  }

  func summary(_ history: History) throws -> [String] { try Comparison.summary(world(after: history)) }

  /// Plays the histories of these seeds to the first difference, whose history it shortens by leaving out actions.
  func play(_ seeds: some Sequence<UInt64> & Sendable) throws -> (Tally, [Difference]) {
    for seed in seeds {
      guard let found = try difference(in: History(seed: seed)) else { continue }
      let played = tally
      return (played, [try shrunk(found)])
    }
    return (tally, [])
  }

  private func difference(in history: History) throws -> Difference? {
    do { _ = try world(after: history) } catch let difference as Difference { return difference }
    return nil
  }

  private func shrunk(_ first: Difference) throws -> Difference {
    var best = first
    best.history.actions.removeSubrange((best.index + 1)...)
    var index = best.history.actions.count - 1
    while index >= 0 {
      var shorter = best.history
      shorter.actions.remove(at: index)
      if let found = try difference(in: shorter) {
        best = found
        best.history.actions.removeSubrange((best.index + 1)...)
        index = min(index, best.history.actions.count)
      }
      index -= 1
    }
    return best
  }
}

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
