import AlarmClock
import CLinux
import Control
import ControlService
import Glibc
import Logging
import Machine

extension RouseDaemon {
  /// Opens everything and makes every device inert. Throws a message for the user.
  /// After three failed starts within a minute it opens only what ringing needs.
  public static func start(_ options: Options, logger: Logger) async throws -> RouseDaemon {
    do { try Sleeper.shared.start() } catch { throw cannotStart(error) }
    let time = SystemTime()
    let socketPath = SocketPath.forDaemon(options.socketPath)
    let starts = StartRecord(socketPath: socketPath)
    let (failures, reason) = starts.note(at: time.sinceBoot)
    guard failures >= StartRecord.mostFailures else {
      do throws(ControlError) {
        return try RouseDaemon(options, starts, socketPath, minimal: nil, logger: logger)
      } catch {
        // For `rouse status`, once a minimal start can show it.
        starts.note(reason: LogWriter.line("\(error.what) (\(error.fix))"))
        throw error
      }
    }
    do {
      return try RouseDaemon(
        options, starts, socketPath,
        minimal: "it ended badly \(failures) times within a minute" + (reason.map { ": \($0)" } ?? ""), logger: logger)
    } catch {
      // Not even that works. Keeps immediate restarts from occupying the machine.
      _ = await time.rest(for: .seconds(5))
      throw error
    }
  }

  /// Rings until SIGTERM or SIGINT, then makes every device inert. A ring under way resumes at the next start.
  public func run() async throws {
    let signal: StopSignal
    do { signal = try StopSignal() } catch { throw Self.cannotStart(error) }
    do {
      try await engine.start(hooks, manager: manager) { [minimal] events in
        if let minimal { events.append(.minimalMode, detail: minimal) }
      }
    } catch { throw Self.cannotStart(error) }
    let work = Task(executorPreference: WorkPool.shared) { [loops] in
      await withTaskGroup(of: Void.self) { group in for loop in loops { group.addTask { await loop() } } }
    }
    // It goes on until the shutdown has stored the outcomes of rings.
    let keeping = Task(executorPreference: WorkPool.shared) { [engine] in await engine.queue.run(engine.ledger) }
    manager.ready()
    rouse_release_memory()
    if minimal == nil { keepBoardCopy() }
    await untilStopped(by: signal)
    manager.stopping()
    await engine.stop(work)
    starts.clear()
    keeping.cancel()
  }

  /// The tasks that run for as long as the daemon.
  private var loops: [@Sendable () async -> Void] {
    let care = StoreCare(ledger: ledger)
    let newsSources = NewsSpeaker.Sources(
      misses: { [self] in await ledger.misses() }, isTrusted: { [self] in trust.isTrusted },
      verdict: { [self] in bedtime.verdict.map { ($0.time, $0.texts) } },
      changes: { [self] in homeChanges.recent(at: time.now).map { ($0.time, $0.words) } },
      next: { [self] in await ledger.show { views.nextToAnswer.ring } }, zone: { [self] in scheduler.zone },
      isBusy: { [self] in ringer.isRinging || !outputs.isSpeakerSilent })
    let router = router
    let always: [@Sendable () async -> Void] = [
      engine.run, noises.run,
      { [self] in await announcer.run(ringer) }, { [self] in await newsSpeaker.run(newsSources) }, keepBedtime,
      { [self] in await serve(router) },
    ]
    // Minimal mode does not read the settings.
    guard minimal == nil else { return always }
    return always + [
      { [self] in
        // The check at the start may need the disk space of leftovers.
        await restores.removeLeftovers()
        await care.keep()
      },
      { [self] in await erasures.run(after: care.rounds.stream) },
      { [self] in await evidence.run() }, { [self] in await sounds.run() }, reminderRunner.run, restoreHomeChanges,
      serveHome,
    ]
  }

  /// The requests of clients on the control socket.
  private var router: Router {
    var router = Router()
    addAlarms(to: &router)
    addCalendars(to: &router)
    addTimers(to: &router)
    addCards(to: &router)
    addCamera(to: &router)
    addClock(to: &router)
    addHistory(to: &router)
    addFace(to: &router)
    messageRoutes.add(to: &router)
    addReminders(to: &router)
    addMock(to: &router)
    addMockClock(to: &router)
    addBackups(to: &router)
    addEvidence(to: &router)
    addData(to: &router)
    addSounds(to: &router)
    addPlaying(to: &router)
    addHomeOrders(to: &router)
    return router
  }

  static func cannotStart(_ why: any Error) -> ControlError {
    ControlError(
      .internal, "the daemon cannot start", why: "\(why)",
      fix: "free memory, threads or descriptors (`ulimit -a`), then start it again")
  }

  /// Waits for a signal, or in minimal mode until another full start is due.
  private func untilStopped(by signal: StopSignal) async {
    guard minimal != nil, manager.isThere else { return await signal.wait() }
    await untilOneEnds(signal.wait) { [self] in
      // Then systemd restarts the service.
      repeat { guard await time.rest(for: Self.minimalPatience) else { return } } while ringer.isRinging
    }
  }

  private static let minimalPatience: Duration = .seconds(600)

  static func boardCopy(_ folder: String) -> String { folder + "/board.json5" }

  /// Copies a working board file for a start that finds it broken. On its own thread: a disk must not delay the stop.
  private func keepBoardCopy() {
    guard let file = board.file else { return }
    @Sendable func tell(_ error: any Error) {
      log.log(.warning, "no copy of the board file could be kept, for the day that the file is broken: \(error)")
    }
    do {
      try MachineThread.start("board copy") { [folderPath] in
        do { try DurableFile.replace(Self.boardCopy(folderPath), byCopyOf: file) } catch { tell(error) }
      }
    } catch {
      tell(error)
    }
  }

  static var defaultStateFolder: String {
    // Set by systemd (StateDirectory=).
    if let folder = getenv("STATE_DIRECTORY"), folder.pointee != 0 { return String(cString: folder) }
    return getuid() == 0 ? "/var/lib/rouse" : SocketPath.userStateFolder
  }

  /// Runs on a mock clock from `time` (typed, in `zone` or the machine's) unless that is `nil`.
  /// Must be called before anything waits.
  public static func useMockClock(at time: String?, zone: String?) throws(ControlError) {
    guard let time else { return }
    let kept = MockStart.kept
    if let zone = kept?.zone ?? zone {
      try SettingCommands.checkZone(zone)
      setenv("TZ", zone, 1)
    }
    let start: MockStart
    if let kept {
      start = kept
    } else {
      let rules: ZoneRules
      switch SystemZone().read(after: nil) {
      case .success(let data): rules = data.rules
      case .failure(let failure):
        throw ControlError(.badConfiguration, failure.what, why: "--time is a time of that zone", fix: failure.fix)
      }
      start = MockStart(
        now: try valid(MomentText.parse(time, now: SystemTime().now, zone: rules, field: "--time")))
    }
    do {
      try VirtualTime(now: start.now, isTrusted: start.isTrusted).install()
    } catch {
      throw cannotStart(error)
    }
  }

  static func needsMockBoard(_ board: String) -> ControlError {
    ControlError(
      .notPermitted, "--time needs a board of mock devices, and \(board) has real ones",
      why: "alarms on real devices ring by the real clock; nothing was changed",
      fix: mockClockCommand)
  }

  static let mockClockCommand =
    "rouse daemon --board mock --time '2027-03-28 01:50' --state /tmp/rouse-mock --socket /tmp/rouse-mock.sock"
}

/// The mock clock at the start of the service. A simulated reboot leaves it in the environment.
struct MockStart {
  private static let variable = "ROUSE_MOCK_START"

  var now: Instant
  var isTrusted = true
  var zone: String?

  static var kept: MockStart? {
    guard let value = getenv(variable) else { return nil }
    let words = String(cString: value).split(separator: " ")
    // Only for this start.
    unsetenv(variable)
    guard words.count == 3, let nanoseconds = Int64(words[0]) else { return nil }
    return MockStart(
      now: Instant(nanoseconds: nanoseconds), isTrusted: words[1] == "trusted", zone: String(words[2]))
  }

  /// Restarts the service in this process with the same options, as after a power cut. Returns only if that fails.
  func reboot() -> SystemError {
    setenv(Self.variable, "\(now.nanoseconds) \(isTrusted ? "trusted" : "untrusted") \(zone ?? "UTC")", 1)
    var words = CommandLine.arguments
    // Nobody waits for the line any more.
    if let index = words.firstIndex(of: "--ready-fd") { words.removeSubrange(index...min(index + 1, words.count - 1)) }
    words.removeAll { $0.hasPrefix("--ready-fd=") }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    execv(ProgramPlaces.path(of: "rouse-daemon"), &arguments)
    let error = SystemError("restarting the service", errno)
    for argument in arguments { free(argument) }
    return error
  }
}
