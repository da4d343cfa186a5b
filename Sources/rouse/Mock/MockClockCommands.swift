import ArgumentParser
import Control
import Glibc

enum OnOff: String, CaseIterable, ExpressibleByArgument { case on, off }

struct MockAdvanceCommand: Verb {
  static let about = CommandConfiguration("mock advance")

  @Argument(help: "How far, such as 8h or 1h30m; at most 400 days.")
  var duration: String?
  @Option("Until when.", "TIME|next")
  var to: String?
  @OptionGroup var io: IO

  func validate() throws {
    guard (duration == nil) != (to == nil) else {
      throw ValidationError("Give either a duration such as 8h, or --to with a time such as 07:15.")
    }
  }

  func run() throws {
    // Followed, because advancing a year may take longer than other answers.
    try connection.open().stream(AdvanceMockClock(by: duration, to: to), isFollowed: true) {
      (reply) throws(ControlError) in
      try format.print(reply) {
        let lines = reply.events.map { LogCommand.line($0) }
        let left = reply.counts.values.reduce(0, +) - lines.count
        let more = left > 0 ? ["… and \(left) more: `rouse log`"] : []
        let now = "The mock clock shows \(TimePhrase.stamp(reply.to, .seconds))."
        return (lines + more + [now]).joined(separator: "\n")
      }
    }
  }
}

/// A verb that replies with the new state of the mock clock.
protocol MockClockVerb: AskingVerb where Request.Reply == GetMockClock.Reply {}

extension MockClockVerb {
  func text(_ clock: GetMockClock.Reply) -> String {
    "\(TimePhrase.stamp(clock.time, .seconds)) in \(Terminal.printable(clock.zone))"
      + (clock.trusted ? "" : ", not trusted")
  }
}

struct MockTimeCommand: MockClockVerb {
  static let about = CommandConfiguration("mock time")
  @OptionGroup var io: IO

  var command: GetMockClock { GetMockClock() }
}

struct MockStepCommand: MockClockVerb {
  static let about = CommandConfiguration("mock step")

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far; a leading - sets it back.", valueName: "duration"))
  var by: String
  @OptionGroup var io: IO

  var command: SetMockClock { SetMockClock(by: by) }
}

struct MockTrustCommand: MockClockVerb {
  static let about = CommandConfiguration("mock trust")

  @Argument(help: "on or off.")
  var trust: OnOff
  @OptionGroup var io: IO

  var command: SetMockClock { SetMockClock(trusted: trust == .on) }
}

struct MockZoneCommand: Described {
  static let about = CommandConfiguration("mock zone")

  @Argument(help: "A zone that `timedatectl list-timezones` lists.")
  var zone: String
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockClock(zone: zone)) }
}

struct MockRestartCommand: Described {
  static let about = CommandConfiguration("mock restart")

  @Option(parsing: .unconditional, help: ArgumentHelp("How long the power is off.", valueName: "duration"))
  var off = "20s"
  @Option(
    "How wrong the clock is after the restart. It is not trusted then, unless --trust on is given.", "duration",
    parsing: .unconditional)
  var by: String?
  @Option(help: ArgumentHelp("Whether the clock is trusted after the restart.", valueName: "on|off"))
  var trust: OnOff?
  @OptionGroup var connection: Connection

  func run() throws {
    let before = try connection.ask(GetMockClock())
    _ = try connection.ask(RebootMock(off: off, by: by, trusted: trust.map { $0 == .on }))
    let end = ContinuousClock.now + .seconds(3 * ControlClient.patience)
    while true {
      do throws(ControlError) {
        if try connection.ask(GetMockClock()).boot != before.boot { return }
        guard ContinuousClock.now < end else {
          throw ControlError(
            .internal, "the daemon did not restart", why: "it still runs as before",
            fix: "see its messages: `rouse log`")
        }
      } catch {
        // The daemon does not answer until it has restarted.
        guard error.code == .unreachable || error.code == .internal, ContinuousClock.now < end else { throw error }
      }
      _ = poll(nil, 0, 20)
    }
  }
}

struct WaitCommand: Described {
  enum Goal: String, CaseIterable, ExpressibleByArgument {
    case ringing, idle, armed
  }

  static let about = CommandConfiguration("wait")

  @Argument(help: "ringing, idle or armed.")
  var goal: Goal
  @Option(name: .customLong("for"), help: ArgumentHelp("The maximum wait: 0s to 24h.", valueName: "duration"))
  var time = "30s"
  @OptionGroup var connection: Connection

  func run() throws {
    let most = Duration.seconds(try Span.seconds(time, field: "--for", in: 0...86_400))
    let (client, start) = (try connection.open(), ContinuousClock.now)
    while true {
      let status = try client.send(GetStatus())
      let isReached =
        switch goal {
        case .ringing: status.state == .ringing
        case .idle: status.state == .idle
        case .armed: status.next != nil
        }
      if isReached { return }
      let waited = ContinuousClock.now - start
      guard waited < most else {
        let state = status.state == .idle ? "no alarm rings" : "an alarm is \(status.state.rawValue)"
        let next = status.next.map { ", and the next one is due at \(TimePhrase.stamp($0.time, .seconds))" }
        throw ControlError(
          .nothingFound, "the clock was not \(goal.rawValue) within \(time)",
          why: state + (next ?? ", and none is set"),
          fix: "`rouse status` says more; to wait longer: `--for 10m`")
      }
      // Ask every 100 ms at first, then less often, but at least once a second.
      let pause = min(max(waited / 20, .milliseconds(100)), .seconds(1), most - waited)
      _ = poll(nil, 0, Int32(pause / .milliseconds(1)) + 1)
    }
  }
}
