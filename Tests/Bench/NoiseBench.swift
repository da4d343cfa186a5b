import Control
import Glibc

/// Noise and previews: how fast they start and stop, what they cost, and how an alarm takes the speaker from them.
enum NoiseBench {
  private static let noise = "rain"

  static func run(_ subject: Subject, rings: Int, report: inout Report) throws {
    try starting(subject, report: &report)
    try previews(subject, report: &report)
    try cost(subject, report: &report)
    try RingBench.run(subject, rings: rings, over: noise, report: &report)
  }

  private static func starting(_ subject: Subject, report: inout Report) throws {
    let client = try subject.client()
    let (starts, stops) = try measure(client, pause: 100_000) {
      _ = try client.send(PlayNoise(sound: noise, volume: 30, seconds: nil, fadeOutSeconds: 0))
    } stop: {
      _ = try client.send(StopNoise())
    }
    add("noise play → first samples, 50 times", starts, to: &report)
    add("noise stop → speaker closed, 50 times", stops, to: &report)
  }

  private static func previews(_ subject: Subject, report: inout Report) throws {
    let client = try subject.client()
    var preview: pid_t = 0
    let (starts, stops) = try measure(client, pause: 200_000) {
      // Includes the start of the program.
      preview = try Subject.spawn(
        [ProgramPlaces.path(of: "rouse"), "sound", "preview", "bell", "--for", "60s"],
        environment: ["ROUSE_SOCKET=\(subject.socketPath)"])
    } stop: {
      _ = try client.send(StopPreview())
      var status: Int32 = 0
      waitpid(preview, &status, 0)
      guard status == 0 else { throw BenchError("the preview ended with \(status)") }
    }
    add("sound preview → first samples, 50 times", starts, to: &report)
    add("sound stop → speaker closed, 50 times", stops, to: &report)
  }

  /// Returns the times until the speaker starts and until it is closed, 50 times.
  ///
  /// - Parameter pause: Microseconds from its start to `stop`.
  private static func measure(
    _ client: ControlClient, pause: UInt32, start: () throws -> Void, stop: () throws -> Void
  ) throws -> (starts: [Duration], stops: [Duration]) {
    var (starts, stops): ([Duration], [Duration]) = ([], [])
    for _ in 0..<50 {
      var begun = nanosecondsNow()
      try start()
      starts.append(try moment("playing", client) - .nanoseconds(begun))
      usleep(pause)
      begun = nanosecondsNow()
      try stop()
      stops.append(try moment("close", client) - .nanoseconds(begun))
    }
    return (starts, stops)
  }

  /// Measures the daemon's CPU time while noise plays and no request arrives.
  private static func cost(_ subject: Subject, report: inout Report) throws {
    _ = try subject.client().send(PlayNoise(sound: noise, volume: 30, seconds: nil, fadeOutSeconds: 0))
    sleep(2)
    let seconds = 20
    let before = try Subject.processorTime(of: subject.process)
    sleep(UInt32(seconds))
    let share = (try Subject.processorTime(of: subject.process) - before) / Double(seconds) * 100
    // A new connection, because the first one was closed after a time without requests.
    _ = try subject.client().send(StopNoise())
    report.add(
      "processor time of \(noise), \(seconds) s", "\(oneDecimal(share)) % of one core", must: "<= 2 %",
      isMet: share <= 2)
  }

  /// Returns the time since 1970 of the speaker's latest action, once it is this one.
  private static func moment(_ action: String, _ client: ControlClient) throws -> Duration {
    for _ in 0..<500 {
      let last = try client.send(GetMockHistory()).history.last { $0.device == "speaker" }
      if let last, last.action == action { return .nanoseconds(Int64(last.nanoseconds) ?? 0) }
      usleep(20_000)
    }
    throw BenchError("the speaker did not come to `\(action)` within 10 s")
  }

  private static func add(_ name: String, _ times: [Duration], to report: inout Report) {
    report.add(name, Percentiles(times), .p99, most: .milliseconds(100))
  }
}
