import Control
import FoundationEssentials
import Glibc
import Pictures
import TestSupport
import Testing

/// The real programs on the mock board, in a temporary folder.
final class Clock {
  let folder: String
  let zone: String?
  var patience: Int? = 180  // seconds that a command waits for an answer; long, because the machine may be busy
  private static let longestLife = 3600  // seconds after which `timeout` kills a daemon that its test did not end
  private(set) var daemon: Program?
  var options: [String] = []
  /// A Monday, at which mock clocks start.
  static let morning = "2027-04-05 06:00"
  private var isMock: Bool { options.contains("--time") }
  private var count = 0
  /// The programs whose children are killed after the test.
  private var kept: [Program] = []

  /// Runs a test with a started clock that knows the card `right`, and removes everything afterwards.
  ///
  /// - Parameters:
  ///   - base: The folder for the clock's files. `/tmp` if the doctor must find no problem: state in RAM is one.
  ///   - time: The start time of a mock clock, such as `morning`, or `nil` for the real clock.
  ///   - isLong: Whether the test takes most of a minute; such tests start first.
  static func run(
    in base: String = Files.memory, at time: String? = nil, zone: String? = nil, card: Bool = true,
    isLong: Bool = false, _ test: (Clock) async throws -> Void
  ) async throws {
    try await withoutDaemon(in: base, at: time, zone: zone, isLong: isLong) { clock in
      try await clock.start(card: card)
      try await test(clock)
    }
  }

  /// Like `run`, but does not start the daemon.
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
    for program in kept { program.killBelow() }
    (kept, daemon) = ([], nil)
    Files.remove(folder)
  }

  // MARK: The daemon

  var statePath: String { folder + "/state" }
  var socketPath: String { folder + "/s" }

  /// Starts the daemon and waits until it answers.
  ///
  /// - Parameters:
  ///   - programs: The folder with the daemon and its helpers.
  ///   - launcher: A command that runs the daemon, such as `prlimit` with its options.
  ///   - card: Whether to add the card `right`.
  func start(
    board: String = "mock", from programs: String = Files.builtPrograms, through launcher: [String] = [],
    card: Bool = false
  ) async throws {
    let daemon = try launch(board: board, from: programs, through: launcher)
    self.daemon = daemon
    try await eventually("the daemon answers", letsTimePass: false) {
      guard daemon.isRunning else {
        throw Failure("the daemon ended with \(try await daemon.result().code): \(daemon.errors)")
      }
      return daemon.output == "ready\n"
    }
    if card { try await succeed("card", "add", "right", "--image", self.card("right")) }
  }

  func restart(_ signal: Int32 = SIGTERM) async throws {
    _ = try await end(signal)
    try await start()
  }

  /// Lets a program run until the end of the test, which kills its children.
  func keep(_ program: Program) -> Program {
    kept.append(program)
    return program
  }

  /// Restarts a daemon that has ended, as a service manager does, without waiting for it.
  func startAgain() throws { daemon = try launch() }

  /// Starts a daemon with this clock's state; `timeout` kills it even if the tests crash.
  func launch(
    board: String = "mock", from programs: String = Files.builtPrograms, state: String? = nil, socket: String? = nil,
    through launcher: [String] = []
  ) throws -> Program {
    count += 1
    return keep(
      try Program(
        launcher + [
          "/usr/bin/timeout", "--signal=KILL", "\(Self.longestLife)", programs + "/rouse-daemon", "--board", board,
          "--state", state ?? statePath, "--socket", socket ?? socketPath, "--ready-fd", "\(STDOUT_FILENO)",
        ] + options, environment: environment, outputTo: "\(folder)/daemon\(count)"))
  }

  /// Starts a daemon with shell lines, the last of which is `rouse daemon … &`.
  func start(typed lines: [String]) throws {
    let command = (lines.last ?? "").split(separator: " ").filter { $0 != "&" }.joined(separator: " ")
    let launcher = ["/usr/bin/timeout", "--signal=KILL", "\(Self.longestLife)"]
    daemon = keep(try shell(lines.dropLast() + ["exec " + command], through: launcher))
  }

  /// The process id of the daemon itself, a child of `timeout`.
  var daemonID: pid_t? { daemon?.children.first { $0.name == "rouse-daemon" }?.id }

  /// The process id of the `rouse-scan` that the daemon runs while the camera is in use.
  var scanID: pid_t? { daemonID.flatMap { Program.children(of: $0).first { $0.name == "rouse-scan" }?.id } }

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

  /// Starts a command that does not end by itself, such as `log --follow`.
  ///
  /// - Parameter other: The whole environment, if it differs from the clock's.
  func begin(_ words: [String], input: String = "/dev/null", environment other: [String]? = nil) throws -> Program {
    count += 1
    return try Program(
      [Files.builtPrograms + "/rouse"] + words, environment: other ?? environment, input: input,
      outputTo: "\(folder)/command\(count)")
  }

  func atTerminal(_ words: [String]) throws -> TerminalProgram {
    try TerminalProgram([Files.builtPrograms + "/rouse"] + words, environment: environment + ["TERM=xterm"])
  }

  /// Runs shell lines with the clock's folder as home and without `ROUSE_SOCKET`.
  func type(_ lines: [String]) async throws -> Program.Result { try await shell(lines).result() }

  /// Runs a shell line in which `rouse` finds this clock's daemon.
  func type(_ line: String) async throws -> Program.Result {
    try await type(["export ROUSE_SOCKET=\(socketPath)", line])
  }

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

  /// Expects that a command ends with this exit code and says all of these texts on stderr.
  func expect(
    _ words: [String], code: Int32, says parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await rouse(words)
    let isSaid = parts.allSatisfy { result.errors.contains($0) }
    #expect(result.code == code && isSaid, "\(words): \(result)", sourceLocation: sourceLocation)
  }

  @discardableResult
  func succeed(_ words: [String]) async throws -> String {
    let result = try await rouse(words)
    guard result.code == 0 else {
      throw Failure("`rouse \(words.joined(separator: " "))` ended with \(result.code): \(result.errors)")
    }
    return result.output
  }

  @discardableResult
  func succeed(_ words: String...) async throws -> String { try await succeed(words) }

  /// Like `succeed`, but repeats the command while the daemon has no room for the request or its answer.
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

  func decode<Value: Decodable>(_ type: Value.Type, _ words: [String]) async throws -> Value {
    try decoded(type, try await succeed(words))
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ words: String...) async throws -> Value {
    try await decode(type, words)
  }

  func addAlarm(_ words: String...) async throws -> String {
    try await decode(AlarmSaved.self, ["alarm", "add"] + words + ["--json"]).alarm.id
  }

  // MARK: The state of the clock

  /// Returns the items of the daemon's answer. Starting `rouse` for each poll would cost too much CPU.
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

  /// Polls until the condition holds, a second of the mock clock each if `letsTimePass`; throws by `HangDetector`.
  func eventually(_ what: String, letsTimePass: Bool = true, _ condition: () async throws -> Bool) async throws {
    var detector = HangDetector()
    while try await !condition() {
      let said = daemon?.errors ?? ""
      if detector.hangs(String(said.split(separator: "\n").last ?? "")) {
        throw Failure("\(what): \(detector.report). The daemon said:\n\(said)")
      }
      if isMock, letsTimePass { try await pass(1) }
      // A condition may start a process, so poll less often if that takes long.
      try await Task.sleep(for: isMock ? .milliseconds(20) : detector.pause)
    }
  }

  /// Advances a mock clock, or waits on the real one.
  func pass(_ seconds: Int) async throws {
    guard isMock else { return try await Task.sleep(for: .seconds(seconds)) }
    _ = try await ask(AdvanceMockClock(by: "\(seconds)s", to: nil))
  }

  /// Like `eventually`, with the state of the mock board.
  func untilBoard(_ what: String, _ condition: (MockStateView) -> Bool) async throws {
    try await eventually(what) { condition(try await mock) }
  }

  func untilRinging() async throws {
    try await untilBoard("it rings") { $0.speaker.playing && $0.vibration.duty > 0 && $0.camera.open }
  }

  func untilPlaying(_ sound: String) async throws {
    try await untilBoard("\(sound) plays") { $0.speaker.playing && $0.speaker.sound == sound }
  }

  /// Waits until the clock reports that it is idle and every outcome is stored, so that a kill brings no ring back.
  func untilIdle() async throws {
    try await eventually("it is idle") {
      let status = try await status
      return status.state == .idle && status.storage.unstored == 0
    }
  }

  func dismiss() async throws {
    try await show("right")
    try await untilIdle()
  }

  /// Adds an alarm and waits until it rings; returns its id.
  func ring(_ words: String...) async throws -> String {
    let id = try await addAlarm("+1s", "--label", "Wake")
    if !words.isEmpty { try await succeed("alarm", "edit", id, words[0], words[1]) }
    try await untilRinging()
    return id
  }
}

extension MockStateView {
  /// Whether anything can be heard or felt, except the tone that confirms a card.
  var isSounding: Bool { buzzer.on || speaker.playing && !tellsOfACard || vibration.duty > 0 }
  var tellsOfACard: Bool { speaker.playing && speaker.sound == "card found" }
}

func decoded<Value: Decodable>(_ type: Value.Type, _ text: some StringProtocol) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}
