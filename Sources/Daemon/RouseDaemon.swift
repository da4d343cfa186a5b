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

  let engine: Engine
  let folderPath: String
  let time: any TimeSource
  let system = SystemZone()
  /// Why it only does what ringing needs, or `nil` if it does everything.
  let minimal: String?
  let manager: ServiceManager
  let starts: StartRecord
  /// In the order in which they hear of news.
  let hooks: [any Hook]
  let commands: Commands
  let restores: Restores
  let erasures: Erasures

  // MARK: Parts of the engine
  let board: Board
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
  let shelf: SoundShelf
  let desk: CameraDesk
  let evidence: EvidenceRecorder
  let face: ClockFace
  let faceRunner: FaceRunner

  // MARK: Devices
  let probe: SilentProbe
  let mixer: MixerLook
  let sounds: OwnSoundStore
  let previews: PreviewPlayer
  let noises: NoisePlayer

  // MARK: What people see and hear
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
  /// Limits payloads from clients: the camera's cards use the same thread, and a ring's card waits behind only a few.
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
    let board =
      try minimal == nil
      ? BoardChoice.board(options.board, time: time)
      : BoardChoice.essentials(options.board, copy: Self.boardCopy(folderPath), time: time)
    guard VirtualTime.installed == nil || board.isMock else { throw Self.needsMockBoard(board.name) }
    manager = ServiceManager(readyDescriptor: options.readyDescriptor)
    let folder = try StateFolder(path: folderPath, minimal: minimal)
    let contents = try minimal == nil ? folder.contents() : folder.essentials()
    socket = try ControlSocket(path: socketPath)
    // Minimal mode does nothing but ring.
    (homeSocket, homeProblem) = Self.homeSocket(at: minimal == nil ? options.homeSocketPath : nil)
    do {
      engine = try Engine(
        Engine.Startup(
          board: board, contents: contents,
          keptZone: KeptZone.find(in: folderPath, isNew: contents.book.alarms.isEmpty), time: time, notices: notices),
        in: folder, system: system, logger: logger)
      self.board = board
      log = engine.log
      events = engine.events
      inForce = engine.inForce
      trust = engine.trust
      scheduler = engine.scheduler
      ledger = engine.ledger
      ringer = engine.ringer
      timers = engine.timers
      health = engine.health
      outputs = engine.outputs
      sensors = engine.sensors
      shelf = engine.shelf
      desk = engine.camera
      evidence = engine.evidence
      face = engine.face
      faceRunner = engine.faceRunner
      bulk = BulkGate(time: time)
      cardGate = BulkGate(time: time)
      sounds = try OwnSoundStore(stateFolder: folderPath, shelf: shelf, events: events, time: time, minimal: minimal)
      previews = PreviewPlayer(outputs: outputs, events: events, time: time)
      noises = NoisePlayer(outputs: outputs, events: events, time: time)
      let shown = engine.messages
      if minimal == nil { MessageCommands.kept(in: folderPath, on: shown.shape, events).forEach(shown.put) }
      announcer = Announcer(
        face: face, inForce: inForce, notices: notices, time: time, speak: { await SpeechProgram.say($0, time: time) },
        announce: { [outputs] in outputs.announce($0) })
      let voice = SpokenWords(inForce: inForce, notices: notices, time: time, shelf: shelf, previews: previews)
      newsSpeaker = NewsSpeaker(
        happened: events.follow(), inForce: inForce, notices: notices, time: time, voice: voice)
      bedtime = BedtimeRunner(inForce: inForce, time: time)
      reminders = ReminderDesk(
        kept: minimal == nil ? ReminderDesk.kept(in: folderPath, events) : ReminderBook(), time: time)
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
        announcer, bedtime, reminders, FoundTone(inForce: inForce, previews: previews, time: time), homeSignal,
        messageRoutes, newsSpeaker,
      ]
      commands = Commands(
        inForce: inForce, scheduler: scheduler, timers: timers, recognizer: engine.recognizer, shelf: shelf,
        fitting: board.fitting, time: time)
      restores = Restores(ledger: ledger, sounds: sounds, stateFolder: folderPath)
      erasures = Erasures(
        ledger: ledger, restores: restores, sounds: sounds,
        others: [
          .evidence: { [evidence] in _ = try await evidence.deleteAll() },
          .reminders: { [reminders, ledger] in try await reminders.deleteAll(in: ledger) },
          .verdict: { [bedtime, homeChanges, folderPath, ledger] in
            bedtime.forget()
            homeChanges.forget()
            try await BedtimeVerdict.file(in: folderPath).delete(in: ledger)
          },
          .messages: { [messages, ledger] in
            if let note = try await messages.clear(in: ledger, nil).notes.first { throw SystemError(note, 0) }
          },
        ])
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
  }
}
