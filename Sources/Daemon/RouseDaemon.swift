import AlarmClock
import CLinux
import Control
import ControlService
import Logging
import Machine
import Reminders

/// The service: its components and their connections. `RouseDaemon+Running.swift` starts and stops it. The files in
/// `Serving` answer its clients.
public final class RouseDaemon: Sendable {
  /// The options of the command line; `nil` for the default.
  public struct Options: Sendable {
    /// `mock`, or the path of a board file.
    public var board: String?
    public var stateFolder: String?
    public var socketPath: String?
    /// The socket for `rouse-mqtt`, or `nil` for none.
    public var homeSocketPath: String?
    /// The file that says what the house may do.
    public var homeConfigPath: String?
    /// The descriptor that gets a line once requests are answered, or `nil` if nobody waits for it.
    public var readyDescriptor: Int32?

    public init() {}
  }

  let board: Board
  let folderPath: String
  let time: any TimeSource
  let events: EventLog
  let scheduler: Scheduler
  let ledger: Ledger
  let ringer: Ringer
  let openRings: [OpenRing]
  let keptZone: KeptZone.Found
  let system = SystemZone()
  /// Why it only does what ringing needs, or `nil` if it does everything.
  let minimal: String?
  let log: LogWriter
  let manager: ServiceManager
  let starts: StartRecord
  let queue: LedgerQueue
  let inForce: BookInForce
  let trust: TrustWatch
  let effects: Effects
  /// In the order in which they hear of news.
  let hooks: [any Hook]
  let commands: Commands
  let restores: Restores
  let erasures: Erasures

  // MARK: Devices
  let health: DeviceHealth
  let outputs: Outputs
  let sensors: Sensors
  let desk: CameraDesk
  let probe: SilentProbe
  let mixer: MixerLook
  let evidence: EvidenceRecorder
  let shelf: SoundShelf
  let sounds: OwnSoundStore
  let previews: PreviewPlayer
  let noises: NoisePlayer

  // MARK: What people see and hear
  let face: ClockFace
  let faceRunner: FaceRunner
  let timers: TimerRunner
  let messages: MessageCommands
  let messageRoutes: MessageRoutes
  let announcer: Announcer
  let newsSpeaker: NewsSpeaker
  let teller: ReminderTeller
  let reminders: ReminderDesk
  let bedtime: BedtimeRunner

  // MARK: Clients
  let socket: ControlSocket
  let notices = Notices()
  let bulk: BulkGate
  /// The thread that recognizes the camera's cards also handles payloads from clients. The gate limits those, so that a
  /// ring's card waits behind only a few.
  let cardGate: BulkGate
  let memory: IdleMemory
  let pendingPicture = Box<Task<Void, any Error>?>(nil)

  // MARK: The house
  let isHomeServed: Bool
  let homeSocket: ControlSocket?
  /// Why the socket for the house could not be opened, or `nil` if it is open or not wanted.
  let homeProblem: String?
  let homeLine = HomeLine()
  let homeChanges = HomeChanges()
  let homeGate: HomeGate
  let homeSignal = HomeSignal()
  let homeScores = Box<(basis: ScoresBasis, scores: HomeStateView.ScoresView)?>(nil)
  /// Clients of the house that follow the state or wait for the next page.
  let homeFollowers = BoundedCount(most: 8)

  /// Creates and connects all components. So far only the threads of the devices run, which make them inert.
  init(
    _ options: Options, _ starts: StartRecord, _ socketPath: String, minimal: String?, logger: Logger
  ) throws(ControlError) {
    rouse_tune_heap()
    DescriptorShare.raise()
    let time: any TimeSource = VirtualTime.installed ?? SystemTime()
    self.time = time
    self.starts = starts
    self.minimal = minimal
    isHomeServed = options.homeSocketPath != nil
    folderPath = options.stateFolder ?? Self.defaultStateFolder
    board =
      try minimal == nil
      ? BoardChoice.board(options.board, time: time)
      : BoardChoice.essentials(options.board, copy: Self.boardCopy(folderPath), time: time)
    guard VirtualTime.installed == nil || board.isMock else { throw Self.needsMockBoard(board.name) }
    manager = ServiceManager(readyDescriptor: options.readyDescriptor)
    let folder = try StateFolder(path: folderPath, minimal: minimal)
    let contents = try minimal == nil ? folder.contents() : folder.essentials()
    openRings = contents.openRings
    socket = try ControlSocket(path: socketPath)
    // Minimal mode does nothing but ring.
    (homeSocket, homeProblem) = Self.homeSocket(at: minimal == nil ? options.homeSocketPath : nil)
    keptZone = KeptZone.find(in: folderPath, isNew: contents.book.alarms.isEmpty)
    let zone = ZoneInForce(of: system, kept: keptZone, at: time.reading)
    do {
      bulk = BulkGate(time: time)
      cardGate = BulkGate(time: time)
      log = try LogWriter(logger: logger)
      events = EventLog(time: time, log: log)
      events.startSequence(after: contents.lastEvent)
      health = DeviceHealth(events: events, time: time)
      shelf = SoundShelf()
      sounds = try OwnSoundStore(stateFolder: folderPath, shelf: shelf, events: events, time: time, minimal: minimal)
      outputs = try Outputs(board: board, shelf: shelf, health: health, events: events, notices: notices, time: time)
      previews = PreviewPlayer(outputs: outputs, events: events, time: time)
      noises = NoisePlayer(outputs: outputs, events: events, time: time)
      inForce = BookInForce(contents.book)
      let shape = board.displayShape ?? .fourDigits
      trust = try TrustWatch(time: time, inForce: inForce, lastRing: contents.lastTrustedRing)
      scheduler = try Scheduler(zone: zone, system: system, time: time)
      let recognizer = CardRecognizer(digests: try CardDigest(), inForce: inForce)
      evidence = try EvidenceRecorder(
        stateFolder: folderPath, inForce: inForce, time: time, events: events, trust: trust)
      desk = CameraDesk(
        camera: board.camera, program: ScanProcess.programPath, health: health, events: events,
        recognizer: recognizer, time: time, evidence: evidence)
      queue = LedgerQueue(events: events)
      effects = Effects(queue: queue, events: events, trust: trust)
      timers = try TimerRunner(
        timers: contents.timers, inForce: inForce, outputs: outputs, scheduler: scheduler, events: events,
        time: time, trust: trust, hook: effects)
      sensors = try Sensors(board: board, health: health, events: events, time: time, hook: effects)
      let shown = ShownMessages(
        on: shape, kept: minimal == nil ? MessageCommands.kept(in: folder.path, on: shape, events) : [],
        inForce: inForce, time: time)
      face = ClockFace(
        inForce: inForce, shape: shape,
        inputs: EngineInputs(
          scheduler: scheduler, trust: trust, timers: timers, sensors: sensors, outputs: outputs), messages: shown)
      announcer = Announcer(
        face: face, inForce: inForce, notices: notices, time: time, speak: { await SpeechProgram.say($0, time: time) },
        announce: { [outputs] in outputs.announce($0) })
      let voice = SpokenWords(inForce: inForce, notices: notices, time: time, shelf: shelf, previews: previews)
      newsSpeaker = NewsSpeaker(
        happened: events.follow(), inForce: inForce, notices: notices, time: time, voice: voice)
      faceRunner = FaceRunner(face: face, screen: outputs, time: time)
      bedtime = BedtimeRunner(inForce: inForce, time: time)
      reminders = ReminderDesk(
        kept: minimal == nil ? ReminderDesk.kept(in: folder.path, events) : ReminderBook(), time: time)
      ringer = Ringer(
        outputs: outputs, cards: desk, events: events, face: face, time: time, trust: trust, looks: timers,
        observer: effects)
      ledger = Ledger(
        folder: folder, storedTimers: contents.timers, executor: try ThreadExecutor(name: "store"),
        scheduler: scheduler, events: events, inForce: inForce, effects: effects, time: time, trust: trust,
        timers: timers)
      let isBusy: @Sendable () -> Bool = { [ringer, outputs] in ringer.isRinging || !outputs.isSpeakerSilent }
      let beep = MessageBeep(
        inForce: inForce, previews: previews, time: time, zone: { [scheduler] in scheduler.zone },
        lack: outputs.lack, buzz: { [outputs] in outputs.beep($0, by: .preview) }, isBusy: isBusy)
      messages = MessageCommands(
        messages: shown, beep: beep, face: face, inForce: inForce, scheduler: scheduler, timers: timers,
        fitting: board.fitting, isMinimal: minimal != nil, isRinging: { [ringer] in ringer.isRinging }, time: time)
      messageRoutes = MessageRoutes(
        ledger: ledger, messages: messages, reminders: reminders, faceRunner: faceRunner, ringer: ringer)
      hooks = [
        timers, announcer, bedtime, reminders, evidence,
        FoundTone(inForce: inForce, previews: previews, time: time), faceRunner, homeSignal, messageRoutes,
      ]
      commands = Commands(
        inForce: inForce, scheduler: scheduler, timers: timers, recognizer: recognizer, shelf: shelf,
        fitting: board.fitting, time: time)
      restores = Restores(ledger: ledger, sounds: sounds, stateFolder: folderPath, time: time)
      erasures = Erasures(
        ledger: ledger, restores: restores, sounds: sounds,
        others: Erasures.Others(
          evidence: { [evidence] in _ = try await evidence.deleteAll() },
          reminders: { [reminders, ledger] in try await reminders.deleteAll(in: ledger) },
          verdict: { [bedtime, homeChanges, folderPath, ledger] in
            bedtime.forget()
            homeChanges.forget()
            try await BedtimeVerdict.file(in: folderPath).delete(in: ledger)
          },
          messages: { [messages, ledger] in try await messages.clear(in: ledger, nil).notes }))
      mixer = MixerLook(board: board, outputs: outputs, time: time)
      homeGate = HomeGate(path: options.homeConfigPath, events: events, time: time)
      probe = SilentProbe(
        board: board, outputs: outputs, desk: desk, folderPath: folderPath, time: time,
        ifIdle: { [ringer] in ringer.ifIdle($0) })
      teller = ReminderTeller(
        messages: shown, faceRunner: faceRunner, beep: beep, voice: voice, inForce: inForce,
        hasDisplay: board.fitting.roles.contains(.display))
      memory = IdleMemory(time: time) { [scheduler] in
        isBusy() || scheduler.next.map { $0.due < time.now + .seconds(60) } ?? false
      }
    } catch {
      throw Self.cannotStart(error)
    }
    if case .damaged(let why) = keptZone { log.log(.warning, "the time zone of before is not known: \(why)") }
  }
}
