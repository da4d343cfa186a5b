import AlarmClock
import CLinux
import Control
import Glibc
import Logging
import Machine

/// The service, from its options to its last act, which is silence. What it is made of, and who knows whom, stands in
/// `RouseDaemon+Wiring.swift`.
public struct RouseDaemon: Sendable {
  /// What the command line asked for; nil: the usual place.
  public struct Options: Sendable {
    /// `mock`, or a board file's path.
    public var board: String?
    public var stateFolder: String?
    public var socketPath: String?
    /// Where `rouse-mqtt` is listened to; nil: nowhere.
    public var homeSocketPath: String?
    /// The file that says what the house may have the clock do.
    public var homeConfigPath: String?
    /// The descriptor that gets a line once requests are answered, or `nil` if nobody waits for one.
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
  /// Why it does only what ringing needs; nil: it does everything.
  let minimal: String?
  let log: LogWriter
  let manager: ServiceManager
  /// Starts what has a thread of its own, in this order.
  let threads: [@Sendable () throws -> Void]
  /// What goes on side by side for as long as the daemon runs.
  let loops: [@Sendable () async -> Void]
  let shutdown: Shutdown

  /// Opens everything and makes every device inert. Throws, for people, what stands in the way.
  ///
  /// After three starts within a minute that ended badly it opens only what ringing needs.
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
        // For the status, once a minimal start can tell it.
        starts.note(reason: LogWriter.line("\(error.what) (\(error.fix))"))
        throw error
      }
    }
    do {
      return try RouseDaemon(
        options, starts, socketPath,
        minimal: "it ended badly \(failures) times within a minute" + (reason.map { ": \($0)" } ?? ""), logger: logger)
    } catch {
      // Not even that: so that whoever starts it again at once does not keep the machine busy.
      _ = await time.rest(for: .seconds(5))
      throw error
    }
  }

  /// Rings until SIGTERM or SIGINT, then makes every device inert. A ring that goes on resumes at the next start.
  public func run() async throws {
    let signal: StopSignal
    do { signal = try StopSignal() } catch { throw Self.cannotStart(error) }
    await ledger.noteStart("\(Release.version) on the board \(board.name)")
    if let minimal { events.append(.minimalMode, detail: minimal) }
    scheduler.zoneInForce.tell(events, after: keptZone)
    let interrupted = await Resumption.begin(ledger, with: openRings)
    ringer.begin(interrupted)
    do { for start in threads { try start() } } catch { throw Self.cannotStart(error) }
    let work = Task(executorPreference: WorkPool.shared) {
      await withTaskGroup(of: Void.self) { group in for loop in loops { group.addTask { await loop() } } }
    }
    // It goes on until the shutdown has stored what rings have come to.
    let keeping = Task(executorPreference: WorkPool.shared) { await shutdown.queue.run(ledger) }
    manager.ready()
    rouse_release_memory()
    if minimal == nil { keepBoardCopy() }
    await untilStopped(by: signal)
    manager.stopping()
    await shutdown.run(work)
    keeping.cancel()
  }

  static func cannotStart(_ why: any Error) -> ControlError {
    ControlError(
      .internal, "the daemon cannot start", why: "\(why)",
      fix: "free memory, threads or descriptors (`ulimit -a`), then start it again")
  }

  /// Until a signal, or in minimal mode until another try of everything is due.
  private func untilStopped(by signal: StopSignal) async {
    guard minimal != nil, manager.isThere else { return await signal.wait() }
    await untilOneEnds(signal.wait) {
      // systemd starts it again.
      repeat { guard await time.rest(for: Self.minimalPatience) else { return } } while ringer.isRinging
    }
  }

  /// How long minimal mode lasts before everything is tried again.
  private static let minimalPatience: Duration = .seconds(600)

  static func boardCopy(_ folder: String) -> String { folder + "/board.json5" }

  /// Keeps the board file that was good, for a start to which it no longer is.
  ///
  /// On a thread of its own: a disk that hangs is not to keep a signal to stop waiting.
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

  /// Where the store is when nobody says.
  static var defaultStateFolder: String {
    // systemd gives the service its StateDirectory.
    if let folder = getenv("STATE_DIRECTORY"), folder.pointee != 0 { return String(cString: folder) }
    return getuid() == 0 ? "/var/lib/rouse" : SocketPath.userStateFolder
  }

  /// Has this process run on a mock clock from now on, unless `time` is `nil`. Must be called before anything waits.
  ///
  /// - Parameters:
  ///   - time: when it starts, as people type it, by the clock of `zone`.
  ///   - zone: its time zone; `nil`: the machine's.
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
      do throws(InvalidValue) {
        start = MockStart(now: try MomentText.parse(time, now: SystemTime().now, zone: rules, field: "--time"))
      } catch {
        throw ControlError(error)
      }
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
    // For this start alone.
    unsetenv(variable)
    guard words.count == 3, let nanoseconds = Int64(words[0]) else { return nil }
    return MockStart(
      now: Instant(nanoseconds: nanoseconds), isTrusted: words[1] == "trusted", zone: String(words[2]))
  }

  /// Restarts the service in this process with the same options, as after a power cut. Returns only if that fails.
  func reboot() -> SystemError {
    setenv(Self.variable, "\(now.nanoseconds) \(isTrusted ? "trusted" : "untrusted") \(zone ?? "UTC")", 1)
    var words = CommandLine.arguments
    // Nobody waits for it any more.
    if let index = words.firstIndex(of: "--ready-fd") { words.removeSubrange(index...min(index + 1, words.count - 1)) }
    words.removeAll { $0.hasPrefix("--ready-fd=") }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    execv(ProgramPlaces.path(of: "rouse-daemon"), &arguments)
    let error = SystemError("restarting the service", errno)
    for argument in arguments { free(argument) }
    return error
  }
}
