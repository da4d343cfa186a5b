import AlarmClock
import CLinux
import Control
import ControlService
import Logging
import Machine
import Reminders

extension RouseDaemon {
  /// Creates and connects all components. So far only the threads of the devices run, which make them inert.
  init(
    _ options: Options, _ starts: StartRecord, _ socketPath: String, minimal: String?, logger: Logger
  ) throws(ControlError) {
    rouse_tune_heap()
    DescriptorShare.raise()
    let time: any TimeSource & TrustSource = VirtualTime.installed ?? SystemTime()
    self.time = time
    self.minimal = minimal
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
    let socket = try ControlSocket(path: socketPath)
    // Minimal mode does nothing but ring.
    let (homeSocket, homeProblem) = HomeService.socket(at: minimal == nil ? options.homeSocketPath : nil)
    let system = SystemZone()
    keptZone = KeptZone.find(in: folderPath, isNew: contents.book.alarms.isEmpty)
    let zone = ZoneInForce(of: system, kept: keptZone, at: time.reading)
    do {
      let (notices, bulk) = (Notices(), BulkGate(time: time))
      log = try LogWriter(logger: logger)
      events = EventLog(time: time, log: log)
      events.startSequence(after: contents.lastEvent)
      let health = DeviceHealth(events: events, time: time)
      let shelf = SoundShelf()
      let sounds = try OwnSoundStore(
        stateFolder: folderPath, shelf: shelf, events: events, time: time, minimal: minimal)
      let outputs = try Outputs(
        board: board, shelf: shelf, health: health, events: events, notices: notices, time: time)
      let previews = PreviewPlayer(outputs: outputs, events: events, time: time)
      let noises = NoisePlayer(outputs: outputs, events: events, time: time)
      let inForce = BookInForce(contents.book)
      let shape = board.displayShape ?? .fourDigits
      let face = ClockFace(zone: zone.rules, inForce: inForce, shape: shape)
      face.use(isLampLit: { outputs.isLampLit })
      face.use(zone)
      let trust = try TrustWatch(time: time, inForce: inForce, lastRing: contents.lastTrustedRing)
      face.use(isTrusted: trust.isTrusted)
      scheduler = try Scheduler(zone: zone, system: system, time: time)
      let recognizer = CardRecognizer(digests: try CardDigest(), inForce: inForce)
      let evidence = try EvidenceRecorder(
        stateFolder: folderPath, inForce: inForce, time: time, events: events, trust: trust)
      let desk = CameraDesk(
        camera: board.camera, program: ScanProcess.programPath, health: health, events: events,
        recognizer: recognizer, time: time, evidence: evidence)
      let queue = LedgerQueue(events: events)
      let timers = try TimerRunner(
        timers: contents.timers, inForce: inForce, outputs: outputs, scheduler: scheduler, events: events,
        time: time, trust: trust)
      face.use(countdown: { timers.countdown })
      let messages = ShownMessages(
        on: shape, kept: minimal == nil ? MessageCommands.kept(in: folder.path, on: shape, events) : [],
        inForce: inForce, time: time)
      face.use(messages: { messages.sight(at: $0) })
      face.use(messageCourse: { messages.course(at: $0) })
      let announcer = Announcer(
        face: face, inForce: inForce, notices: notices, time: time, speak: { await SpeechProgram.say($0, time: time) },
        announce: { outputs.announce($0) })
      let voice = SpokenWords(
        inForce: inForce, notices: notices, time: time, shelf: shelf, previews: previews)
      let newsSpeaker = NewsSpeaker(
        inForce: inForce, notices: notices, events: events, time: time, voice: voice)
      let faceRunner = FaceRunner(face: face, screen: outputs, time: time)
      let bedtime = BedtimeRunner(inForce: inForce, time: time)
      let reminders = ReminderDesk(
        kept: minimal == nil ? ReminderDesk.kept(in: folder.path, events) : ReminderBook(), time: time)
      let clockwork = Clockwork(
        queue: queue, events: events, trust: trust, timers: timers, face: face, faceRunner: faceRunner,
        bedtime: bedtime, reminders: reminders, announcer: announcer,
        foundTone: FoundTone(inForce: inForce, previews: previews, time: time), evidence: evidence)
      ringer = Ringer(
        outputs: outputs, cards: desk, events: events, face: face, time: time, trust: trust, looks: timers,
        observer: clockwork)
      ledger = Ledger(
        folder: folder, storedTimers: contents.timers, executor: try ThreadExecutor(name: "store"),
        scheduler: scheduler,
        events: events, inForce: inForce, followers: [timers, bedtime, reminders, trust, evidence, faceRunner],
        face: face,
        time: time, trust: trust, timers: timers)
      face.use(nextRing: { [scheduler] in scheduler.nextRing })
      let (ringer, ledger, scheduler, events, board, folderPath) =
        (ringer, ledger, scheduler, events, board, folderPath)
      let beep = MessageBeep(
        inForce: inForce, previews: previews, time: time, zone: { scheduler.zone },
        lack: outputs.lack, buzz: { outputs.beep($0, by: .preview) },
        isBusy: { ringer.isRinging || !outputs.isSpeakerSilent })
      let messageCommands = MessageCommands(
        messages: messages, beep: beep,
        face: face, inForce: inForce, scheduler: scheduler, timers: timers, fitting: board.fitting,
        isMinimal: minimal != nil,
        isRinging: { ringer.isRinging }, time: time)
      let button = ButtonPress(
        ledger: ledger, messages: messageCommands, reminders: reminders, faceRunner: faceRunner, ringer: ringer)
      let homeSignal = HomeSignal()
      let sensors = try Sensors(
        board: board, health: health, events: events, time: time,
        changed: { isLight in
          faceRunner.readingsChanged(isLight: isLight)
          homeSignal.changed()
        },
        pressed: { button.press() })
      face.use(readings: { sensors.readings.latest })
      face.use(followLight: { sensors.followLight($0) })

      // MARK: Commands of users
      let commands = Commands(
        inForce: inForce, scheduler: scheduler, timers: timers, recognizer: recognizer, shelf: shelf,
        fitting: board.fitting, time: time)
      let restores = Restores(ledger: ledger, sounds: sounds, stateFolder: folderPath, time: time)
      let homeChanges = HomeChanges()
      let erasures = Erasures(
        ledger: ledger, restores: restores, sounds: sounds,
        others: Erasures.Others(
          evidence: { _ = try await evidence.deleteAll() },
          reminders: { try await reminders.deleteAll(in: ledger) },
          verdict: {
            bedtime.forget()
            homeChanges.forget()
            try await BedtimeVerdict.file(in: folderPath).delete(in: ledger)
          },
          messages: { try await messageCommands.clear(in: ledger, nil).notes }))
      let views = commands.views
      let access = CameraAccess(board: board, ringer: ringer, desk: desk, health: health)
      let mixer = MixerLook(board: board, outputs: outputs, time: time)
      let devices = DeviceReport(board: board, outputs: outputs, sensors: sensors, health: health)
      let home = HomeLook(
        line: HomeLine(), changes: homeChanges,
        gate: HomeGate(path: options.homeConfigPath, events: events, time: time), ledger: ledger,
        isServed: options.homeSocketPath != nil, socketProblem: homeProblem, closed: homeSocket?.closed)
      let probe = SilentProbe(
        board: board, outputs: outputs, desk: desk, folderPath: folderPath, time: time,
        ifIdle: { ringer.ifIdle($0) })
      let examination = SelfExamination(
        board: board, outputs: outputs, sensors: sensors, health: health, desk: desk, ledger: ledger, ringer: ringer,
        scheduler: scheduler, views: views, volumes: commands.volumes, trust: trust, evidence: evidence,
        manager: manager, probe: probe, home: home,
        folderPath: folderPath, time: time)
      let bedtimeTest = BedtimeTest(
        bedtime: bedtime, examination: examination, access: access, ledger: ledger, ringer: ringer,
        scheduler: scheduler, desk: desk, outputs: outputs, face: face, faceRunner: faceRunner,
        newsSpeaker: newsSpeaker, reminders: reminders,
        events: events, home: home, time: time)
      let status = StatusReport(
        board: board, devices: devices, outputs: outputs, ledger: ledger, queue: queue, ringer: ringer,
        scheduler: scheduler, views: views, timers: commands.timers, trust: trust, examination: examination,
        bedtime: bedtime, evidence: evidence,
        noises: noises, home: home, erasures: erasures, minimal: minimal, time: time)
      let teller = ReminderTeller(
        messages: messages, faceRunner: faceRunner, beep: beep, voice: voice, inForce: inForce,
        hasDisplay: board.fitting.roles.contains(.display))
      let memory = IdleMemory(time: time) {
        ringer.isRinging || !outputs.isSpeakerSilent || scheduler.next.map { $0.due < time.now + .seconds(60) } ?? false
      }
      let reminderRunner = ReminderRunner(
        desk: reminders, teller: teller, ledger: ledger, inForce: inForce, scheduler: scheduler, trust: trust,
        events: events, isRinging: { ringer.isRinging },
        test: { bedtime.verdict.map { OccasionFacts.LastTest(time: $0.time, problems: $0.texts) } },
        hasProblem: { await !status.view().verdict.problems.isEmpty }, looked: { memory.releaseSoon() }, time: time)
      let evidenceRoutes = EvidenceRoutes(
        ledger: ledger, evidence: evidence, events: events, scheduler: scheduler, bulk: bulk)
      let deviceTest = DeviceTest(
        devices: devices, outputs: outputs, desk: desk, ringer: ringer, scheduler: scheduler, inForce: inForce,
        faceRunner: faceRunner, events: events, time: time)
      let playing = PlayRoutes(
        previews: previews, noises: noises, views: views, shelf: shelf, board: board,
        health: health, ringer: ringer, scheduler: scheduler, face: face, bulk: bulk, mixer: mixer, time: time)
      var router = Router()
      AlarmRoutes(ledger: ledger, alarms: commands.alarms, daysOff: commands.daysOff, bulk: bulk, mixer: mixer)
        .add(to: &router)
      CalendarRoutes(ledger: ledger, calendars: commands.calendars).add(to: &router)
      TimerRoutes(
        ledger: ledger, timers: commands.timers, presets: commands.presets, ringer: ringer, mixer: mixer
      ).add(to: &router)
      CardRoutes(
        ledger: ledger, cards: commands.cards, ringer: ringer, access: access, desk: desk, time: time,
        gate: BulkGate(time: time)
      ).add(to: &router)
      CameraRoutes(access: access, desk: desk, scheduler: scheduler, time: time).add(to: &router)
      ClockRoutes(
        ledger: ledger, settings: commands.settings, undo: commands.undo, faceRunner: faceRunner, scheduler: scheduler,
        events: events, bulk: bulk, status: status, examination: examination, bedtimeTest: bedtimeTest,
        deviceTest: deviceTest, evidence: evidenceRoutes, mixer: mixer, time: time
      ).add(to: &router)
      FaceRoutes(
        faceRunner: faceRunner, outputs: outputs, board: board, ringer: ringer, scheduler: scheduler, time: time
      ).add(to: &router)
      MessageRoutes(ledger: ledger, messages: messageCommands, reminders: reminders, faceRunner: faceRunner)
        .add(to: &router)
      ReminderRoutes(
        ledger: ledger,
        reminders: ReminderCommands(
          desk: reminders, runner: reminderRunner, teller: teller, settings: commands.settings,
          notes: ReminderNotes(fitting: board.fitting), isMinimal: minimal != nil, time: time)
      ).add(to: &router)
      MockRoutes(board: board, sensors: sensors, ringer: ringer, scheduler: scheduler, time: time).add(to: &router)
      MockClockRoutes(
        clock: VirtualTime.installed, system: system, scheduler: scheduler, trust: trust, events: events, starts: starts
      ).add(to: &router)
      BackupRoutes(
        ledger: ledger, restores: restores, views: commands.views, sounds: commands.sounds, ownSounds: sounds,
        bulk: bulk, evidence: evidenceRoutes
      ).add(to: &router)
      evidenceRoutes.add(to: &router)
      DataRoutes(
        erasures: erasures,
        report: DataReport(
          ledger: ledger, inForce: inForce, evidence: evidence, sounds: sounds, messages: messageCommands,
          reminders: reminders, folder: folderPath), bulk: bulk
      ).add(to: &router)
      SoundRoutes(
        ledger: ledger, use: commands.sounds, shelf: shelf, sounds: sounds, fitting: board.fitting, time: time
      ).add(to: &router)
      playing.add(to: &router)
      HomeOrders(line: home.line, scheduler: scheduler, time: time).add(to: &router)
      // MARK: Requests of the house, on a socket of its own
      var homeRouter = Router()
      HomeRoutes(
        ledger: ledger, events: events, scheduler: scheduler, ringer: ringer,
        feed: HomeStateFeed(
          status: status, shelf: shelf, look: home,
          scores: HomeScores(ledger: ledger, events: events, inForce: inForce, scheduler: scheduler, time: time),
          events: events, signal: homeSignal, time: time),
        actions: HomeActions(
          ledger: ledger, commands: commands, messages: messageCommands, faceRunner: faceRunner, noises: noises,
          playing: playing, deviceTest: deviceTest, mixer: mixer), time: time
      ).add(to: &homeRouter)

      // MARK: Threads and loops
      let manager = manager
      threads = [
        { try scheduler.start(ringer, clockwork) },
        { faceRunner.start(ringer) },
        {
          try timers.start {
            queue.put(.timersChanged)
            faceRunner.refresh()
          }
        },
        { try trust.start { change in clockwork.note(.clock(.trust(change))) } },
        { try Watchdog([scheduler, ringer], manager: manager).start() },
      ]
      let chimeWatch = ChimeStopper(
        timers: timers, cards: desk, inForce: inForce, time: time,
        light: { isOn in ringer.ifIdle { outputs.light(isOn) } },
        lies: { if face.notice(.takeAway, at: time.monotonic) { faceRunner.refresh() } })
      let care = StoreCare(ledger: ledger, restores: restores, erasures: erasures)
      let late = LateRings(trust: trust, ledger: ledger, ringer: ringer, newsSpeaker: newsSpeaker)
      let service = CommandService(
        socket: socket, router: router, notices: notices, inForce: inForce, log: log, memory: memory, time: time)
      let newsSources = NewsSpeaker.Sources(
        misses: { await ledger.misses() }, isTrusted: { trust.isTrusted },
        verdict: { bedtime.verdict.map { ($0.time, $0.texts) } },
        changes: { homeChanges.recent(at: time.now).map { ($0.time, $0.words) } },
        next: { await ledger.show { views.nextToAnswer.ring } }, zone: { scheduler.zone },
        isBusy: { ringer.isRinging || !outputs.isSpeakerSilent })
      let always: [@Sendable () async -> Void] = [
        { await ringer.run() }, { await ledger.keepEvents() },
        { await care.keep() }, { await chimeWatch.run() }, { await ledger.show { faceRunner.settingsChanged() } },
        { await noises.run() }, { await announcer.run(ringer) }, { await newsSpeaker.run(newsSources) },
        { await bedtimeTest.keep() },
        { await late.decide() }, { await service.run() },
      ]
      let homeService = homeSocket.map { [log] socket in
        HomeService(socket: socket, router: homeRouter, log: log, memory: memory)
      }
      let ofHome: [@Sendable () async -> Void] =
        homeService.map { service in
          [{ await homeChanges.restore(from: ledger, at: time.now) }, { await service.run() }]
        } ?? []
      // Minimal mode does not read the settings.
      loops =
        minimal == nil
        ? always + [{ await evidence.run() }, { await sounds.run() }, { await reminderRunner.run() }] + ofHome : always
      shutdown = Shutdown(
        queue: queue, ringer: ringer, timers: timers, faceRunner: faceRunner, outputs: outputs, sensors: sensors,
        events: events,
        ledger: ledger, log: log, starts: starts, time: time)
    } catch {
      throw Self.cannotStart(error)
    }
    if case .damaged(let why) = keptZone { log.log(.warning, "the time zone of before is not known: \(why)") }
  }
}
