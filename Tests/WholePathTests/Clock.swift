import Control
import FoundationEssentials
import Glibc
import Pictures
import TestSupport

/// A clock of the real programs on the mock board, in a folder of its own.
final class Clock {
  let folder: String
  let zone: String?
  var patience: Int? = 180  // seconds that a command waits for an answer: a busy machine may take long
  private static let longestLife = 3600  // seconds that a daemon may run if its test does not end it
  private(set) var daemon: Program?
  /// What else the daemon is started with.
  var options: [String] = []
  /// A Monday on which a mock clock starts.
  static let morning = "2027-04-05 06:00"
  private var isMock: Bool { options.contains("--time") }
  private var count = 0

  /// Runs a test with a clock that has started and knows the card `right`; nothing of it is left afterwards.
  ///
  /// - Parameters:
  ///   - base: `/tmp` if the doctor is to find no fault: state in memory is one.
  ///   - time: on a mock clock that shows this at the start, as `morning`; `nil`: on the real clock.
  ///   - isLong: it takes most of a minute, and begins before the others.
  static func run(
    in base: String = Files.memory, at time: String? = nil, zone: String? = nil, card: Bool = true,
    isLong: Bool = false, _ test: (Clock) async throws -> Void
  ) async throws {
    try await withoutDaemon(in: base, at: time, zone: zone, isLong: isLong) { clock in
      try await clock.start()
      if card { try await clock.succeed("card", "add", "right", "--image", clock.card("right")) }
      try await test(clock)
    }
  }

  /// As `run`, with a clock that was not started.
  static func withoutDaemon(
    in base: String = Files.memory, at time: String? = nil, zone: String? = nil, isLong: Bool = false,
    _ test: (Clock) async throws -> Void
  ) async throws {
    try await Places.shared.one(isLong: isLong) {
      let clock = Clock(folder: try Files.temporaryFolder(in: base), zone: zone)
      if let time { clock.options = ["--time", time, "--zone", zone ?? "Europe/Berlin"] }
      defer { clock.remove() }
      try await test(clock)
    }
  }

  /// As `withoutDaemon`, with a house full of them.
  static func several(_ count: Int, _ test: ([Clock]) async throws -> Void) async throws {
    try await Places.shared.one(isLong: true) {
      let clocks = try (0..<count).map { _ in Clock(folder: try Files.temporaryFolder(), zone: nil) }
      defer { for clock in clocks { clock.remove() } }
      try await test(clocks)
    }
  }

  private init(folder: String, zone: String?) {
    self.folder = folder
    self.zone = zone
  }

  private func remove() {
    if let id = daemonID { kill(id, SIGKILL) }
    daemon = nil
    Files.remove(folder)
  }

  // MARK: The daemon

  var statePath: String { folder + "/state" }
  var socketPath: String { folder + "/s" }

  /// Starts the daemon and waits until it answers.
  ///
  /// - Parameters:
  ///   - programs: the folder of the daemon and its helpers.
  ///   - launcher: starts it, as `prlimit` with its options; empty: nobody but these tests.
  func start(
    board: String = "mock", from programs: String = Files.builtPrograms, through launcher: [String] = []
  ) async throws {
    let daemon = try launch(board: board, from: programs, through: launcher)
    self.daemon = daemon
    try await eventually("the daemon answers", letsTimePass: false) {
      guard daemon.isRunning else {
        throw Failure("the daemon ended with \(try await daemon.result().code): \(daemon.errors)")
      }
      return daemon.output == "ready\n"
    }
  }

  /// Starts the daemon in place of one that has ended, as a service manager does, and waits for nothing.
  func startAgain() throws { daemon = try launch() }

  /// Starts a daemon on this clock's state. Whatever becomes of the tests, `timeout` ends it.
  func launch(
    board: String = "mock", from programs: String = Files.builtPrograms, state: String? = nil, socket: String? = nil,
    through launcher: [String] = []
  ) throws -> Program {
    count += 1
    return try Program(
      launcher + [
        "/usr/bin/timeout", "--signal=KILL", "\(Self.longestLife)", programs + "/rouse-daemon", "--board", board,
        "--state", state ?? statePath, "--socket", socket ?? socketPath, "--ready-fd", "\(STDOUT_FILENO)",
      ] + options, environment: environment, outputTo: "\(folder)/daemon\(count)")
  }

  /// Starts a daemon by lines that are typed at a shell, of which the last is `rouse daemon … &`.
  func start(typed lines: [String]) throws {
    let command = (lines.last ?? "").split(separator: " ").filter { $0 != "&" }.joined(separator: " ")
    daemon = try shell(
      lines.dropLast() + ["exec " + command], through: ["/usr/bin/timeout", "--signal=KILL", "\(Self.longestLife)"])
  }

  /// The daemon itself, which runs below `timeout`.
  var daemonID: pid_t? { daemon?.children.first { $0.name == "rouse-daemon" }?.id }

  /// The reader that the daemon keeps while it looks through the camera.
  var scanID: pid_t? { daemonID.flatMap { Program.children(of: $0).first { $0.name == "rouse-scan" }?.id } }

  /// Ends the daemon with a signal, and waits until it is gone.
  func end(_ signal: Int32) async throws -> Program.Result {
    guard let daemon, let id = daemonID else { throw Failure("no daemon runs") }
    kill(id, signal)
    return try await daemon.result()
  }

  // MARK: The command line

  private var environment: [String] {
    let own = [zone.map { "TZ=\($0)" }, patience.map { "ROUSE_PATIENCE=\($0)" }].compactMap(\.self)
    return ["PATH=/usr/bin:/bin", "HOME=\(folder)", "ROUSE_SOCKET=\(socketPath)"] + own
  }

  /// Starts a command that goes on by itself, as `log --follow`.
  func begin(_ words: [String], input: String = "/dev/null") throws -> Program {
    count += 1
    return try Program(
      [Files.builtPrograms + "/rouse"] + words, environment: environment, input: input,
      outputTo: "\(folder)/command\(count)")
  }

  /// Starts a command at a terminal, at which somebody sits.
  func atTerminal(_ words: [String]) throws -> TerminalProgram {
    try TerminalProgram([Files.builtPrograms + "/rouse"] + words, environment: environment + ["TERM=xterm"])
  }

  /// Runs lines as they are typed at a shell whose home is the clock's folder. Nothing tells them of this clock's socket.
  func type(_ lines: [String]) async throws -> Program.Result { try await shell(lines).result() }

  private func shell(_ lines: [String], through launcher: [String] = []) throws -> Program {
    count += 1
    let variables = environment.filter { !$0.hasPrefix("PATH=") && !$0.hasPrefix("ROUSE_SOCKET=") }
    return try Program(
      launcher + ["/bin/bash", "-c", lines.joined(separator: "\n")],
      environment: variables + ["PATH=\(Files.builtPrograms):/usr/bin:/bin"], outputTo: "\(folder)/shell\(count)")
  }

  func rouse(_ words: [String], input: String = "/dev/null") async throws -> Program.Result {
    try await begin(words, input: input).result()
  }

  @discardableResult
  func rouse(_ words: String...) async throws -> Program.Result { try await rouse(words) }

  /// A command that has to work; returns what it prints.
  @discardableResult
  func succeed(_ words: String...) async throws -> String {
    let result = try await rouse(words)
    guard result.code == 0 else {
      throw Failure("`rouse \(words.joined(separator: " "))` ended with \(result.code): \(result.errors)")
    }
    return result.output
  }

  /// As `succeed`, again and again while the daemon has no room for the request or for its answer.
  @discardableResult
  func succeedPatiently(_ words: String...) async throws -> String {
    var output = ""
    try await eventually("there is room for `rouse \(words.joined(separator: " "))`") {
      let result = try await rouse(words)
      guard [0, ExitCode.tryAgain.rawValue].contains(result.code) else { throw Failure(result.errors) }
      output = result.output
      return result.code == 0
    }
    return output
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ words: String...) async throws -> Value {
    let result = try await rouse(words)
    guard result.code == 0 else { throw Failure("`rouse \(words)` ended with \(result.code): \(result.errors)") }
    return try JSONDecoder().decode(type, from: Data(result.output.utf8))
  }

  /// Sets an alarm; returns its id.
  func addAlarm(_ words: String...) async throws -> String {
    let result = try await rouse(["alarm", "add"] + words + ["--json"])
    guard result.code == 0 else { throw Failure("no alarm was set: \(result.errors)") }
    return try JSONDecoder().decode(AlarmSaved.self, from: Data(result.output.utf8)).alarm.id
  }

  // MARK: What the clock says

  /// The items of the daemon's answer. Many waits ask often, and starting `rouse` for it would keep the processors busy.
  func items<Asked: Command>(_ command: Asked) async throws -> [Asked.Reply] {
    let line = try Line(to: socketPath)
    try line.ask(command, id: 1)
    var items: [Asked.Reply] = []
    while true {
      let answer = try JSONDecoder().decode(Wire.Response<Asked.Reply>.self, from: try await line.answer())
      if let error = answer.error { throw error }
      if let item = answer.item { items.append(item) }
      if answer.end == true { return items }
    }
  }

  func ask<Asked: Command>(_ command: Asked) async throws -> Asked.Reply {
    let items = try await items(command)
    guard items.count == 1 else { throw Failure("`\(Asked.name)` has \(items.count) answers") }
    return items[0]
  }

  var status: StatusView { get async throws { try await ask(GetStatus()) } }
  var mock: MockStateView { get async throws { try await ask(GetMockState()) } }
  var mockHistory: [MockEntryView] { get async throws { try await items(GetMockHistory()).flatMap(\.history) } }
  var alarms: [AlarmView] { get async throws { try await items(ListAlarms()).flatMap(\.alarms) } }
  var log: [EventView] {
    get async throws { try await items(ReadLog(since: nil, limit: 10_000, follow: false)) }
  }

  func events(_ name: String) async throws -> [EventView] { try await log.filter { $0.event == name } }

  // MARK: Waiting

  /// Waits until it is so, asking again and again, for as long as the daemon has something to say. A second passes meanwhile
  /// on a mock clock each time.
  func eventually(_ what: String, letsTimePass: Bool = true, _ condition: () async throws -> Bool) async throws {
    var detector = HangDetector()
    while try await !condition() {
      let said = daemon?.errors ?? ""
      if detector.hangs(String(said.split(separator: "\n").last ?? "")) {
        throw Failure("\(what): \(detector.report). The daemon said:\n\(said)")
      }
      if isMock, letsTimePass { try await pass(1) }
      // Conditions may take a process each time: less often where it takes long.
      try await Task.sleep(for: isMock ? .milliseconds(20) : detector.pause)
    }
  }

  /// Lets so many seconds pass by this clock.
  func pass(_ seconds: Int) async throws {
    guard isMock else { return try await Task.sleep(for: .seconds(seconds)) }
    _ = try await ask(AdvanceMockClock(by: "\(seconds)s", to: nil))
  }

  /// Waits until the speaker plays, the motor runs and the camera looks.
  func untilRinging() async throws {
    try await eventually("it rings") {
      let mock = try await mock
      return mock.speaker.playing && mock.vibration.duty > 0 && mock.camera.open
    }
  }

  /// Waits until the clock calls itself idle.
  /// Nothing rings, and a kill would not bring it back.
  func untilIdle() async throws {
    try await eventually("it is idle") {
      let status = try await status
      return status.state == .idle && status.storage.unstored == 0
    }
  }

  /// Sets an alarm and waits until it rings; returns its id.
  func ring(_ words: String...) async throws -> String {
    let id = try await addAlarm("+1s", "--label", "Wake")
    if !words.isEmpty { try await succeed("alarm", "edit", id, words[0], words[1]) }
    try await untilRinging()
    return id
  }
}

extension MockStateView {
  /// Whether anything can be heard or felt, but for the tone of a card that was taken.
  var isSounding: Bool { buzzer.on || speaker.playing && !tellsOfACard || vibration.duty > 0 }
  var tellsOfACard: Bool { speaker.playing && speaker.sound == "card found" }
}
