import AlarmClock
import Control
import Glibc
import Hardware
import Storage
import TestSupport
import Testing

@testable import Daemon
@testable import Machine

/// The parts of a daemon that keep its state in a folder. Creating another rig for the same folder is a restart.
struct LedgerRig {
  let folder: TemporaryFolder
  let time: ManualTime
  let ledger: Ledger
  let scheduler: Scheduler
  let events: EventLog
  let trust: TrustWatch
  let timers: TimerRunner
  let chimes: FakeChimes
  let inForce: BookInForce
  let commands: Commands
  let restores: Restores
  /// Changed only by tests: no task watches its folder.
  let ownSounds: OwnSoundStore
  let erasures: Erasures
  /// The names of the data outside the store that an erasure has deleted.
  let erasedBeside = Box<[String]>([])
  /// Makes deleting the reminders fail.
  let keepsReminders = Box(false)
  let care: StoreCare
  let follower: FakeFollower
  /// The rings under way at the start.
  let interrupted: [OpenRing]

  /// - Parameter alarmTime: the time of an alarm that rings each day.
  init(
    _ stateFolder: TemporaryFolder? = nil, enrolling cardNames: String..., daily alarmTime: String? = nil,
    at now: Instant = morning, tick: Duration = .zero, isTrusted: Bool = true,
    fitted roles: Set<DeviceRole> = Set(DeviceRole.allCases), time clock: ManualTime? = nil, minimal: String? = nil
  ) async throws {
    folder = try stateFolder ?? TemporaryFolder()
    chimes = FakeChimes(fitted: roles)
    time = clock ?? ManualTime(now, tick: tick)
    time.trust(isTrusted)
    let state = try StateFolder(path: folder.path, minimal: minimal)
    let contents = try minimal == nil ? state.contents() : state.essentials()
    events = EventLog(time: time, log: try quietLog())
    events.startSequence(after: contents.lastEvent)
    scheduler = try Scheduler(zone: .utc, time: time)
    inForce = BookInForce(contents.book)
    follower = FakeFollower(inForce)
    trust = try TrustWatch(time: time, inForce: inForce)
    timers = try TimerRunner(
      timers: contents.timers, inForce: inForce, outputs: chimes, scheduler: scheduler, events: events,
      time: time, trust: trust)
    let effects = Effects(queue: LedgerQueue(events: events), events: events, trust: trust)
    let (executor, shelf) = (try ThreadExecutor(name: "store"), SoundShelf())
    ownSounds = try OwnSoundStore(
      stateFolder: folder.path, program: .built, shelf: shelf, events: events, time: time, executor: executor)
    ledger = Ledger(
      folder: state, storedTimers: contents.timers, executor: executor, scheduler: scheduler,
      events: events, inForce: inForce, effects: effects, time: time, trust: trust, timers: timers)
    effects.start([timers, follower])
    commands = Commands(
      inForce: inForce, scheduler: scheduler, timers: timers,
      recognizer: CardRecognizer(digests: try CardDigest(), inForce: inForce), shelf: shelf,
      fitting: Fitting(board: "bench", roles: roles), time: time)
    restores = Restores(ledger: ledger, sounds: ownSounds, stateFolder: folder.path)
    erasures = Erasures(
      ledger: ledger, restores: restores, sounds: ownSounds,
      others: [
        .evidence: { [erasedBeside] in erasedBeside.value.append("evidence") },
        .reminders: { [erasedBeside, keepsReminders] in
          if keepsReminders.value { throw SystemError("deleting the reminders", EIO) }
          erasedBeside.value.append("reminders")
        },
        .verdict: { [erasedBeside] in erasedBeside.value.append("verdict") },
        .messages: { [erasedBeside] in erasedBeside.value.append("messages") },
      ])
    care = StoreCare(ledger: ledger)
    // The ringer's part at a start: it begins some rings and ends the others as missed.
    var begun: [OpenRing] = []
    for ring in await Resumption.begin(ledger, with: contents.openRings) {
      if case .isMissed(let rang) = ring.fate(at: time.now) {
        await ledger.record(
          .missed(rang: rang), of: ring.armed, at: time.now,
          isTrusted: ring.progress?.isTrusted ?? time.trust.isTrusted)
      } else {
        begun.append(ring)
      }
    }
    interrupted = begun
    for name in cardNames { try await enroll(name) }
    if let alarmTime { try await add(alarmTime, days: "daily") }
  }

  static func reopened(
    _ folder: TemporaryFolder, at now: Instant = morning, tick: Duration = .zero, isTrusted: Bool = true,
    time: ManualTime? = nil, minimal: String? = nil
  ) async throws -> LedgerRig {
    try await whenReleased {
      try await LedgerRig(folder, at: now, tick: tick, isTrusted: isTrusted, time: time, minimal: minimal)
    }
  }

  /// Repeats `open` until it can open a state folder.
  ///
  /// A task, or the child process of another test before it executes its program, may hold the folder a moment longer.
  static func whenReleased<Opened>(_ open: () async throws -> Opened) async throws -> Opened {
    var opened: Opened?
    _ = try await eventually {
      do { opened = try await open() } catch let error as ControlError where error.code == .tryAgain {}
      return opened != nil
    }
    return try #require(opened)
  }

  /// Runs `body`, and returns the folder for a rig that stands for the next start.
  func stop(after body: (LedgerRig) async throws -> Void) async throws -> TemporaryFolder {
    try await body(self)
    return folder
  }

  func enroll(_ name: String) async throws {
    _ = try await commands.cards.enroll(in: ledger, Array(name.utf8), as: name, isRinging: false)
  }

  @discardableResult
  func add(_ time: String, days: String? = nil, cards: [String]? = nil) async throws -> AlarmView {
    try await add(AlarmInput(time: time, days: days, cards: cards)).alarm
  }

  /// Lets time pass, then does what the daemon does regularly.
  func pass(_ duration: Duration) async {
    time.advance(by: duration)
    await restores.look()
    await care.look()
    await erasures.look()
  }

  /// Does what the daemon does after its start.
  func checkAfterStart() async {
    await restores.removeLeftovers()
    await care.checkAfterStart()
    await erasures.look()
  }

  /// Does what the scheduler's thread does when its timer fires.
  func takeDue(after duration: Duration = .zero) async -> [ArmedOccurrence] {
    time.advance(by: duration)
    let due = scheduler.upcoming.filter { $0.due <= time.now }
    // Even a change of nothing makes the scheduler look for due occurrences.
    scheduler.disarm("nobody")
    await ledger.passed(Set(due.map(\.plan.alarmID)), rang: Set(due.filter { !$0.isSkipped }.map(\.plan.alarmID)))
    return due
  }

  /// Records the same outcome of all these rings.
  func end(
    _ rings: some Sequence<ArmedOccurrence>, _ outcome: RingOutcome = .dismissed(cardID: "x"), isTrusted: Bool = true
  ) async {
    for ring in rings { await ledger.record(outcome, of: ring, at: time.now, isTrusted: isTrusted) }
  }
}

extension StoreCare {
  func checkAfterStart() async { await Self.checkAfterStart(ledger) }
  func look() async { await Self.look(ledger) }
}

/// Returns the error code of a refused command, or `nil` if it was accepted.
func code(_ body: () async throws -> some Any) async throws -> ExitCode? {
  do {
    _ = try await body()
    return nil
  } catch let error as ControlError {
    #expect(!error.what.isEmpty && !error.why.isEmpty && !error.fix.isEmpty)
    return error.code
  }
}

final class FakeFollower: Hook {
  private let inForce: BookInForce
  private let seen = Box<[Settings]>([])

  init(_ inForce: BookInForce) { self.inForce = inForce }

  var told: [Settings] { seen.withLock { $0 } }

  func settingsChanged() { seen.withLock { $0.append(inForce.settings) } }
}

extension BookInForce {
  /// Changes the book in memory only, not the store.
  func change(_ body: (inout AlarmBook) -> Void) {
    var changed = book
    body(&changed)
    use(changed)
  }
}

/// Short forms of the commands that people type.
extension LedgerRig {
  var views: AlarmViews { commands.views }

  func add(_ input: AlarmInput) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.add(to: ledger, input)
  }

  func edit(_ name: String, _ input: AlarmInput) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.edit(in: ledger, name, input)
  }

  func change(
    _ name: String, _ change: ChangeAlarm.Change, dates: [String]? = nil, time: String? = nil
  ) async throws(ControlError) -> AlarmSaved {
    try await commands.alarms.change(in: ledger, name, change, dates: dates, time: time)
  }

  @discardableResult
  func set(_ pause: SetPause) async throws(ControlError) -> DaysOffSaved {
    try await commands.daysOff.set(in: ledger, pause)
  }

  func set(_ key: String, to value: String) async throws(ControlError) -> ChangeSetting.Reply {
    try await commands.settings.change(in: ledger, key, to: value)
  }

  func look(at card: String) async throws(ControlError) -> CardProgress {
    try await commands.cards.look(in: ledger, at: Array(card.utf8), isRinging: false)
  }

  func removeCard(_ name: String, isRinging: Bool = false) async throws(ControlError) -> CardView {
    try await commands.cards.remove(from: ledger, name, isRinging: isRinging)
  }

  var log: [Event] { get async { await EventHistory.events(ledger, since: nil, limit: 1000) } }

  @discardableResult
  func undo() async throws(ControlError) -> Undone { try await commands.undo(in: ledger) }

  func startTimer(_ what: String, _ input: TimerInput) async throws(ControlError) -> TimerSaved {
    try await commands.timers.start(in: ledger, what, input)
  }

  func changeTimer(_ name: String?, _ change: ChangeTimer.Change) async throws(ControlError) -> TimerSaved {
    try await commands.timers.change(in: ledger, name, change)
  }

  func extendTimer(_ name: String?, by text: String) async throws(ControlError) -> TimerSaved {
    try await commands.timers.extend(in: ledger, name, by: text)
  }

  func editTimer(_ name: String, _ input: TimerInput) async throws(ControlError) -> PresetSaved {
    try await commands.presets.editTimer(in: ledger, name, input)
  }

  func addPreset(_ name: String, _ input: TimerInput) async throws(ControlError) -> PresetSaved {
    try await commands.presets.add(to: ledger, name, input)
  }

  func editPreset(_ name: String, _ input: TimerInput) async throws(ControlError) -> PresetSaved {
    try await commands.presets.edit(in: ledger, name, input)
  }

  func removePreset(_ name: String) async throws(ControlError) -> PresetSaved {
    try await commands.presets.remove(from: ledger, name)
  }
}
