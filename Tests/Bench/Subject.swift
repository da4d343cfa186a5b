import AlarmClock
import Control
import FoundationEssentials
import Glibc
import Pictures
import Storage
import TestSupport

/// The measured programs: a daemon on a mock board in a temporary folder.
final class Subject {
  enum Board: String {
    /// Everything that a ring needs.
    case plain = """
      { name: "plain", buzzer: { driver: "mock" }, speaker: { driver: "mock" }, lamp: { driver: "mock" },
        vibration: { driver: "mock", duty: { light: 0.4, medium: 0.7, strong: 1 } },
        display: { driver: "mock" }, camera: { driver: "mock" } }
      """
    /// The devices that a face can follow: six digits and a light sensor.
    case face = """
      { name: "face", buzzer: { driver: "mock" }, camera: { driver: "mock" },
        display: { driver: "mock", digits: 6 }, light: { driver: "mock" } }
      """
    /// All devices, with the daemon's own mock board file.
    case whole
  }

  let folder: String
  private let board: Board
  private(set) var process: pid_t = 0
  /// More arguments for the daemon.
  var options: [String] = []

  init(_ board: Board = .whole) throws {
    self.board = board
    folder = try Files.temporaryFolder(in: "/tmp")
    guard mkdir(statePath, 0o700) == 0 else { throw BenchError("no folder can be made in \(folder)") }
    if board != .whole { try Files.write(board.rawValue, to: boardPath) }
  }

  func remove() {
    stop()
    Files.remove(folder)
  }

  private var boardPath: String { folder + "/board.json5" }
  var statePath: String { folder + "/state" }
  var storePath: String { statePath + "/rouse.sqlite" }
  var socketPath: String { folder + "/s" }
  var homeSocketPath: String { folder + "/h" }

  /// Starts the daemon; returns the time until it answered a status request.
  @discardableResult
  func start(environment: [String] = []) throws -> Duration {
    let begun = ContinuousClock.now
    process = try Self.spawn(
      [
        ProgramPlaces.path(of: "rouse-daemon"), "--board", board == .whole ? "mock" : boardPath, "--state", statePath,
        "--socket", socketPath, "--home-socket", homeSocketPath,
      ] + options,
      environment: environment)
    while ContinuousClock.now - begun < .seconds(60) {
      do throws(ControlError) {
        _ = try client().send(GetStatus())
        return ContinuousClock.now - begun
      } catch {
        guard error.code == .unreachable else { throw error }
        usleep(500)
      }
    }
    throw BenchError("the daemon does not answer")
  }

  func stop() { Self.end(&process) }

  func client() throws(ControlError) -> ControlClient { try ControlClient(path: socketPath) }

  /// The payload of the card that ends every alarm here.
  static let payload = Array("rouse-bench".utf8)

  /// The card before the mock camera.
  static func cardPicture() throws -> ShowPicture {
    let card = try QRCard(payload: payload).image().fitted()
    return ShowPicture(pictureName: "card.png", pixels: Data(card.pixels).base64EncodedString(), milliseconds: nil)
  }

  func enrollCard() throws {
    let hex = Self.payload.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try client().stream(AddCard(cardName: "bench", payload: hex, seconds: 1)) { _ in }
  }

  /// Writes alarms into the store of a daemon that does not run, armed as the daemon does it.
  func seedAlarms(_ count: Int, on days: Weekdays = Weekdays(Weekday.allCases)) throws {
    let store = try Store(path: storePath)
    let settings = Settings()
    let now = Instant(nanoseconds: nanosecondsNow())
    try store.transaction { () throws(StorageError) in
      for index in 0..<count {
        guard let time = LocalTime(hour: index / 60 % 24, minute: index % 60, second: 0) else { continue }
        var alarm = Alarm(id: "seed\(index)", recurrence: .weekly(days, at: time))
        alarm.label = "Alarm \(index)"
        // Alarms that would ring during a measurement are disabled.
        guard let occurrence = alarm.recurrence.next(after: now, in: .utc), occurrence.due > now + .seconds(7200)
        else {
          alarm.isEnabled = false
          try store.save(alarm)
          continue
        }
        try store.save(alarm)
        try store.arm(
          ArmedOccurrence(
            occurrence: occurrence, plan: settings.plan(for: alarm), recurrence: alarm.recurrence, isSkipped: false))
      }
    }
  }

  /// Ends a process that was started here, even if it is stopped (SIGSTOP), and waits for it; 0 means none.
  static func end(_ process: inout pid_t) {
    guard process != 0 else { return }
    kill(process, SIGTERM)
    kill(process, SIGCONT)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
  }

  /// Starts a program with /dev/null for its input and output, in UTC.
  static func spawn(_ words: [String], environment: [String] = []) throws -> pid_t {
    let files = [(path: String, flags: Int32)](repeating: ("/dev/null", O_RDWR), count: 3)
    return try Program.spawn(words, environment: ["PATH=/usr/bin:/bin", "TZ=UTC"] + environment, files)
  }

  /// Returns the CPU time of a process in seconds: utime and stime, which follow the name in parentheses (proc(5)).
  static func processorTime(of process: pid_t) throws -> Double {
    let path = "/proc/\(process)/stat"
    let fields = (Files.text(path).split(separator: ")").last ?? "").split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchError("\(path) is not understood")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Measures a command of `rouse`.
  func time(_ words: [String]) throws -> Duration {
    try Self.time([ProgramPlaces.path(of: "rouse")] + words, environment: ["ROUSE_SOCKET=\(socketPath)"])
  }

  @discardableResult
  static func time(_ words: [String], environment: [String] = []) throws -> Duration {
    let begun = ContinuousClock.now
    var status: Int32 = 0
    waitpid(try spawn(words, environment: environment), &status, 0)
    guard status == 0 else { throw BenchError("\(words.joined(separator: " ")) failed with \(status)") }
    return ContinuousClock.now - begun
  }
}

typealias BenchError = Failure

func nanosecondsNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
