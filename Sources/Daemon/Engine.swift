import AlarmClock
import Control
import ControlService
import Logging
import Machine
import Storage

/// Rings alarms, ends them by cards, runs timers, shows the time and stores all that, with no feature present.
final class Engine: Sendable {
  /// The board, the stored state and the clock that the engine starts with.
  struct Startup {
    var board: Board
    var contents: StateFolder.Contents
    var keptZone: KeptZone.Found
    var time: any TimeSource
    var notices: Notices
  }

  let board: Board
  let time: any TimeSource
  let log: LogWriter
  let events: EventLog
  let inForce: BookInForce
  let trust: TrustWatch
  let scheduler: Scheduler
  let ledger: Ledger
  let ringer: Ringer
  let timers: TimerRunner
  let health: DeviceHealth
  let outputs: Outputs
  let sensors: Sensors
  let shelf = SoundShelf()
  let recognizer: CardRecognizer
  let camera: CameraDesk
  let evidence: EvidenceRecorder
  let messages: ShownMessages
  let face: ClockFace
  let faceRunner: FaceRunner
  let queue: LedgerQueue
  private let effects: Effects
  private let openRings: [OpenRing]
  private let keptZone: KeptZone.Found

  /// Creates and connects the parts. So far only the threads of the devices run, which make them inert.
  init(_ startup: Startup, in folder: sending StateFolder, system: SystemZone, logger: Logger) throws {
    let (contents, time) = (startup.contents, startup.time)
    self.time = time
    board = startup.board
    openRings = contents.openRings
    keptZone = startup.keptZone
    log = try LogWriter(logger: logger)
    events = EventLog(time: time, log: log)
    events.startSequence(after: contents.lastEvent)
    inForce = BookInForce(contents.book)
    trust = try TrustWatch(time: time, inForce: inForce, lastRing: contents.lastTrustedRing)
    scheduler = try Scheduler(
      zone: ZoneInForce(of: system, kept: keptZone, at: time.reading), system: system, time: time)
    queue = LedgerQueue(events: events)
    effects = Effects(queue: queue, events: events, trust: trust)
    health = DeviceHealth(events: events, time: time)
    outputs = try Outputs(
      board: board, shelf: shelf, health: health, events: events, notices: startup.notices, time: time)
    sensors = try Sensors(board: board, health: health, events: events, time: time, hook: effects)
    timers = try TimerRunner(
      timers: contents.timers, inForce: inForce, outputs: outputs, scheduler: scheduler, events: events, time: time,
      trust: trust, hook: effects)
    recognizer = CardRecognizer(digests: try CardDigest(), inForce: inForce)
    evidence = try EvidenceRecorder(
      stateFolder: folder.path, inForce: inForce, time: time, events: events, trust: trust)
    camera = CameraDesk(
      camera: board.camera, program: ScanProcess.programPath, health: health, events: events, recognizer: recognizer,
      time: time, evidence: evidence)
    let shape = board.displayShape ?? .fourDigits
    messages = ShownMessages(on: shape, inForce: inForce, time: time)
    face = ClockFace(
      inForce: inForce, shape: shape,
      inputs: EngineInputs(scheduler: scheduler, trust: trust, timers: timers, sensors: sensors, outputs: outputs),
      messages: messages)
    faceRunner = FaceRunner(face: face, screen: outputs, time: time)
    ringer = Ringer(
      outputs: outputs, cards: camera, events: events, face: face, time: time, trust: trust, looks: timers,
      observer: effects)
    ledger = Ledger(
      folder: folder, storedTimers: contents.timers, executor: try ThreadExecutor(name: "store"),
      scheduler: scheduler, events: events, inForce: inForce, effects: effects, time: time, trust: trust,
      timers: timers)
    if case .damaged(let why) = keptZone { log.log(.warning, "the time zone of before is not known: \(why)") }
  }

  /// Starts every thread, after rings that were open when the service last ended go on. Call it once.
  /// `hooks` hear news after the engine. `told` is called once the start is logged.
  func start(_ hooks: [any Hook], manager: ServiceManager, told: @Sendable (EventLog) -> Void) async throws {
    effects.start([timers, evidence, faceRunner] + hooks)
    await ledger.noteStart("\(Release.version) on the board \(board.name)")
    told(events)
    scheduler.zoneInForce.tell(events, after: keptZone)
    ringer.begin(await Resumption.begin(ledger, with: openRings))
    try scheduler.start(ringer, effects)
    faceRunner.start(ringer)
    try timers.start()
    try trust.start(effects)
    try Watchdog([scheduler, ringer], manager: manager).start()
  }

  /// Runs until canceled.
  func run() async {
    let chimeStopper = ChimeStopper(
      timers: timers, cards: camera, inForce: inForce, time: time,
      light: { [self] isOn in ringer.ifIdle { outputs.light(isOn) } },
      lies: { [self] in if face.notice(.takeAway, at: time.monotonic) { faceRunner.refresh() } })
    await withDiscardingTaskGroup { group in
      group.addTask { await self.ringer.run() }
      group.addTask { await self.ledger.keepEvents() }
      group.addTask { await self.ledger.show { self.faceRunner.settingsChanged() } }
      group.addTask { await chimeStopper.run() }
      group.addTask { await self.decideLateRings() }
    }
  }

  /// How long occurrences from a time without power wait for a clock that shows how late they are.
  private static let longestWaitForTrust: Duration = .seconds(60)

  /// Rings or reports as missed what came due while no daemon ran, once the clock is trusted or has been waited for.
  private func decideLateRings() async {
    await ledger.tellAbsence(inThisBoot: true)
    await trust.waitForTrust(atMost: Self.longestWaitForTrust)
    // A service that is stopping leaves this to its next start.
    guard !Task.isCancelled else { return }
    ringer.begin(await Resumption.decideLate(ledger))
    // Now the clock may show how long the absence was.
    await ledger.tellAbsence()
    effects.note(.startIsOver(isTrusted: trust.isTrusted))
  }
}
