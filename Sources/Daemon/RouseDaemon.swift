import AlarmClock
import CLinux
import Control
import ControlService
import Glibc
import Logging
import Machine

/// The service: everything wired together, from its options to its last act, which is silence.
public struct RouseDaemon: Sendable {
  /// What the command line asked for; nil: the usual place.
  public struct Options: Sendable {
    /// `mock`, or a board file's path.
    public var board: String?
    public var stateFolder: String?
    public var socketPath: String?

    public init(board: String?, stateFolder: String?, socketPath: String?) {
      self.board = board
      self.stateFolder = stateFolder
      self.socketPath = socketPath
    }
  }

  let board: Board
  let folderPath: String
  let time: any TimeSource
  let events: EventLog
  let health: DeviceHealth
  let outputs: Outputs
  let shelf: SoundShelf
  let sounds: SoundKeeper
  let notices = Notices()
  let bulk = BulkGate(time: SystemTime())
  let settings: SettingsInForce
  let face: ClockFace
  let scheduler: Scheduler
  let ledger: Ledger
  let queue: LedgerQueue
  let ringer: Ringer
  let desk: CameraDesk
  let timers: TimerKeeper
  let faceKeeper: FaceKeeper
  let bedtime: BedtimeKeeper
  let evidence: EvidenceKeeper
  let previews: PreviewKeeper
  let noises: NoiseKeeper
  private let announcer: Announcer
  private let clockwork: Clockwork
  let socket: ControlSocket
  private let openRings: [OpenRing]
  /// As the state folder had it at the start.
  private let keptZone: KeptZone.Found
  private let logger: Logger
  let manager = ServiceManager()
  let trust: TrustWatch
  /// Why it does only what ringing needs; nil: it does everything.
  let minimal: String?
  private let starts: StartRecord
  let log: LogWriter

  /// Opens everything and makes every device inert. Throws, for people, what stands in the way.
  ///
  /// After three starts within a minute that ended badly it opens only what ringing needs.
  public static func start(_ options: Options, logger: Logger) async throws -> RouseDaemon {
    let time = SystemTime()
    let socketPath = SocketPath.forDaemon(options.socketPath)
    let starts = StartRecord(socketPath: socketPath)
    let failures = starts.note(at: time.sinceBoot)
    guard failures >= StartRecord.mostFailures else {
      return try RouseDaemon(options, starts, socketPath, minimal: nil, logger: logger)
    }
    do {
      return try RouseDaemon(
        options, starts, socketPath, minimal: "it ended badly \(failures) times within a minute", logger: logger)
    } catch {
      // Not even that: so that whoever starts it again at once does not keep the machine busy.
      _ = await time.rest(for: .seconds(5))
      throw error
    }
  }

  private init(
    _ options: Options, _ starts: StartRecord, _ socketPath: String, minimal: String?, logger: Logger
  ) throws(ControlError) {
    rouse_tune_heap()
    DescriptorShare.raise()
    signal(SIGPIPE, SIG_IGN)
    let time = SystemTime()
    self.time = time
    self.logger = logger
    self.starts = starts
    self.minimal = minimal
    folderPath = options.stateFolder ?? Self.defaultStateFolder
    board =
      try minimal == nil
      ? BoardChoice.board(options.board, time: time)
      : BoardChoice.essentials(options.board, copy: Self.boardCopy(folderPath), time: time)
    let folder = try StateFolder(path: folderPath, isMinimal: minimal != nil)
    let contents = try minimal == nil ? folder.contents() : folder.essentials()
    openRings = contents.openRings
    socket = try ControlSocket(path: socketPath)
    let system = SystemZone()
    keptZone = KeptZone.find(in: folderPath, isNew: contents.alarms.isEmpty)
    let zone = ZoneInForce(of: system, kept: keptZone, at: time.reading)
    do {
      log = try LogWriter(logger: logger)
      events = EventLog(time: time, log: log)
      events.startSequence(after: contents.lastEvent)
      health = DeviceHealth(events: events, time: time)
      shelf = SoundShelf()
      sounds = try SoundKeeper(stateFolder: folderPath, shelf: shelf, events: events, time: time, minimal: minimal)
      outputs = try Outputs(
        board: board, shelf: shelf, health: health, events: events, notices: notices, time: time)
      previews = PreviewKeeper(outputs: outputs, events: events, time: time)
      noises = NoiseKeeper(outputs: outputs, events: events, time: time)
      let settings = SettingsInForce(contents.settings)
      self.settings = settings
      face = ClockFace(zone: zone.rules, settings: settings)
      face.use(zone)
      trust = try TrustWatch(time: time, settings: settings)
      face.use(isTrusted: trust.isTrusted)
      scheduler = try Scheduler(zone: zone, system: system, time: time)
      let recognizer = CardRecognizer(digests: try CardDigest(salt: contents.salt), cards: contents.cards)
      let evidence = try EvidenceKeeper(
        stateFolder: folderPath, settings: settings, time: time, events: events, trust: trust)
      self.evidence = evidence
      desk = CameraDesk(
        camera: board.camera, program: ScanProcess.programPath, health: health, events: events,
        recognizer: recognizer, time: time, evidence: evidence)
      let queue = LedgerQueue(events: events)
      self.queue = queue
      let timers = try TimerKeeper(
        timers: contents.timers, settings: settings, outputs: outputs, scheduler: scheduler, events: events,
        time: time, trust: trust)
      self.timers = timers
      announcer = Announcer(face: face, notices: notices, time: time, outputs: outputs)
      faceKeeper = FaceKeeper(face: face, outputs: outputs, time: time)
      bedtime = BedtimeKeeper(settings: settings, time: time)
      clockwork = Clockwork(
        queue: queue, events: events, trust: trust, timers: timers, face: face, faceKeeper: faceKeeper,
        bedtime: bedtime, announcer: announcer, evidence: evidence)
      ringer = Ringer(
        outputs: outputs, cards: desk, events: events, face: face, time: time, trust: trust, looks: timers,
        observer: clockwork)
      ledger = Ledger(
        folder: folder, contents: contents, executor: try ThreadExecutor(name: "store"), scheduler: scheduler,
        events: events, settings: settings, followers: [timers, faceKeeper, bedtime, trust, evidence], face: face,
        recognizer: recognizer, time: time, trust: trust,
        shelf: shelf, fitting: board.fitting, timers: timers, minimal: minimal)
    } catch {
      throw ControlError(
        .internal, "the daemon cannot start", why: error.description,
        fix: "free memory, threads or descriptors (`ulimit -a`), then start it again")
    }
    if case .damaged(let why) = keptZone { log.log(.warning, "the time zone of before is not known: \(why)") }
  }

  /// Rings until SIGTERM or SIGINT, then makes every device inert. A ring that goes on resumes at the next start.
  public func run() async throws {
    let signal = try StopSignal()
    events.append(.daemonStarted, detail: "\(Release.version) on the board \(board.name)")
    if let minimal { events.append(.minimalMode, detail: minimal) }
    scheduler.zoneInForce.tell(events, after: keptZone)
    let interrupted = await ledger.arm(open: openRings)
    ringer.begin(interrupted)
    try scheduler.start(ringer, clockwork)
    try startTimers()
    try trust.start { [clockwork] change in clockwork.note(.clock(.trust(change))) }
    try Watchdog([scheduler, ringer], manager: manager).start()
    let work = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await ringer.run() }
        group.addTask { await queue.run(ledger) }
        group.addTask { await ledger.keepEvents() }
        group.addTask { await ledger.keepStore() }
        group.addTask { await faceKeeper.run(ringer) }
        group.addTask { await chimeWatch.run() }
        // In minimal mode the settings are not known.
        group.addTask { if minimal == nil { await evidence.run() } }
        group.addTask { if minimal == nil { await sounds.run() } }
        group.addTask { await noises.run() }
        group.addTask { await announcer.run(ringer) }
        group.addTask { await keepBedtime() }
        group.addTask { await decideLate() }
        group.addTask { await serve() }
      }
    }
    manager.ready()
    rouse_release_code()
    if minimal == nil { keepBoardCopy() }
    await untilStopped(by: signal)
    manager.stopping()
    await stop(work)
  }

  /// Until a signal, or in minimal mode until another try of everything is due.
  private func untilStopped(by signal: StopSignal) async {
    guard minimal != nil, manager.isThere else { return await signal.wait() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await signal.wait() }
      group.addTask {
        // systemd starts it again.
        repeat { guard await time.rest(for: Self.minimalPatience) else { return } } while ringer.isRinging
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// How long minimal mode lasts before everything is tried again.
  private static let minimalPatience: Duration = .seconds(600)

  private static func boardCopy(_ folder: String) -> String { folder + "/board.json5" }

  /// Keeps the board file that was good, for a start to which it no longer is.
  private func keepBoardCopy() {
    guard let file = board.file else { return }
    do { try DurableFile.replace(Self.boardCopy(folderPath), byCopyOf: file) } catch {
      log.log(.warning, "the board file was not copied, for the case that it is broken one day: \(error)")
    }
  }

  /// Written down, off and dark. Each step is bounded: neither a device nor a disk that hangs holds up the others.
  private func stop(_ work: Task<Void, Never>) async {
    // A card seen just now has ended its ring for good.
    await wait(atMost: .milliseconds(500)) { queue.isEmpty }
    work.cancel()
    ringer.noteAbort()
    timers.halt()
    await wait(atMost: .seconds(1)) {
      outputs.silence()
      return outputs.isSettled
    }
    events.append(.daemonStopped, detail: ringer.isRinging ? "while ringing; the ring resumes at the next start" : nil)
    let stored = Task { await ledger.storeEvents() }
    await wait(atMost: .seconds(2)) { events.pending.isEmpty && log.isIdle }
    stored.cancel()
    starts.clear()
  }

  /// Waits until something is so, or the time is over.
  private func wait(atMost limit: Duration, until isSo: () -> Bool) async {
    let start = time.monotonic
    while !isSo(), time.monotonic - start < limit { guard await time.rest(for: .milliseconds(10)) else { return } }
  }
}
