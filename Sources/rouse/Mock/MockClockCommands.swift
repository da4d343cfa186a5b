import ArgumentParser
import Control
import Glibc

enum OnOff: String, CaseIterable, ExpressibleByArgument { case on, off }

struct MockAdvanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance",
    abstract: "Advance the mock clock, and run everything that is due by then.",
    discussion: """
      The daemon must have been started with --time. Everything that is due in between happens in order, at its own time. The \
      command returns when the clock has arrived, and lists what happened.

      --to takes a time of day (the next time that the clock shows it), a date and time, or `next`, which stops at the next \
      alarm, end of a snooze, wake check, timer, reminder or missed ring.

      Examples:
        rouse mock advance 8h
        rouse mock advance --to 07:15
        rouse mock advance --to next
        rouse mock advance --to '2027-03-29 08:00' --json | jq .counts
      """)

  @Argument(help: "How far, as 8h or 1h30m: 400 days at most.")
  var duration: String?
  @Option(help: ArgumentHelp("Until when.", valueName: "TIME|next"))
  var to: String?
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func validate() throws {
    guard (duration == nil) != (to == nil) else {
      throw ValidationError("Give either a duration such as 8h, or --to with a time such as 07:15.")
    }
  }

  func run() throws {
    // Followed, because a year may take longer than other answers.
    try connection.open().stream(AdvanceMockClock(by: duration, to: to), isFollowed: true) {
      (reply) throws(ControlError) in try format.print(reply) { Self.text(reply) }
    }
  }

  private static func text(_ reply: AdvanceMockClock.Reply) -> String {
    let lines = reply.events.map { LogCommand.line($0) }
    let left = reply.counts.values.reduce(0, +) - lines.count
    let more = left > 0 ? ["… and \(left) more: `rouse log`"] : []
    return (lines + more + ["The mock clock shows \(TimePhrase.stamp(reply.to, .seconds))."]).joined(separator: "\n")
  }
}

struct MockTimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Show the time of the mock clock.",
    discussion: """
      Examples:
        rouse mock time
        rouse mock time --json | jq -r .time
      """)
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws { try MockClockText.show(try connection.ask(GetMockClock()), format) }
}

struct MockStepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "step", abstract: "Set the mock clock forward or back, as if somebody set the clock of the Pi.",
    discussion: """
      Unlike `advance` it lets no time pass. Alarms that a step passes ring immediately, and alarms that were handled do not \
      ring again.

      Examples:
        rouse mock step --by -1h
        rouse mock step --by 3m
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("By how much; with a leading - the clock goes back.", valueName: "duration"))
  var by: String
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws { try MockClockText.show(try connection.ask(SetMockClock(by: by)), format) }
}

struct MockTrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", abstract: "Set whether the mock clock is synchronized, as by NTP.",
    discussion: """
      Examples:
        rouse mock trust off
        rouse mock trust on
      """)

  @Argument(help: "on or off.")
  var trust: OnOff
  @OptionGroup var format: Format
  @OptionGroup var connection: Connection

  func run() throws { try MockClockText.show(try connection.ask(SetMockClock(trusted: trust == .on)), format) }
}

struct MockZoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zone", abstract: "Change the time zone of the mock clock.",
    discussion: """
      Examples:
        rouse mock zone Asia/Tokyo
      """)

  @Argument(help: "A zone that `timedatectl list-timezones` lists.")
  var zone: String
  @OptionGroup var connection: Connection

  func run() throws { _ = try connection.ask(SetMockClock(zone: zone)) }
}

struct MockRestartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart", abstract: "Simulate a power cut and the boot after it.",
    discussion: """
      The daemon ends at once, even during a ring, and starts again with the same options, state folder and zone. The command \
      returns when it answers. Devices that `rouse mock fail` broke work again, and no picture is before the camera.

      Examples:
        rouse mock restart
        rouse mock restart --off 10m
        rouse mock restart --off 20s --by -1h  # the clock is wrong after it
      """)

  @Option(parsing: .unconditional, help: ArgumentHelp("How long the power is off.", valueName: "duration"))
  var off = "20s"
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How wrong the clock is after the restart. It is not trusted then, unless --trust on is given.",
      valueName: "duration"))
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
            fix: "look at its messages: `rouse log`")
        }
      } catch {
        // It does not answer before it has started.
        guard error.code == .unreachable || error.code == .internal, ContinuousClock.now < end else { throw error }
      }
      _ = poll(nil, 0, 20)
    }
  }
}

private enum MockClockText {
  static func show(_ clock: GetMockClock.Reply, _ format: Format) throws {
    try format.print(clock) {
      "\(TimePhrase.stamp(clock.time, .seconds)) in \(Terminal.printable(clock.zone))"
        + (clock.trusted ? "" : ", not trusted")
    }
  }
}
