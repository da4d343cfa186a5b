import AlarmClock
import Glibc
import Hardware
import TestSupport

@testable import ControlService
@testable import Daemon
@testable import Machine
@testable import Storage

/// The product under a clock that the test moves: ledger, scheduler, ringer and store. Calls in the daemon's order
/// replace the threads and queues between them.
final class World {
  let bench: HistoryRig
  private let human: Human
  private let seed: UInt64
  let time: ManualTime
  let events: EventLog
  private var parts: Parts
  var ledger: Ledger { parts.ledger }
  var scheduler: Scheduler { parts.scheduler }
  var ringer: Ringer { parts.ringer }
  private var trust: TrustWatch { parts.trust }
  var commands: Commands { parts.commands }
  private let cards: [Card]
  /// How far the clock is ahead of the true time.
  private var error: Duration = .zero
  private var zone: Int
  var ids: [Int: String] = [:]
  var numbers: [String: Int] = [:]
  private var answers: [(at: Duration, card: Int)] = []
  private var decision: Duration?
  /// The rings that a restart resumes right now.
  private var goOn: Set<RingID> = []
  let promises: Promises
  /// Decides whether the ledger records outcomes at once or a moment later.
  private var dice: SeededGenerator

  init(_ history: History, on bench: HistoryRig) throws {
    try bench.empty()
    self.bench = bench
    (seed, human) = (history.seed, history.human)
    zone = history.zone
    time = ManualTime(history.start)
    events = EventLog(time: time, log: bench.log)
    cards = try bench.state.store.cards()
    promises = Promises()
    dice = SeededGenerator(state: history.seed)
    parts = try Self.start(bench, time, events, cards, zone)
    for number in OtherClock.numbers { know(number, OtherClock.id(of: number)) }
    try boot()
  }

  func know(_ number: Int, _ id: String) { (ids[number], numbers[id]) = (id, number) }

  private struct Parts {
    var ledger: Ledger
    var commands: Commands
    var scheduler: Scheduler
    var ringer: Ringer
    var trust: TrustWatch
    var effects: Effects
  }

  private static func start(
    _ bench: HistoryRig, _ time: ManualTime, _ events: EventLog, _ cards: [Card], _ zone: Int
  ) throws -> Parts {
    let contents = try bench.state.contents()
    bench.state.findKeptZone()
    let system = SystemZone(variable: WallClock.names[zone])
    let scheduler = try Scheduler(
      zone: ZoneInForce(of: system, kept: KeptZone.find(in: bench.state.path), at: time.reading), time: time)
    let inForce = BookInForce(contents.book)
    let trust = try TrustWatch(time: time, inForce: inForce)
    let timers = try TimerRunner(
      timers: contents.timers, inForce: inForce, outputs: FakeChimes(), scheduler: scheduler, events: events,
      time: time, trust: trust)
    let effects = Effects(queue: LedgerQueue(events: events), events: events, trust: trust)
    effects.start([timers])
    let ledger = Ledger(
      folder: bench.state, storedTimers: contents.timers, executor: bench.executor, scheduler: scheduler,
      events: events, inForce: inForce, effects: effects, time: time, trust: trust,
      timers: timers)
    let commands = Commands(
      inForce: inForce, scheduler: scheduler, timers: timers,
      recognizer: CardRecognizer(digests: bench.digests, inForce: inForce), shelf: SoundShelf(),
      fitting: Fitting(board: "bench", roles: Set(DeviceRole.allCases)), time: time)
    let ringer = Ringer(
      outputs: FakeOutputs(), cards: FakeCards(cards), events: events, face: ClockFace(inForce), time: time,
      trust: trust,
      looks: timers, observer: effects)
    return Parts(
      ledger: ledger, commands: commands, scheduler: scheduler, ringer: ringer, trust: trust, effects: effects)
  }

  private func boot() throws {
    answers = []
    let open = try bench.state.contents().openRings
    ledger.assumeIsolated { $0.noteStart("") }
    begin(ledger.assumeIsolated { Resumption.begin($0, with: open) })
    decision = trust.isTrusted ? nil : time.monotonic + .seconds(60)
    round()
  }

  /// Runs the scheduler's thread, then the ledger. With `mayLag`, the ledger sometimes records the outcomes only later.
  private func round(mayLag: Bool = false) {
    repeat {
      began { _ = scheduler.beginDue(ringer, parts.effects) }
      if mayLag, dice.isLucky(oneIn: 2) { return }
    } while drain()
  }

  /// Returns whether there was anything to record.
  private func drain() -> Bool {
    let queue = parts.effects.queue
    guard !queue.isEmpty else { return false }
    ledger.assumeIsolated { $0.take(queue.handOn()) }
    queue.handedOn()
    return true
  }

  private func begin(_ rings: [OpenRing]) {
    goOn = Set(rings.filter { $0.progress != nil }.map(\.armed.id))
    began { ringer.begin(rings) }
    goOn = []
  }

  private func began(_ body: () -> Void) {
    let before = Set(ringer.current.map(\.armed.id))
    body()
    for ring in ringer.current where !before.contains(ring.armed.id) {
      guard let number = numbers[ring.plan.alarmID] else { continue }
      if !goOn.contains(ring.armed.id) {
        let isZoneInDoubt = scheduler.zoneLeft(isTrusted: trust.isTrusted) > .zero
        promises.began(ring, at: time.now, isZoneInDoubt: isZoneInDoubt)
      }
      if let delay = human.delay(number, ring.armed.occurrence.key) {
        answers.append((time.monotonic + delay, Human.card(named: ring.plan.cards)))
      }
    }
  }

  /// Rings under way, and rings that wait for trust.
  private var unanswered: [RingID] {
    ringer.current.map(\.armed.id) + ledger.assumeIsolated { $0.rings.undecided.map(\.armed.id) }
  }

  private func clockChanged(_ change: ClockChange) {
    round()
    if case .stepped = change { ringer.noteAllProgress() }
    parts.effects.note(.clock(change))
    round()
  }

  private func decideLate() {
    decision = nil
    begin(ledger.assumeIsolated { Resumption.decideLate($0) })
    round()
  }

  private func set(error newError: Duration, isTrusted: Bool) {
    time.step(by: newError - error)
    error = newError
    let wasTrusted = trust.isTrusted
    time.trust(isTrusted)
    // Two tasks see the change of trust, in no particular order.
    let decidesFirst = seed.isMultiple(of: 2)
    round()
    if isTrusted, decision != nil, decidesFirst { decideLate() }
    clockChanged(.stepped)
    if isTrusted != wasTrusted { clockChanged(.trust(ClockTrust(isTrusted: isTrusted, why: ""))) }
    if isTrusted, decision != nil { decideLate() }
  }

  func pass(_ duration: Duration) {
    let end = time.monotonic + duration
    while true {
      let monotonic = time.monotonic
      var moments = scheduler.next.map { [monotonic + max(.zero, $0.due - time.now)] } ?? []
      moments += ringer.current.map(\.state.end) + answers.map(\.at) + [decision].compactMap(\.self)
      let settles = scheduler.zoneLeft(isTrusted: trust.isTrusted)
      if settles > .zero { moments.append(monotonic + settles) }
      let moment = max(monotonic, min(end, moments.min() ?? end))
      time.advance(by: moment - monotonic)
      round(mayLag: true)
      ringer.drive()
      let shown = answers.filter { $0.at <= moment }
      answers.removeAll { $0.at <= moment }
      for answer in shown { _ = ringer.bring(cards[answer.card]) }
      round()
      if let decision, decision <= moment { decideLate() }
      // The daemon does this within a minute.
      ledger.assumeIsolated { $0.settleZone() }
      if moment >= end, !moments.contains(where: { $0 <= end }) { return }
    }
  }

  /// Returns whether the action is accepted. `model` says which alarm is meant.
  func act(_ action: Action, _ model: Model) throws -> Bool {
    switch action {
    case .pass(let seconds): pass(.seconds(seconds))
    case .approach(let offset): pass(.seconds(model.seconds(toNextRing: offset)))
    case .ntp(let seconds): set(error: .seconds(seconds), isTrusted: true)
    case .set(let seconds): set(error: error + .seconds(seconds), isTrusted: false)
    case .trust(let isTrusted): set(error: error, isTrusted: isTrusted)
    case .zone(let zone):
      if zone != self.zone { promises.zoneChanged(during: unanswered) }
      self.zone = zone
      if let change = scheduler.use(SystemZone(variable: WallClock.names[zone]).read(after: nil)) {
        clockChanged(change)
      }
    case .restart(let off, let newError, let isTrusted, let newZone):
      if let newZone, newZone != zone { promises.zoneChanged(during: unanswered) }
      if off < Action.shortestBoot { time.advance(by: .seconds(off)) } else { time.cutPower(for: .seconds(off)) }
      let newError = newError.map { Duration.seconds($0) } ?? error
      time.step(by: newError - error)
      (error, zone) = (newError, newZone ?? zone)
      time.trust(isTrusted)
      parts = try Self.start(bench, time, events, cards, zone)
      try boot()
    case .pause(let days):
      let date = days.map { bench.wall.date(time.now, zone: zone).adding(days: $0).description } ?? "off"
      return command { try $0.settings.change(in: $1, "pause", to: date) } != nil
    case .add(let wish):
      guard model.hasRoom else { return false }
      let number = model.created
      let input = wish.input(today: today, card: Human.card(of: number))
      guard let id = command({ try $0.alarms.add(to: $1, input).alarm.id }) else { return false }
      know(number, id)
    case .edit(let index, let wish):
      guard let id = id(index, model) else { return false }
      let input = wish.input(today: today, card: nil)
      return command { try $0.alarms.edit(in: $1, id, input) } != nil
    case .date, .regroup, .namedPause, .calendar: return changeDays(action, model)
    case .change(let index, let change):
      guard let id = id(index, model) else { return false }
      return command { try $0.alarms.change(in: $1, id, change) } != nil
    case .take(let other): return take(other, model)
    case .undo: return command { try $0.undo(in: $1).undid } != nil
    }
    return true
  }

  func id(_ index: Int, _ model: Model) -> String? { model.number(index).flatMap { ids[$0] } }

  var today: LocalDate { bench.wall.date(time.now, zone: zone) }

  /// Returns the reply, or `nil` if the command was refused.
  func command<Reply: Sendable>(_ body: @Sendable (Commands, isolated Ledger) throws -> Reply) -> Reply? {
    let result = ledger.assumeIsolated { [commands] ledger in Result { try body(commands, ledger) } }
    round()
    return try? result.get()
  }
}

/// Checks on what the ringer really did that hold whatever the model's rules say.
final class Promises {
  /// Rings that began under a trusted clock, in a zone that had been the same for a day.
  private var certain: Set<RingID> = []
  private(set) var broken: [String] = []
  private(set) var rings = 0

  /// Forgets rings that end in another zone than they began in, because they may have to ring again.
  func zoneChanged(during rings: [RingID]) { certain.subtract(rings) }

  /// Records a broken promise: importing the same file twice must be the same as importing it once.
  func importedAgain(changing found: String) { broken.append("the second import of a file changes \(found)") }

  func began(_ ring: Ringer.Ring, at now: Instant, isZoneInDoubt: Bool) {
    rings += 1
    let late = now - ring.armed.due
    if late >= max(ring.plan.catchUp, .seconds(30)) || late < .zero {
      broken.append("\(ring.armed.occurrence.key) begins to ring \(late.components.seconds) s late")
    }
    guard ring.isTrusted, !isZoneInDoubt else { return }
    if !certain.insert(ring.armed.id).inserted {
      broken.append("\(ring.armed.occurrence.key) rings twice, the clock being trusted and the zone known")
    }
  }
}

/// State that outlives a restart or is costly to create: one per worker. Everything runs on one thread.
final class HistoryRig {
  let folder: TemporaryFolder
  let executor: ThreadExecutor
  // Used only on the executor's thread, as in the daemon.
  nonisolated(unsafe) let state: StateFolder
  let digests: CardDigest
  let wall: WallClock
  let log: LogWriter

  init(executor: ThreadExecutor) throws {
    self.executor = executor
    folder = try TemporaryFolder()
    state = try StateFolder(path: folder.path)
    for number in 0..<Human.cardCount {
      var card = card("card\(number)", id: "card\(number)")
      card.digest = [UInt8](repeating: UInt8(number), count: Card.digestLength)
      try state.store.save(card)
    }
    digests = try CardDigest()
    wall = try WallClock()
    log = try quietLog()
  }

  func empty() throws {
    for table in ["rings", "history", "alarms", "pauses", "calendars", "holidays", "settings", "events", "leap"] {
      try state.store.database.execute("DELETE FROM \(table)")
    }
    unlink(KeptZone.path(in: state.path))
    // Imports leave copies there.
    ScratchFolder.remove(state.backups.folder)
  }
}

/// The zones of the histories and their wall clocks, found by looking at the clock again and again.
///
/// From the product, it uses only the wall-clock time at an instant.
final class WallClock {
  static let names = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata", "UTC",
  ]

  let zones: [ZoneRules]
  private var found = WallClock.names.map { _ in [LocalDateTime: Instant]() }

  init() throws {
    zones = try Self.names.map { try ZoneRules(name: $0, tzif: Descriptor.contents(of: "/usr/share/zoneinfo/\($0)")) }
  }

  func date(_ instant: Instant, zone: Int) -> LocalDate { zones[zone].local(instant).date }

  /// Returns the first instant at which the wall clock shows this time or a later one. Searches by quarters of an hour,
  /// from fifteen hours before this hour in UTC, then by minutes, because the offsets of these zones change at full
  /// quarters.
  func first(_ local: LocalDateTime, zone: Int) -> Instant {
    if let known = found[zone][local] { return known }
    var instant = Instant(seconds: local.date.daysSinceEpoch * 86_400) + .seconds((local.time.hour - 15) * 3600)
    while zones[zone].local(instant) < local { instant += .seconds(900) }
    var earlier = instant - .seconds(60)
    while zones[zone].local(earlier) >= local { earlier = earlier - .seconds(60) }
    while zones[zone].local(earlier) < local { earlier += .seconds(60) }
    found[zone][local] = earlier
    return earlier
  }

  func skips(_ date: LocalDate, zone: Int) -> Bool {
    self.date(first(LocalDateTime(date: date, time: .midnight), zone: zone), zone: zone) > date
  }
}
